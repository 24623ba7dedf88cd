import { beforeEach, expect, test, vi } from 'vitest'

const stored = new Map<string, unknown>()
vi.mock('idb-keyval', () => ({
  createStore: () => null,
  get: (key: string) => Promise.resolve(stored.get(key)),
  set: (key: string, value: unknown) => Promise.resolve(void stored.set(key, value)),
  del: (key: string) => Promise.resolve(void stored.delete(key)),
}))

const { readSealed, removeSealed, writeSealed } = await import('./sealed-store.ts')

const NAME = 'visto'
const READ = { name: 'Rosa Andrade', email: 'rosa@exemplo.invalid', pixKey: '+5511987654321' }
type Sealed = { iv: Uint8Array; data: ArrayBuffer }
/** Everything in the store as text, as somebody who has the browser's files reads it. */
const asText = () =>
  [...stored.values()]
    .filter((value) => !(value instanceof CryptoKey))
    .map((value) => Buffer.from((value as Sealed).data).toString('latin1') + JSON.stringify(value))
    .join()

beforeEach(async () => {
  await removeSealed(NAME)
  stored.clear()
})

test('what stands on the device names nobody, and opens on it', async () => {
  await writeSealed(NAME, READ)
  for (const personal of Object.values(READ)) expect(asText()).not.toContain(personal)
  expect(await readSealed(NAME)).toEqual(READ)
})

test('the key cannot be taken out, and stays the same for what is written next', async () => {
  await writeSealed(NAME, READ)
  const key = stored.get('ciranda-chave') as CryptoKey
  expect(key.extractable).toBe(false)
  for (const format of ['raw', 'jwk'] as const) await expect(crypto.subtle.exportKey(format, key)).rejects.toThrow()
  const first = stored.get(NAME) as Sealed
  await writeSealed(NAME, READ)
  expect(stored.get('ciranda-chave')).toBe(key)
  expect(Buffer.from((stored.get(NAME) as Sealed).iv)).not.toEqual(Buffer.from(first.iv))
})

test('after the key is gone a copy of what was kept says nothing, and is removed', async () => {
  await writeSealed(NAME, READ)
  const copy = stored.get(NAME)
  await removeSealed(NAME)
  expect(stored.size).toBe(0)
  stored.set(NAME, copy)
  expect(await readSealed(NAME)).toBeUndefined()
  expect(stored.has(NAME)).toBe(false)
  await writeSealed(NAME, 'of the next person')
  stored.set(NAME, copy)
  expect(await readSealed(NAME)).toBeUndefined()
})

test('what was kept in the clear by an earlier version is removed unread', async () => {
  stored.set(NAME, READ)
  expect(await readSealed(NAME)).toBeUndefined()
  expect(stored.has(NAME)).toBe(false)
})

test('what is being sealed while everything is removed is not written after it', async () => {
  const writing = writeSealed(NAME, READ)
  await removeSealed(NAME)
  await writing
  expect(stored.has(NAME)).toBe(false)
})
