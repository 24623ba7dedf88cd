import { isValidPixKey } from '@brazilian-utils/brazilian-utils/is-valid-pix-key'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatPixKey, normalizePixKey, pixKeyMessages } from './pix-key.ts'
import { anyCnpj, anyCpf, anyKey } from './testing/arbitraries.ts'

const key = (value: string) => ({ ok: true, key: value })
const no = (message: string) => ({ ok: false, message })

test('a canonical key is left as it is, and is one by the library too', () => {
  fc.assert(
    fc.property(
      anyKey,
      ({ type, key: canonical }) => void expect(normalizePixKey(type, canonical)).toEqual(key(canonical)),
    ),
  )
  // Of phones the library knows the area codes in use.
  const recognised = anyKey.filter(({ type, key: text }) => type !== 'phone' && !/(^|\.)[.+'_-]|\.@|@-/.test(text))
  fc.assert(fc.property(recognised, ({ key: canonical }) => isValidPixKey(canonical)))
  expect(isValidPixKey('+5511987654321')).toBe(true)
})

test('what is shown reads back as the same key', () => {
  fc.assert(
    fc.property(
      anyKey,
      ({ type, key: canonical }) =>
        void expect(normalizePixKey(type, formatPixKey(type, canonical))).toEqual(key(canonical)),
    ),
  )
  fc.assert(
    fc.property(anyCnpj, (cnpj) => void expect(normalizePixKey('cpf', formatPixKey('cpf', cnpj))).toEqual(key(cnpj))),
  )
})

test('no text makes it throw, and what it accepts fits a BR Code', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('phone', 'email', 'cpf', 'random' as const),
      fc.string({ unit: 'binary' }),
      (type, text) => {
        const result = normalizePixKey(type, text)
        expect(result.ok ? /^[\x21-\x7e]{1,77}$/.test(result.key) : result.message.length > 10).toBe(true)
      },
    ),
  )
})

test('the declared type decides what 11 digits are', () => {
  fc.assert(
    fc.property(
      anyCpf.filter((cpf) => !cpf.startsWith('0')),
      (digits) => {
        expect(normalizePixKey('cpf', digits)).toEqual(key(digits))
        expect(normalizePixKey('phone', digits)).toEqual(key(`+55${digits}`))
      },
    ),
  )
})

describe('by type', () => {
  test.each([
    ['phone', ' (11) 98765-4321 ', '+5511987654321'],
    ['phone', '0 11 98765 4321', '+5511987654321'],
    ['email', ' Maria.Silva+pix@Example.COM ', 'maria.silva+pix@example.com'],
    ['cpf', '529.982.247-25', '52998224725'],
    ['cpf', '11.222.333/0001-81', '11222333000181'],
    ['cpf', '12.abc.345/01de-35', '12ABC34501DE35'],
    ['random', ' 123E4567-E12B-12D1-A456-426655440000', '123e4567-e12b-12d1-a456-426655440000'],
    ['random', '123e4567e12b12d1a456426655440000', '123e4567-e12b-12d1-a456-426655440000'],
  ] as const)('%s %j is %s', (type, raw, canonical) => {
    expect(normalizePixKey(type, raw)).toEqual(key(canonical))
  })

  test.each([
    ['phone', '1198765432', pixKeyMessages.phone],
    ['phone', '11987654321x', pixKeyMessages.phone],
    ['phone', '', pixKeyMessages.phone],
    ['email', 'maria', pixKeyMessages.email],
    ['email', 'maria@example', pixKeyMessages.email],
    ['email', 'maria silva@example.com', pixKeyMessages.email],
    ['email', 'maría@example.com', pixKeyMessages.email],
    ['email', 'maria@\u212Aelvin.com', pixKeyMessages.email],
    ['email', `${'a'.repeat(66)}@example.com`, pixKeyMessages.emailTooLong],
    ['cpf', '52998224724', pixKeyMessages.cpf],
    ['cpf', '11111111111', pixKeyMessages.cpf],
    ['cpf', '5299822472', pixKeyMessages.cpf],
    ['cpf', '11222333000182', pixKeyMessages.cnpj],
    ['random', '123e4567', pixKeyMessages.random],
    ['random', '123e4567-e12b-12d1-a456-42665544000g', pixKeyMessages.random],
  ] as const)('%s %j is refused', (type, raw, message) => {
    expect(normalizePixKey(type, raw)).toEqual(no(message))
  })

  test('an e-mail key may have all of 77 characters', () => {
    const longest = `${'a'.repeat(65)}@example.com`
    expect(normalizePixKey('email', longest)).toEqual(key(longest))
  })
})

test('the sentences of the specification stand word for word', () => {
  expect(pixKeyMessages).toMatchObject({
    email: 'Chave PIX deve ser um email válido',
    phone: 'Chave PIX deve ser um telefone válido (11 dígitos)',
    cpf: 'Chave PIX deve ser um CPF válido (11 dígitos)',
  })
})

test('keys are shown with their masks', () => {
  expect(formatPixKey('phone', '+5511987654321')).toBe('(11) 98765-4321')
  expect(formatPixKey('cpf', '52998224725')).toBe('529.982.247-25')
  expect(formatPixKey('cpf', '11222333000181')).toBe('11.222.333/0001-81')
  expect(formatPixKey('email', 'a@b.co')).toBe('a@b.co')
})
