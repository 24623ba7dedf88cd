import { formatPhone as libraryFormat } from '@brazilian-utils/brazilian-utils/format-phone'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatPhone, normalizePhone, whatsappLink } from './phones.ts'
import { anyPhone } from './testing/arbitraries.ts'

const writings: ((phone: string) => string)[] = [
  (phone) => phone,
  (phone) => `(${phone.slice(0, 2)}) ${phone.slice(2, 7)}-${phone.slice(7)}`,
  (phone) => `+55 ${phone.slice(0, 2)} ${phone.slice(2)}`,
  (phone) => `+55${phone}`,
  (phone) => `55${phone}`,
  (phone) => `0055${phone}`,
  (phone) => `0${phone}`,
  (phone) => `+55 0${phone}`,
  (phone) => ` ${phone.split('').join(' ')} `,
]

test('a phone comes out as the same 11 digits however it is written', () => {
  fc.assert(
    fc.property(anyPhone, (phone) => {
      for (const write of writings) expect(normalizePhone(write(phone)), write(phone)).toBe(phone)
    }),
  )
})

test('area code 55 is not taken for the country', () => {
  expect(normalizePhone('55987654321')).toBe('55987654321')
  expect(normalizePhone('+5555987654321')).toBe('55987654321')
  expect(normalizePhone('+55987654321')).toBeNull()
})

test.each([
  '',
  '1133334444',
  '551133334444',
  '01133334444',
  '119876543210',
  '+1 212 555 01234',
  '+351 912 345 678',
  'telefone',
])('%j is no mobile phone', (text) => {
  expect(normalizePhone(text)).toBeNull()
})

test('a phone is shown as the library shows it, and anything else as it is', () => {
  fc.assert(fc.property(anyPhone, (phone) => formatPhone(`+55${phone}`) === libraryFormat(phone, { mask: 'auto' })))
  expect(formatPhone('1133334444')).toBe('1133334444')
})

describe('the WhatsApp link', () => {
  test.each([
    ['11987654321', 'https://wa.me/5511987654321'],
    ['+55 (11) 98765-4321', 'https://wa.me/5511987654321'],
    ['5511987654321', 'https://wa.me/5511987654321'],
    ['1133334444', 'https://wa.me/551133334444'],
    ['55987654321', 'https://wa.me/5555987654321'],
    ['011987654321', 'https://wa.me/5511987654321'],
  ])('of %s has the country code once', (phone, link) => {
    expect(whatsappLink({ phone })).toBe(link)
  })

  test('is made of the PIX key when the phone has fewer than 10 digits', () => {
    expect(whatsappLink({ phone: null, pixKey: '+5511987654321' })).toBe('https://wa.me/5511987654321')
    expect(whatsappLink({ phone: '123456789', pixKey: '11987654321' })).toBe('https://wa.me/5511987654321')
  })

  test.each([
    null,
    '',
    '123456789',
    '12345678901234',
    'maria1234567890@example.com',
    '123e4567-e12b-12d1-a456-426655440000',
  ])('is not offered for the PIX key %j', (pixKey) => {
    expect(whatsappLink({ phone: '', pixKey })).toBeNull()
  })

  test('carries a greeting, encoded', () => {
    expect(whatsappLink({ phone: '11987654321' }, 'Olá & até já')).toBe(
      'https://wa.me/5511987654321?text=Ol%C3%A1%20%26%20at%C3%A9%20j%C3%A1',
    )
  })
})
