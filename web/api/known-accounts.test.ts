import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isOtherAccount, noteAccount, recogniseAccount } from './known-accounts.ts'
import { noteRegistered } from './registered-in.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

const VERA = 'vera@exemplo.org'
const isReal = (userId: string) => noteRegistered({ userId, circleId: 'c', isReal: true })

test('another account behind the same address is told, until its person says that it is theirs, or their own is back', () => {
  noteAccount(VERA, 'vera')
  isReal('vera')
  noteAccount(` ${VERA.toUpperCase()}`, 'debtor')
  expect([isOtherAccount('debtor'), isOtherAccount('vera')]).toEqual([true, false])
  noteAccount(VERA, 'debtor')
  expect(isOtherAccount('debtor')).toBe(true)
  noteAccount(VERA, 'vera')
  expect(isOtherAccount('debtor')).toBe(false)
  noteAccount(VERA, 'debtor')
  recogniseAccount('debtor')
  noteAccount(VERA, 'debtor')
  expect(isOtherAccount('debtor')).toBe(false)
})

test('people who share a device, and a demonstration that began again, are no other account', () => {
  noteAccount(VERA, 'vera')
  isReal('vera')
  noteAccount('bruno@exemplo.org', 'bruno')
  noteAccount('bruno@exemplo.org', 'bruno again')
  expect([isOtherAccount('bruno'), isOtherAccount('bruno again'), isOtherAccount('vera')]).toEqual([
    false,
    false,
    false,
  ])
})
