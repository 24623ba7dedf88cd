import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeBrCode } from './br-code.ts'
import { checkPastedCode, checkQrText } from './matches.ts'
import { anyKey } from './testing/arbitraries.ts'
import { brCodeMessages } from './read-br-code.ts'

const code = (key: string) => makeBrCode({ key, name: 'Maria', city: 'Recife' })

test('a code of the same key is fine, of any other is not', () => {
  fc.assert(
    fc.property(anyKey, anyKey, (mine, other) => {
      expect(checkPastedCode(code(mine.key), mine)).toBeNull()
      expect(checkQrText(code(mine.key), mine)).toBeNull()
      if (other.key !== mine.key) expect(checkPastedCode(code(other.key), mine)).toContain('e não da chave informada')
    }),
  )
})

describe('writings of one key', () => {
  test.each([
    ['phone', '(11) 98765-4321', '+5511987654321'],
    ['email', 'Maria@Example.com', 'MARIA@example.com'],
    ['cpf', '529.982.247-25', '52998224725'],
    ['random', '123E4567E12B12D1A456426655440000', '123e4567-e12b-12d1-a456-426655440000'],
  ] as const)('%s %s and %s match', (type, key, inCode) => {
    expect(checkPastedCode(code(inCode), { type, key })).toBeNull()
  })

  test('11 bare digits in a code are a CPF to every bank, not the phone typed', () => {
    expect(checkPastedCode(code('52998224725'), { type: 'phone', key: '52998224725' })).not.toBeNull()
  })
})

test('a mismatch names both keys as people read them', () => {
  expect(checkPastedCode(code('+5511987654321'), { type: 'phone', key: '21987654321' })).toBe(
    'O código copia e cola é da chave (11) 98765-4321, e não da chave informada ((21) 98765-4321).',
  )
  expect(checkQrText(code('maria@example.com'), { type: 'cpf', key: '52998224725' })).toBe(
    'O QR Code é da chave maria@example.com, e não da chave informada (529.982.247-25).',
  )
})

test('a broken code has its own message', () => {
  expect(checkPastedCode(code('a@b.co').replace('Maria', 'Marta'), { type: 'email', key: 'a@b.co' })).toBe(
    brCodeMessages.wrong_check,
  )
  expect(checkPastedCode('https://example.com', { type: 'email', key: 'a@b.co' })).toBe(brCodeMessages.not_br_code)
  expect(checkQrText(null, { type: 'email', key: 'a@b.co' })).toContain('Não encontramos um QR Code')
})

test('a typed key that is itself wrong is left to its own message', () => {
  expect(checkPastedCode(code('a@b.co'), { type: 'email', key: '' })).toBeNull()
})
