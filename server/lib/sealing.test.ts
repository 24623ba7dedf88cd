import { createCipheriv } from 'node:crypto'
import { expect, test } from 'vitest'
import { lookupIndex, seal, unseal } from './sealing.ts'
import { deriveSecrets } from './secrets.ts'

const secrets = deriveSecrets('a secret for tests, long enough to be one')

test('a sealed text opens with its own row alone, unaltered, under its own key', () => {
  const sealed = seal(secrets, 'a chave de Rosa', 'person:rosa')
  const open = () => unseal(secrets, sealed, 'person:rosa')
  expect(open).not.toThrow()
  expect(open()).toBe('a chave de Rosa')
  expect(() => unseal(secrets, sealed, 'person:tiago')).toThrow()
  const altered = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`
  expect(() => unseal(secrets, altered, 'person:rosa')).toThrow()
  expect(() => unseal(deriveSecrets('another secret, long enough to be one'), sealed, 'person:rosa')).toThrow()
})

test('the same text is sealed differently each time, so that nobody sees who has the same', () => {
  expect(seal(secrets, 'igual', 'person:rosa')).not.toBe(seal(secrets, 'igual', 'person:rosa'))
})

test('equal values of different fields have different indexes, equal ones of a field the same', () => {
  expect(lookupIndex(secrets, 'email', 'x')).toBe(lookupIndex(secrets, 'email', 'x'))
  expect(lookupIndex(secrets, 'email', 'x')).not.toBe(lookupIndex(secrets, 'cpf', 'x'))
})

test('a sealed text opens for its own purpose alone, though the row has the same id', () => {
  const sealed = seal(secrets, 'a resposta', 'answer of ana:rosa')
  for (const owner of ['person:rosa', 'letter:rosa', 'answer of bia:rosa'] as const)
    expect(() => unseal(secrets, sealed, owner)).toThrow()
})

test('a seal that was cut is refused: a shorter tag can be guessed', () => {
  const whole = Buffer.from(seal(secrets, '', 'person:rosa').slice(3), 'base64url')
  expect(whole).toHaveLength(28)
  for (let length = 0; length < 28; length += 1) {
    const cut = `v2.${whole.subarray(0, length).toString('base64url')}`
    expect(() => unseal(secrets, cut, 'person:rosa')).toThrow()
  }
})

test('what was sealed before purposes, or with a previous secret, still opens; what is sealed now does so under the new one alone', () => {
  const next = deriveSecrets('the next secret, long enough to be one too')
  const iv = Buffer.alloc(12, 7)
  const cipher = createCipheriv('aes-256-gcm', secrets.sealKey, iv)
  cipher.setAAD(Buffer.from('rosa'))
  const body = Buffer.concat([cipher.update('a chave', 'utf8'), cipher.final()])
  const old = `v1.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
  const rotated = { ...next, previous: [deriveSecrets('one between, which is long enough as well'), secrets] }
  expect(unseal(secrets, old, 'person:rosa')).toBe('a chave')
  expect(unseal(rotated, old, 'person:rosa')).toBe('a chave')
  expect(() => unseal(rotated, old, 'person:tiago')).toThrow()
  const sealed = seal(rotated, 'nova', 'person:rosa')
  expect(unseal(next, sealed, 'person:rosa')).toBe('nova')
  expect(() => unseal(secrets, sealed, 'person:rosa')).toThrow()
})
