import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeBrCode } from './br-code.ts'
import { maskEmail, maskPhone } from './demonstration.ts'
import { formatDocument } from './documents.ts'
import { findPayable } from './payable.ts'
import { anyCnpj, anyCpf, anyKey, anyPhone } from './testing/arbitraries.ts'

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
  [
    'a random key behind a word that ends as a key may begin',
    'Chave b1c81f87-99fc-4fb6-a383-fda3340135ac',
    'random_key',
  ],
  ['a random key between hexadecimal words', 'cada b1c81f87/99fc/4fb6/a383/fda3340135ac cabe', 'random_key'],
  ['a random key glued to a word', 'chaveb1c81f87-99fc-4fb6-a383-fda3340135ac', 'random_key'],
  ['a CNPJ with letters behind a sign', 'pix/12.ABC.345/01DE-35', 'document'],
  ['a CNPJ with letters behind the end of a line', 'Chave\n12ABC34501DE35', 'document'],
  ['a CNPJ with letters in pieces', 'pague 12 ABC 345 01DE 35', 'document'],
  ['a Bitcoin address', 'BTC bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'crypto'],
  ['a USDT address', '0x52908400098527886e0f7030069857d2e4169ee7', 'crypto'],
  ['a link', 'nubank.com.br/cobrar/abc', 'web_address'],
  ['a link with its scheme', 'veja https://pagar', 'web_address'],
])('%s can be paid to or leads there', (_kind, text, found) => {
  expect(findPayable(text)).toBe(found)
})

test.each([
  'Roda da praia',
  'Ciranda 2026-2027',
  'De 10/11/2026 a 10/11/2027',
  'De 10/11/2026 a 10/11/2027 e de 10/11/2028 a 10/11/2029 no café',
  'Combinado em 10/11/2026 19:30',
  'A cada década cabe a fé e a face da fada, e cada bebê da cidade',
  'O código do livro é 5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef',
  'Paguei R$ 1.100,00 em 10/11/2026 e R$ 100,00 em 05/12/2026',
  'Turma de 100 pessoas, 3 níveis, R$ 1.600',
  'R$ 10.000,00 e bebê e bebê e Década e fada e cada e face e de cada fada',
  'Associação do Bairro nº 12',
  'Rua das Flores, 123, CEP 01001-000',
  'Grupo n.o 7. Segunda turma',
  'Secretaria da associação, sala 4',
])('%s cannot', (text) => {
  expect(findPayable(text)).toBe(null)
})

const WORDS = [
  'Chave',
  'pix',
  'cada',
  'de',
  'a',
  'é',
  'Café',
  'face',
  'minha',
  'pague',
  'fada',
  'no',
  'Década',
  'bebê',
  'roda',
]
const anyWords = fc.array(fc.constantFrom(...WORDS), { maxLength: 6 }).map((words) => words.join(' '))
const anySign = fc.constantFrom(' ', ': ', '-', ' – ', '/', '.', '\n', ' = ', '(', '"', '\u200B ', ' → ')
const runs = { numRuns: 300 }

describe('behind any words and signs', () => {
  test('a random key is found, with any signs inside', () => {
    const between = fc.array(fc.constantFrom('', '', '', ' ', '-', '.', '/', ' · ', '_', ':', '\u200B', '|'), {
      minLength: 36,
      maxLength: 36,
    })
    fc.assert(
      fc.property(
        anyWords,
        anySign,
        fc.uuid(),
        between,
        anyWords,
        fc.boolean(),
        (before, sign, key, signs, after, up) => {
          const written = [...key].map((digit, at) => `${digit}${signs[at]!}`).join('')
          const text = `${before}${sign}${up ? written.toUpperCase() : written} ${after}`
          expect(findPayable(text), text).not.toBe(null)
        },
      ),
      runs,
    )
  })

  test('so are a phone, a CPF, a CNPJ, an e-mail and a BR Code', () => {
    const kinds = fc.oneof(
      anyPhone.chain((phone) =>
        fc.constantFrom(phone, `(${phone.slice(0, 2)}) ${phone.slice(2, 7)}-${phone.slice(7)}`),
      ),
      fc.oneof(anyCpf, anyCnpj).chain((document) => fc.constantFrom(document, formatDocument(document))),
      anyKey.map(({ key }) => key),
      anyKey.map(({ key }) => makeBrCode({ key, name: 'Ana', city: 'Recife' })),
    )
    fc.assert(
      fc.property(anyWords, anySign, kinds, anyWords, (before, sign, key, after) => {
        const text = `${before}${sign}${key} ${after}`
        expect(findPayable(text), text).not.toBe(null)
      }),
      runs,
    )
  })

  test('sentences with amounts, months and dates are not taken for one', () => {
    const amount = fc.integer({ min: 1, max: 99_999 }).map((reais) => `R$ ${reais.toLocaleString('pt-BR')},00`)
    const date = fc
      .date({ min: new Date('2020-01-01T12:00Z'), max: new Date('2039-12-31T12:00Z'), noInvalidDate: true })
      .map((day) => `em ${day.toLocaleDateString('pt-BR')}`)
    const piece = fc.oneof(fc.constantFrom(...WORDS), amount, date, fc.constantFrom('mês 11', '12 pessoas', 'por mês'))
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        expect(findPayable(pieces.join(' e ')), pieces.join(' e ')).toBe(null)
      }),
      runs,
    )
  })
})

test('a masked contact keeps what its owner recognises, and nothing that can be paid', () => {
  expect(maskPhone('11987654321')).toBe('(11) 9••••-4321')
  expect(maskPhone('+55 11 98765-4321')).toBe('(11) 9••••-4321')
  expect(maskPhone('123')).toBe('••••')
  expect(maskEmail('maria@exemplo.invalid')).toBe('m•••@…')
  for (const masked of [maskPhone('11987654321'), maskEmail('maria@exemplo.com')])
    expect(findPayable(masked)).toBe(null)
})

test('a text of many spaces is judged as fast as others', () => {
  // Steps that grow with the cube of their number would take a minute and more; a case's words have room for 2,000.
  expect(findPayable(`${' '.repeat(8_000)}x`)).toBeNull()
  expect(findPayable(`fulana${' '.repeat(8_000)}@${' '.repeat(8_000)}exemplo.com`)).toBe('email')
})
