import { expect, test } from 'vitest'
import { makeBrCode } from './br-code.ts'
import { maskEmail, maskPhone } from './demonstration.ts'
import { findPayable } from './payable.ts'

const BR_CODE = makeBrCode({ key: '+5511987654321', name: 'Ana', city: 'Recife' })

test.each([
  ['a BR Code', BR_CODE, 'br_code'],
  ['a BR Code in pieces', BR_CODE.replaceAll(/(.{20})/g, '$1 '), 'br_code'],
  ['an e-mail', 'Roda da Ana ana@banco.com.br', 'email'],
  ['an e-mail in full-width letters', 'ana＠banco．com', 'email'],
  ['an e-mail written out', 'ana arroba banco ponto com', 'email'],
  ['an e-mail with brackets', 'ana (at) banco.com', 'email'],
  ['an e-mail with spaces', 'ana @ banco', 'email'],
  ['a phone', 'Roda 11987654321', 'number'],
  ['a phone with a mask', 'Pix (11) 98765-4321', 'number'],
  ['a phone with spaces between all digits', '1 1 9 8 7 6 5 4 3 2 1', 'number'],
  ['a phone with dots and a country', '+55.11.98765.4321', 'number'],
  ['a phone of another script', '١١٩٨٧٦٥٤٣٢١', 'number'],
  ['a phone in circles', '①①⑨⑧⑦⑥⑤④③②①', 'number'],
  ['a phone with invisible characters', '11\u200B98765\u200B4321', 'number'],
  ['a CPF', '529.982.247-25', 'number'],
  ['a CNPJ', '11.222.333/0001-81', 'number'],
  ['a CNPJ with letters', '12.ABC.345/01DE-35', 'document'],
  ['a random key', '123e4567-e12b-12d1-a456-426655440000', 'random_key'],
  ['a random key in pieces', '123e4567 e12b 12d1 a456 426655440000', 'random_key'],
  ['a Bitcoin address', 'BTC bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'crypto'],
  ['a USDT address', '0x52908400098527886e0f7030069857d2e4169ee7', 'crypto'],
  ['a link', 'nubank.com.br/cobrar/abc', 'web_address'],
  ['a link with its scheme', 'veja https://pagar', 'web_address'],
])('%s can be paid to or leads there: %s', (_kind, text, found) => {
  expect(findPayable(text)).toBe(found)
})

test.each([
  'Roda da praia',
  'Ciranda 2026-2027',
  'De 10/11/2026 a 10/11/2027',
  'Turma de 100 pessoas, 3 níveis, R$ 1.600',
  'Associação do Bairro nº 12',
  'Rua das Flores, 123, CEP 01001-000',
  'Grupo n.o 7. Segunda turma',
  'Secretaria da associação, sala 4',
])('%s cannot', (text) => {
  expect(findPayable(text)).toBe(null)
})

test('a masked contact keeps what its owner recognises, and nothing that can be paid', () => {
  expect(maskPhone('11987654321')).toBe('(11) 9••••-4321')
  expect(maskPhone('+55 11 98765-4321')).toBe('(11) 9••••-4321')
  expect(maskPhone('123')).toBe('••••')
  expect(maskEmail('maria@exemplo.invalid')).toBe('m•••@…')
  for (const masked of [maskPhone('11987654321'), maskEmail('maria@exemplo.com')])
    expect(findPayable(masked)).toBe(null)
})
