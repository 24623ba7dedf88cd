import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isCodeAlone, noteChecks, uncheckedSince } from './unchecked.ts'

const HOUR = 3_600_000

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('what cannot be checked is told after an hour, counted from the first failure, over visits', () => {
  expect(uncheckedSince(10 * HOUR)).toBeNull()
  noteChecks('ledger', false, 1000)
  noteChecks('ledger', false, 1000 + HOUR / 2)
  expect(uncheckedSince(1000 + HOUR)).toBeNull()
  expect(uncheckedSince(1001 + HOUR)).toBe(1000)
})

test('one check that succeeds does not hide that the other never does', () => {
  noteChecks('keys', false, 1000)
  noteChecks('ledger', true, 2000)
  expect(uncheckedSince(1001 + HOUR)).toBe(1000)
  noteChecks('keys', true, 2 * HOUR)
  expect(uncheckedSince(9 * HOUR)).toBeNull()
  noteChecks('keys', false, 9 * HOUR)
  expect(uncheckedSince(9 * HOUR + 1)).toBeNull()
})

test('that the code of the day alone never comes is told as that', () => {
  noteChecks('code', false, 1000)
  noteChecks('ledger', false, 1000 + HOUR / 2)
  expect([isCodeAlone(1000 + HOUR), isCodeAlone(1001 + HOUR)]).toEqual([false, true])
  expect([uncheckedSince(1001 + HOUR), isCodeAlone(1001 + 2 * HOUR)]).toEqual([1000, false])
  noteChecks('code', true, 2 * HOUR)
  expect(isCodeAlone(9 * HOUR)).toBe(false)
})
