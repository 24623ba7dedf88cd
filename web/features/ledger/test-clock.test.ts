import { expect, test } from 'vitest'
import { isTestClockOf } from './test-clock.ts'

test('no server of another machine is excused by a test’s clock, behind which a ledger of days ago would be one of now', () => {
  const excuses = (origin: string) => isTestClockOf(origin, true)
  expect(['http://127.0.0.1:3000', 'http://localhost:5173', 'http://[::1]:3000'].map(excuses)).toEqual([
    true,
    true,
    true,
  ])
  expect(['https://roda.example', 'https://127.0.0.1.example', 'http://10.0.0.2'].map(excuses)).toEqual([
    false,
    false,
    false,
  ])
  expect(isTestClockOf('http://localhost', false)).toBe(false)
})
