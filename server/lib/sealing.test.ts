import { expect, test } from 'vitest'
import { lookupIndex, seal, unseal } from './sealing.ts'
import { deriveSecrets } from './secrets.ts'

const secrets = deriveSecrets('a secret for tests, long enough to be one')

test('a sealed text opens with its own row alone, unaltered, under its own key', () => {
  const sealed = seal(secrets, 'a chave de Rosa', 'rosa')
  expect(unseal(secrets, sealed, 'rosa')).toBe('a chave de Rosa')
  expect(() => unseal(secrets, sealed, 'tiago')).toThrow()
  const altered = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`
  expect(() => unseal(secrets, altered, 'rosa')).toThrow()
  expect(() => unseal(deriveSecrets('another secret, long enough to be one'), sealed, 'rosa')).toThrow()
})

test('the same text is sealed differently each time, so that nobody sees who has the same', () => {
  expect(seal(secrets, 'igual', 'rosa')).not.toBe(seal(secrets, 'igual', 'rosa'))
})

test('equal values of different fields have different indexes, equal ones of a field the same', () => {
  expect(lookupIndex(secrets, 'email', 'x')).toBe(lookupIndex(secrets, 'email', 'x'))
  expect(lookupIndex(secrets, 'email', 'x')).not.toBe(lookupIndex(secrets, 'cpf', 'x'))
})
