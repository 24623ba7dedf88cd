import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { hash, verify } from '@node-rs/argon2'
import { expect, test, vi } from 'vitest'
import { HEAVY_AT_ONCE } from './heavy-work.ts'

vi.mock('@node-rs/argon2', { spy: true })
// With the parameters of a running server, which the other tests do without.
vi.resetModules()
const { hashPassword, isPassword } = await import('./passwords.ts')

test('no password is right for nobody, and the first such question of a process takes no more work than any other', async () => {
  expect(await isPassword(null, 'uma-senha-bem-boa')).toBe(false)
  expect([vi.mocked(hash).mock.calls.length, vi.mocked(verify).mock.calls.length]).toEqual([0, 1])
  const stored = await hashPassword('uma-senha-bem-boa')
  expect([await isPassword(stored, 'uma-senha-bem-boa'), await isPassword(stored, 'outra-senha')]).toEqual([
    true,
    false,
  ])
  // The hash that belongs to nobody costs as much as a stored one: it has the same parameters.
  const [decoy, real] = [vi.mocked(verify).mock.calls[0]![0], stored].map((one) => String(one).split('$').slice(0, 4))
  expect(decoy).toEqual(real)
})

test('no password is right for somebody who was erased in the meantime, and the question costs the same', async () => {
  vi.mocked(verify).mockClear()
  expect(await isPassword('erased:0123456789abcdef', 'uma-senha-bem-boa')).toBe(false)
  expect(vi.mocked(verify).mock.calls).toHaveLength(1)
})

test('many passwords at once leave a processor to everything else', async () => {
  let [running, most] = [0, 0]
  vi.mocked(verify).mockImplementation(async () => {
    running += 1
    most = Math.max(most, running)
    await wait(1)
    running -= 1
    return true
  })
  try {
    await Promise.all(Array.from({ length: 30 }, () => isPassword('of nobody', 'uma-senha-bem-boa')))
    expect([most, HEAVY_AT_ONCE]).toEqual([HEAVY_AT_ONCE, availableParallelism() > 2 ? 2 : 1])
  } finally {
    vi.mocked(verify).mockReset()
  }
})
