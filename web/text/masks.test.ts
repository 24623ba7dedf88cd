import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cepMask, cpfMask, phoneMask } from './masks.ts'

test('a phone is written the same, however it was pasted', () => {
  for (const pasted of [
    '11987654321',
    '(11) 98765-4321',
    '+55 11 98765-4321',
    '5511987654321',
    '011 98765 4321',
    ' 11.98765.4321 ',
  ])
    expect(phoneMask(pasted), pasted).toBe('(11) 98765-4321')
  expect(['', '1', '11', '119', '1198765', '11987654'].map(phoneMask)).toEqual([
    '',
    '1',
    '11',
    '(11) 9',
    '(11) 98765',
    '(11) 98765-4',
  ])
})

test('a phone without the ninth digit is parted where it is read', () => {
  for (const pasted of ['1187654321', '(11) 8765-4321', '11 8765 4321', '+55 11 8765-4321'])
    expect(phoneMask(pasted), pasted).toBe('(11) 8765-4321')
  expect(['1187', '118765', '1187654'].map(phoneMask)).toEqual(['(11) 87', '(11) 8765', '(11) 8765-4'])
})

test('a CPF and a postal code are written the same, however they were pasted', () => {
  for (const pasted of ['52998224725', '529.982.247-25', '529 982 247 25', 'CPF: 529.982.247-25'])
    expect(cpfMask(pasted), pasted).toBe('529.982.247-25')
  expect(['5299', '5299822', '529982247'].map(cpfMask)).toEqual(['529.9', '529.982.2', '529.982.247'])
  for (const pasted of ['01310100', '01310-100', '01.310-100']) expect(cepMask(pasted), pasted).toBe('01310-100')
})

test('masking a masked text changes nothing, and no digit that fits is lost', () => {
  const masks: [(text: string) => string, number][] = [
    [cpfMask, 11],
    [cepMask, 8],
  ]
  fc.assert(
    fc.property(fc.stringMatching(/^\d{0,14}$/), (digits) => {
      for (const [mask, length] of masks) {
        expect(mask(mask(digits))).toBe(mask(digits))
        expect(mask(digits).replaceAll(/\D/g, '')).toBe(digits.slice(0, length))
      }
      expect(phoneMask(phoneMask(digits))).toBe(phoneMask(digits))
    }),
  )
})
