import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeBrCode } from './br-code.ts'
import { maskEmail, maskPhone } from './demonstration.ts'
import { formatDocument } from './documents.ts'
import { findPayable } from './payable.ts'
import { anyCnpj, anyCpf, anyKey, anyPhone } from './testing/arbitraries.ts'

const KEY = 'b1c81f87-99fc-4fb6-a383-fda3340135ac'
const DIGITS = KEY.replaceAll('-', '')
const HASH = '5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef'
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
  ['a random key without dashes glued to de', `de${DIGITS}`, 'random_key'],
  ['a random key without dashes glued to é', `é${DIGITS}`, 'random_key'],
  ['a random key without dashes glued to cada', `cada${DIGITS}`, 'random_key'],
  ['a random key without dashes between two words', `face${DIGITS}cabe`, 'random_key'],
  ['a random key behind a zero-width space', `Café\u200B${DIGITS}`, 'random_key'],
  ['a random key behind a soft hyphen', `a\u00AD${DIGITS}`, 'random_key'],
  ['a random key with trade marks for dashes', KEY.replaceAll('-', '™'), 'random_key'],
  ['a random key with ordinals for dashes', KEY.replaceAll('-', 'º'), 'random_key'],
  ['a random key with the other ordinals for dashes', KEY.replaceAll('-', 'ª'), 'random_key'],
  ['a random key with letters of another script for dashes', KEY.replaceAll('-', 'ー'), 'random_key'],
  ['a random key with a letter inside that shows nothing', KEY.replace('f87', 'f\u316487'), 'random_key'],
  ['a random key with a private character inside', KEY.replace('f87', 'f\uE00087'), 'random_key'],
  ['a random key with a circled digit inside', DIGITS.replace('8', '⑧'), 'random_key'],
  ['a random key with a circled digit between two digits', DIGITS.replace('8', '8①'), 'random_key'],
  ['a random key with a circled digit on black', DIGITS.replace('8', '❽'), 'random_key'],
  ['a random key with raised digits', DIGITS.replaceAll('3', '³'), 'random_key'],
  ['a random key with digits of another script', DIGITS.replaceAll('3', '٣'), 'random_key'],
  ['a random key with circled letters', DIGITS.replaceAll('f', 'ⓕ'), 'random_key'],
  ['a random key with circled letters on black', DIGITS.replaceAll('f', '🅕'), 'random_key'],
  ['a random key in full-width letters', DIGITS.replaceAll('f', 'ｆ').replace('b', 'Ｂ'), 'random_key'],
  ['a random key with Cyrillic letters', KEY.replaceAll('a', 'а').replaceAll('c', 'с'), 'random_key'],
  ['a random key with Cyrillic capitals', KEY.replaceAll('b', 'В').replaceAll('a', 'А'), 'random_key'],
  ['a random key with Greek letters and trade marks', KEY.replaceAll('a', 'Α').replaceAll('-', '™'), 'random_key'],
  ['two random keys glued together', `${DIGITS}123e4567e12b12d1a456426655440000`, 'random_key'],
  // Nothing tells it from two keys that are glued together.
  ['a hash', `O código do livro é ${HASH}`, 'random_key'],
  ['a phone with a letter inside that shows nothing', '11\u316498765\uE0004321', 'number'],
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
  `O código do livro começa com ${HASH.slice(0, 12)}`,
  'De 18/08/2028 19:30 a 28/08/2028 19:30, a cada década cabe a fé e a face da fada',
  'Mesas A1, A2, A3, A4, B1, B2, B3, B4, C1, C2, C3, C4, D1, D2, D3 e D4',
  'Все это было обещано сообща, а вобла с свеклой и весь обед в субботу',
  'Assinado: Δάφνη Αβαδέα Βαβέα, 1ª e 2ª via, nº 3, 10ºC, Ciranda™',
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
const ORDINARY = [
  'que',
  'para as pessoas',
  'recebi',
  'o comprovante',
  'não apareceu',
  'no extrato',
  'turma ABC',
  'reunião',
  'do grupo',
  'a doação',
  'foi combinado',
  'amanhã',
  'obrigada',
]
const anyWords = fc.array(fc.constantFrom(...WORDS), { maxLength: 6 }).map((words) => words.join(' '))
const anySign = fc.constantFrom(' ', ': ', '-', ' – ', '/', '.', '\n', ' = ', '(', '"', '\u200B ', ' → ')
const runs = { numRuns: 300 }
const manyRuns = { numRuns: 2_000 }
/** Between its digits a random key may have all signs, and letters of alphabets that nobody could read a digit in. */
const ODD = [
  '',
  '',
  '',
  ' ',
  '-',
  '™',
  'º',
  'ª',
  '①',
  '❷',
  '²',
  '\u00AD',
  '\u3164',
  '\uE000',
  'ー',
  '·',
  '💛',
  '\u0301',
  '\u2800',
]
/** How a letter or a digit may be written otherwise and be read as the same. */
const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  a: ['А', 'а', 'Α', 'Ａ', 'á'],
  b: ['В', 'ь', 'Ｂ', '𝐛'],
  c: ['С', 'с', 'ç', 'ｃ'],
  e: ['е', 'Ε', 'é', '𝑒'],
  0: ['О', 'ο', '０', '٠', '𝟎'],
  3: ['З', '３', '٣'],
}

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

  test('a random key is found glued to words, with odd characters inside or look-alikes for its digits', () => {
    const odd = fc.array(fc.constantFrom(...ODD), { minLength: 36, maxLength: 36 })
    const glue = fc.constantFrom('', ' ', '\u200B', '\u00AD', '™')
    const write = fc.array(fc.nat(9), { minLength: 36, maxLength: 36 })
    fc.assert(
      fc.property(anyWords, glue, fc.uuid(), odd, write, anyWords, (before, sign, key, signs, ways, after) => {
        const digits = [...key]
        const asSigns = digits.map((digit, at) => `${digit}${signs[at]!}`).join('')
        const asDigits = digits.map((digit, at) => WRITTEN[digit]?.[ways[at]!] ?? digit).join('')
        for (const written of [asSigns, asDigits, `${key}${key}`.replaceAll('-', '')]) {
          const text = `${before}${sign}${written}${sign}${after}`
          expect(findPayable(text), text).not.toBe(null)
        }
      }),
      manyRuns,
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

test('ordinary texts of any length are not taken for one', () => {
  const anyWord = fc.constantFrom(...WORDS, ...ORDINARY)
  const between = fc.constantFrom(' ', ' ', ' ', ', ', '. ', ' – ', '\n', ': ', ' (', ') ', ' e ', ' a ', ' de ')
  const amount = fc.integer({ min: 1, max: 99_999 }).map((reais) => `R$ ${reais.toLocaleString('pt-BR')},00`)
  const figure = fc.oneof(
    fc.integer({ min: 0, max: 999 }).map(String),
    amount,
    fc.constantFrom(
      '1ª',
      '2º',
      'nº 8',
      '10%',
      '19h30',
      '19:30',
      '18/08/2028',
      '2026-2027',
      'A4',
      'B8',
      '½',
      HASH.slice(0, 8),
    ),
  )
  // A figure is told with what it counts, in words that are more than hexadecimal letters.
  const piece = fc.tuple(
    anyWord,
    between,
    anyWord,
    between,
    fc.option(figure, { freq: 3 }),
    between,
    anyWord,
    fc.constantFrom(...ORDINARY),
  )
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 40 }), (pieces) => {
      const text = pieces
        .map(
          (parts) =>
            `${parts
              .slice(0, -1)
              .map((part) => part ?? '')
              .join('')} ${parts.at(-1)}`,
        )
        .join(' ')
      expect(findPayable(text), text).toBe(null)
    }),
    manyRuns,
  )
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

test('a text of two thousand characters is judged at once, whatever it repeats', () => {
  const parts = [
    ' ',
    'a',
    '8',
    'a8',
    'a ',
    '8 ',
    'ab.',
    '-',
    '™',
    'º',
    '①',
    '🅕',
    'а',
    '\u0301',
    '12:34 ',
    '$ 1.',
    'R$ 1,00 ',
  ]
  const tookMs = (text: string) => {
    const from = performance.now()
    findPayable(text)
    return performance.now() - from
  }
  // It takes some two milliseconds. The best of three is not the busy machine's, and steps that grow with the square take hundreds.
  for (const part of parts) {
    const text = `${part.repeat(2_000).slice(0, 2_000)}x`
    expect(Math.min(tookMs(text), tookMs(text), tookMs(text)), part).toBeLessThan(30)
  }
})
