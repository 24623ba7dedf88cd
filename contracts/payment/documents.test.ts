import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isValidCnpj, isValidCpf, onlyDigits } from './documents.ts'
import { anyCnpj, anyCpf } from './testing/arbitraries.ts'

describe('a CPF', () => {
  test('is known by its check digits', () => {
    expect(isValidCpf('52998224725')).toBe(true)
    expect(isValidCpf('28001238938')).toBe(true)
    expect(isValidCpf('52998224724')).toBe(false)
  })

  test('of one repeated digit is refused', () => {
    for (let digit = 0; digit <= 9; digit++) expect(isValidCpf(String(digit).repeat(11))).toBe(false)
  })

  test.each(['', '5299822472', '529982247255', '529.982.247-25', ' 52998224725', '٥٢٩٩٨٢٢٤٧٢٥'])(
    '%j is not 11 bare digits',
    (text) => {
      expect(isValidCpf(text)).toBe(false)
    },
  )

  test('made by the published rule is accepted, and with a check digit changed refused', () => {
    fc.assert(
      fc.property(anyCpf, fc.integer({ min: 9, max: 10 }), fc.integer({ min: 1, max: 9 }), (cpf, at, by) => {
        expect(isValidCpf(cpf)).toBe(true)
        const wrong = cpf.slice(0, at) + String((Number(cpf[at]) + by) % 10) + cpf.slice(at + 1)
        expect(isValidCpf(wrong)).toBe(false)
      }),
    )
  })
})

describe('a CNPJ', () => {
  test('is known by its check digits, with digits or with letters', () => {
    expect(isValidCnpj('11222333000181')).toBe(true)
    expect(isValidCnpj('12ABC34501DE35')).toBe(true)
    expect(isValidCnpj('11222333000182')).toBe(false)
    expect(isValidCnpj('12ABC34501DE36')).toBe(false)
  })

  test.each(['00000000000000', '11111111111111', 'AAAAAAAAAAAA45', '1122233300018', '11.222.333/0001-81', ''])(
    '%j is refused',
    (text) => {
      expect(isValidCnpj(text)).toBe(false)
    },
  )

  test('made by the published rule is accepted', () => {
    fc.assert(fc.property(anyCnpj, (cnpj) => isValidCnpj(cnpj)))
  })
})

test('onlyDigits keeps the ASCII digits in order', () => {
  expect(onlyDigits('+55 (11) 98765-4321 ٣')).toBe('5511987654321')
})
