import { getPixPayloadInfo } from '@brazilian-utils/brazilian-utils/get-pix-payload-info'
import { generatePixPayload } from '@brazilian-utils/brazilian-utils/generate-pix-payload'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeBrCode, txidOf } from './br-code.ts'
import { crc16 } from './crc16.ts'
import { demonstrationPixKey } from './demonstration.ts'
import { normalizePixKey } from './pix-key.ts'
import { anyKey } from './testing/arbitraries.ts'
import { brCodeMessages, parseBrCode } from './read-br-code.ts'

/** The example of the Banco Central's Manual do BR Code. */
const MANUAL =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D'

const withCheck = (body: string) => `${body}6304${crc16(`${body}6304`)}`
const tlv = (id: string, value: string) => `${id}${String(value.length).padStart(2, '0')}${value}`
const code = (fields: Partial<Record<string, string>> = {}) => {
  const all: Record<string, string | undefined> = {
    '00': '01',
    '26': tlv('00', 'br.gov.bcb.pix') + tlv('01', 'maria@example.com'),
    '52': '0000',
    '53': '986',
    '58': 'BR',
    '59': 'Maria',
    '60': 'RECIFE',
    '62': tlv('05', '***'),
    ...fields,
  }
  return withCheck(
    Object.entries(all)
      .filter((entry): entry is [string, string] => entry[1] !== undefined)
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([id, value]) => tlv(id, value))
      .join(''),
  )
}

describe('the CRC', () => {
  test.each([
    ['123456789', '29B1'],
    ['', 'FFFF'],
    [MANUAL.slice(0, -4), '1D3D'],
  ])('of %j is %s', (text, crc) => {
    expect(crc16(text)).toBe(crc)
  })
})

describe('making a code', () => {
  test('gives the manual’s example, character for character', () => {
    expect(makeBrCode({ key: '123e4567-e12b-12d1-a456-426655440000', name: 'Fulano de Tal', city: 'BRASILIA' })).toBe(
      MANUAL,
    )
  })

  const anyCode = fc.record(
    {
      who: anyKey,
      name: fc.string({ unit: 'grapheme', maxLength: 60 }),
      city: fc.string({ unit: 'grapheme', maxLength: 40 }),
      amountCents: fc.integer({ min: 1, max: 999_999_999_999 }),
      txid: fc.stringMatching(/^[A-Za-z0-9]{1,25}$/),
      description: fc.string({ unit: 'grapheme', maxLength: 100 }),
    },
    { requiredKeys: ['who', 'name', 'city'] },
  )

  test('whatever the names, both this parser and the library’s read back what was meant', () => {
    fc.assert(
      fc.property(anyCode, ({ who, ...rest }) => {
        const text = makeBrCode({ key: who.key, ...rest })
        const ours = parseBrCode(text)
        const theirs = getPixPayloadInfo(text)
        expect(ours).toMatchObject({
          ok: true,
          key: who.key,
          amountCents: rest.amountCents ?? null,
          txid: rest.txid ?? null,
        })
        expect(theirs).toMatchObject({ key: who.key, pointOfInitiation: 'static' })
        expect(theirs?.amount).toBe(rest.amountCents === undefined ? undefined : rest.amountCents / 100)
        expect(theirs?.txid).toBe(rest.txid)
        expect(theirs!.merchantName).toMatch(/^[A-Za-z0-9.-](?:[A-Za-z0-9 .-]{0,23}[A-Za-z0-9.-])?$/)
        expect(theirs!.merchantCity).toMatch(/^[A-Za-z0-9.-](?:[A-Za-z0-9 .-]{0,13}[A-Za-z0-9.-])?$/)
        expect(ours).toMatchObject({
          name: theirs!.merchantName,
          city: theirs!.merchantCity,
          description: theirs!.description ?? null,
        })
        expect(text).toMatch(/^[\x20-\x7e]+$/)
      }),
    )
  })

  test('it writes what the library writes', () => {
    const text = makeBrCode({
      key: '52998224725',
      name: 'Fulano de Tal',
      city: 'Brasília',
      amountCents: 12_345,
      txid: 'ABC123',
      description: 'Doacao',
    })
    expect(text).toBe(
      generatePixPayload({
        key: '52998224725',
        merchantName: 'Fulano de Tal',
        merchantCity: 'Brasília',
        amount: 123.45,
        txid: 'ABC123',
        description: 'Doacao',
      }),
    )
  })

  test('accents are folded, what cannot be is dropped, and no name is empty', () => {
    expect(
      parseBrCode(
        makeBrCode({ key: 'a@b.co', name: 'João  D’Ávila Conceição dos Santos Ção', city: 'São José dos Campos' }),
      ),
    ).toMatchObject({ name: 'Joao DAvila Conceicao dos', city: 'Sao Jose dos Ca' })
    expect(parseBrCode(makeBrCode({ key: 'a@b.co', name: '山田', city: '🎉' }))).toMatchObject({
      name: 'RECEBEDOR',
      city: 'BRASIL',
    })
  })

  test.each([
    [1, '0.01'],
    [10_000, '100.00'],
    [160_050, '1600.50'],
    [999_999_999_999, '9999999999.99'],
  ])('%i centavos are written %s', (amountCents, text) => {
    expect(makeBrCode({ key: 'a@b.co', name: 'A', city: 'B', amountCents })).toContain(tlv('54', text))
  })

  test('with the longest key the account still fits its 99 characters', () => {
    const text = makeBrCode({ key: `${'a'.repeat(65)}@example.com`, name: 'A', city: 'B', description: 'não cabe' })
    expect(text).toContain('2699')
    expect(parseBrCode(text)).toMatchObject({ ok: true, description: null })
  })

  test.each([0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 1_000_000_000_000])(
    'an amount of %d centavos is a bug',
    (amountCents) => {
      expect(() => makeBrCode({ key: 'a@b.co', name: 'A', city: 'B', amountCents })).toThrow(RangeError)
    },
  )

  test('so is a key or a txid that no code can carry', () => {
    expect(() => makeBrCode({ key: 'a'.repeat(78), name: 'A', city: 'B' })).toThrow(RangeError)
    expect(() => makeBrCode({ key: '', name: 'A', city: 'B' })).toThrow(RangeError)
    expect(() => makeBrCode({ key: 'maría@b.co', name: 'A', city: 'B' })).toThrow(RangeError)
    expect(() => makeBrCode({ key: 'a@b.co', name: 'A', city: 'B', txid: '***' })).toThrow(RangeError)
    expect(() => makeBrCode({ key: 'a@b.co', name: 'A', city: 'B', txid: 'a'.repeat(26) })).toThrow(RangeError)
  })
})

describe('reading a code', () => {
  test('the manual’s example, space around it forgiven, the check in either case', () => {
    const read = {
      ok: true,
      key: '123e4567-e12b-12d1-a456-426655440000',
      name: 'Fulano de Tal',
      city: 'BRASILIA',
      amountCents: null,
      txid: null,
      description: null,
    }
    expect(parseBrCode(MANUAL)).toEqual(read)
    expect(parseBrCode(`\n ${MANUAL}\t\u00a0`)).toEqual(read)
    expect(parseBrCode(MANUAL.replace(/1D3D$/, '1d3d'))).toEqual(read)
  })

  test('any one character changed, lost or doubled is noticed', () => {
    fc.assert(
      fc.property(fc.nat({ max: MANUAL.length - 1 }), fc.integer({ min: 0x20, max: 0x7e }), (at, byte) => {
        const character = String.fromCharCode(byte)
        const [before, after] = [MANUAL.slice(0, at), MANUAL.slice(at + 1)]
        for (const wrong of [before + character + after, before + after, before + MANUAL[at]! + MANUAL[at]! + after]) {
          if (wrong.trim().toUpperCase() !== MANUAL.toUpperCase()) expect(parseBrCode(wrong).ok, wrong).toBe(false)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  test('no text makes it throw', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => parseBrCode(text).ok === false))
    fc.assert(
      fc.property(
        fc.stringMatching(/^[0-9A-Z]{0,80}$/),
        (text) => parseBrCode(withCheck(`000201${text}`)).ok === false,
      ),
    )
  })

  test('a dynamic code is recognised and said so', () => {
    const dynamic = generatePixPayload({
      url: 'pix.example.com/qr/v2/9d36b84fc70b478fb95c12729b90ca25',
      merchantName: 'Fulano',
      merchantCity: 'Brasilia',
    })!
    expect(parseBrCode(dynamic)).toEqual({ ok: false, fault: 'dynamic', message: brCodeMessages.dynamic })
  })

  test.each([
    ['text of another kind', 'olá', 'not_br_code'],
    ['an empty text', '', 'not_br_code'],
    ['a key alone', 'maria@example.com', 'not_br_code'],
    ['a code cut short', MANUAL.slice(0, -10), 'incomplete'],
    ['a wrong check', MANUAL.replace('Fulano', 'Gulano'), 'wrong_check'],
    ['a broken structure', withCheck('00020126990014br.gov.bcb.pix'), 'malformed'],
    ['something after the check', withCheck(`${code()}6304`), 'malformed'],
    ['an id twice', withCheck(code().slice(0, -8) + tlv('60', 'RECIFE')), 'malformed'],
    ['another scheme’s account', code({ '26': tlv('00', 'com.example') + tlv('01', 'x') }), 'malformed'],
    ['another currency', code({ '53': '840' }), 'malformed'],
    ['another country', code({ '58': 'AR' }), 'malformed'],
    ['no name', code({ '59': undefined }), 'malformed'],
    ['an amount with a comma', code({ '54': '10,00' }), 'malformed'],
    ['a negative amount', code({ '54': '-1.00' }), 'malformed'],
    [
      'a key and a URL',
      code({ '26': tlv('00', 'br.gov.bcb.pix') + tlv('01', 'a@b.co') + tlv('25', 'x.com/y') }),
      'malformed',
    ],
  ])('%s is refused', (_, text, fault) => {
    expect(parseBrCode(text)).toMatchObject({ ok: false, fault })
  })

  test('what banks vary is accepted: another template, 01, a whole or a zero amount, no txid, a long name', () => {
    const account = tlv('00', 'BR.GOV.BCB.PIX') + tlv('01', 'maria@example.com')
    expect(parseBrCode(code({ '26': tlv('00', 'com.example'), '27': account }))).toMatchObject({
      ok: true,
      key: 'maria@example.com',
    })
    expect(parseBrCode(code({ '01': '11', '62': undefined }))).toMatchObject({ ok: true, txid: null })
    expect(parseBrCode(code({ '54': '100' }))).toMatchObject({ amountCents: 10_000 })
    expect(parseBrCode(code({ '54': '1.5' }))).toMatchObject({ amountCents: 150 })
    expect(parseBrCode(code({ '54': '0.00' }))).toMatchObject({ amountCents: null })
    expect(parseBrCode(code({ '59': 'Maria da Conceição Aparecida de Souza' }))).toMatchObject({
      ok: true,
      name: 'Maria da Conceição Aparecida de Souza',
    })
  })
})

describe('the txid of a donation', () => {
  test('is 25 letters and digits that give the id back', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        const txid = txidOf(id)
        expect(txid).toMatch(/^[0-9A-Z]{25}$/)
        const back = [...txid].reduce((value, digit) => value * 36n + BigInt(Number.parseInt(digit, 36)), 0n)
        expect(back.toString(16).padStart(32, '0')).toBe(id.replaceAll('-', ''))
      }),
    )
    expect(txidOf('ffffffff-ffff-ffff-ffff-ffffffffffff')).toHaveLength(25)
  })

  test('of anything else is a bug', () => {
    expect(() => txidOf('42')).toThrow(RangeError)
  })
})

describe('a demonstration’s key', () => {
  test('is a well-formed e-mail key in a domain that cannot exist, the same for the same seed', () => {
    fc.assert(
      fc.property(fc.string(), (seed) => {
        const key = demonstrationPixKey(seed)
        expect(key).toMatch(/^[0-9a-f]{16}@demonstracao\.invalid$/)
        expect(normalizePixKey('email', key)).toEqual({ ok: true, key })
        expect(demonstrationPixKey(seed)).toBe(key)
        expect(
          getPixPayloadInfo(makeBrCode({ key, name: 'DEMONSTRACAO NAO PAGUE', city: 'BRASIL', amountCents: 10_000 })),
        ).toMatchObject({ key, amount: 100 })
      }),
    )
    expect(demonstrationPixKey('a')).not.toBe(demonstrationPixKey('b'))
  })
})
