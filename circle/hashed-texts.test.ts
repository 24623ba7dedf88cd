import { describe, expect, test } from 'vitest'
import { caseWordsText, rejectionNote, spokenMore, spokenText } from './case-words.ts'
import type { CaseWords } from './case-words.ts'
import { KEY_WAIT_MS, paymentKeyText } from './payment-key.ts'
import { presets } from './plan.ts'
import { nameHashText, termsHashText } from './terms.ts'
import type { TermsDocument } from './terms.ts'

const words: CaseWords = {
  circleId: 'c',
  reportId: 'r',
  wordsId: 'w',
  what: 'request',
  text: 'Envie o extrato.',
  more: null,
  of: 'donor',
  until: '2026-11-30',
  picture: null,
}

describe('what the ledger holds a hash of is the published text, to the letter', () => {
  test('of a payment key', () => {
    const key = { pixKey: 'ana@exemplo.invalid', pixOwnerName: 'Ana', btcAddress: null, usdtAddress: '0x1' }
    expect(paymentKeyText('55', key)).toBe(
      'ciranda payment key v1\n' +
        '{"btcAddress":null,"pixKey":"ana@exemplo.invalid","pixOwnerName":"Ana","salt":"55","usdtAddress":"0x1"}',
    )
  })

  test('of words of a case', () => {
    expect(caseWordsText('55', words)).toBe(
      'ciranda case v1\n' +
        '{"circle_id":"c","more":null,"of":"donor","picture":null,"report_id":"r","salt":"55","text":"Envie o extrato.",' +
        '"until":"2026-11-30","what":"request","words_id":"w"}',
    )
  })

  test('of words that a device signs', () => {
    const spoken = { salt: '55', about: 'd', text: 'Paguei.', more: null, picture: 'ff' }
    expect(spokenText(spoken)).toBe(
      'ciranda words v1\n{"about":"d","more":null,"picture":"ff","salt":"55","text":"Paguei."}',
    )
  })

  test('of a circle’s name', () => {
    expect(nameHashText('c', 'Roda')).toBe('ciranda name v1\n{"circle_id":"c","name":"Roda"}')
  })

  test('of its terms: each thing that a person accepts, and nothing that a circle does not have', () => {
    const document: TermsDocument = {
      circleId: 'c',
      plan: presets.roda,
      operator: null,
      text: [{ key: 'k', text: 't' }],
    }
    const { plan } = document
    const level =
      '{"contributes":true,"donationCents":10000,"onCompletion":"back_of_queue","owed":[],"owedWhen":"upgrade_accepted","required":11}'
    const planText = `{"deadlineDays":30,"levels":[${level}],"name":"${plan.name}","version":1}`
    const rest = `"operator":null,"plan":${planText}`
    const texts = '"text":[{"key":"k","text":"t"}]'
    expect(termsHashText(document)).toBe(`ciranda terms v1\n{"circle_id":"c",${rest},${texts}}`)
    const full = { ...document, administrators: [{ id: 'a', name: 'Ana' }], rotation: 2 }
    expect(termsHashText(full)).toBe(
      `ciranda terms v1\n{"administrators":[{"id":"a","name":"Ana"}],"circle_id":"c",${rest},"rotation":2,${texts}}`,
    )
  })
})

describe('beside a person’s own words', () => {
  test('the sentence that a rejection adds is nobody’s, and all else is theirs', () => {
    expect(rejectionNote(2)).toBe('Aberto pela 2ª recusa de comprovante desta doação.')
    expect([null, rejectionNote(2), rejectionNote(12)].map(spokenMore)).toEqual([null, null, null])
    const own = [
      'Já paguei.',
      `${rejectionNote(2)} E mais.`,
      `Vi: ${rejectionNote(2)}`,
      'Aberto pela 2ª',
      rejectionNote(NaN),
    ]
    expect(own.map(spokenMore)).toEqual(own)
  })
})

test('a key that somebody changed waits a day, and three where the administration did', () => {
  expect(KEY_WAIT_MS).toEqual({ member: 86_400_000, administration: 3 * 86_400_000 })
})
