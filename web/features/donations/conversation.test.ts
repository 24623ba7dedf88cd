import { expect, test } from 'vitest'
import { conversationOf, dayOfSaid } from './conversation.ts'

const told = {
  donor: { firstName: 'Bruno' },
  receiver: { firstName: 'Lurdes' },
  status: 'PENDING_PAYMENT',
  rejections: [],
  receipt_sent_at: null,
  receipt_seen_at: null,
  endedAt: null,
  settlement: null,
  answer_due: null,
  late: false,
  amount: 100,
  paid: 0,
  missing: 100,
  receipt_amount: null,
  parts: [],
  allowed: ['confirm'],
  is_reported: false,
  report_resolved: false,
} as unknown as Parameters<typeof conversationOf>[0]
const texts = (donation: Partial<typeof told>, side: 'donor' | 'receiver') =>
  conversationOf({ ...told, ...donation }, side).map(({ text }) => text)

const MONDAY = '2026-11-09T15:00:00.000Z'
const TUESDAY = '2026-11-10T15:00:00.000Z'

test('a donation tells itself as the two would: who paid, who saw it, who confirmed, and what is awaited', () => {
  expect(texts({}, 'donor')).toEqual([])
  const paid = { status: 'PENDING_CONFIRMATION', receipt_sent_at: MONDAY } as const
  expect(texts(paid, 'donor')).toEqual(['Você pagou', 'Falta Lurdes confirmar.'])
  expect(texts(paid, 'receiver')).toEqual(['Bruno pagou', 'Falta você confirmar.'])
  expect(texts({ ...paid, allowed: [] }, 'receiver')).toEqual(['Bruno pagou', 'Falta confirmar.'])
  const seen = { ...paid, receipt_seen_at: TUESDAY, answer_due: '2026-11-12T15:00:00.000Z' }
  expect(texts(seen, 'donor')).toEqual(['Você pagou', 'Lurdes viu', 'Lurdes tem até quinta, 12/11, para confirmar.'])
  expect(texts({ ...seen, status: 'CONFIRMED', endedAt: TUESDAY }, 'receiver')).toEqual([
    'Bruno pagou',
    'Você viu',
    'Você confirmou',
  ])
  // A decision is not told as the word of somebody who may have said the contrary.
  const settlement = { outcome: 'confirm', reason: null, at: TUESDAY, proof: null } as const
  expect(texts({ ...paid, status: 'CONFIRMED', endedAt: TUESDAY, settlement }, 'receiver')).toEqual([
    'Bruno pagou',
    'A administração confirmou',
  ])
})

test('a receipt without money stays in it, before the next one', () => {
  const rejected = { sent_at: MONDAY, rejected_at: TUESDAY } as (typeof told)['rejections'][number]
  const said = conversationOf({ ...told, rejections: [rejected], receipt_sent_at: TUESDAY }, 'donor')
  expect(said.map(({ text, is }) => [text, is])).toEqual([
    ['Você pagou', 'done'],
    ['Lurdes não encontrou o dinheiro', 'bad'],
    ['Você pagou', 'done'],
  ])
  expect(said.map(dayOfSaid)).toEqual(['segunda, 09/11', 'terça, 10/11', 'terça, 10/11'])
})

test('a donation in parts tells each of them with its sum, and what is missing', () => {
  const part = { amount: 40, sent_at: MONDAY, confirmed_at: MONDAY } as (typeof told)['parts'][number]
  const half = { parts: [part], paid: 40, missing: 60 }
  const money = (lines: string[]) => lines.map((line) => line.replaceAll('\u00A0', ' '))
  expect(money(texts(half, 'donor'))).toEqual(['Você pagou R$ 40,00', 'Lurdes confirmou', 'Faltam R$ 60,00.'])
  const whole = { ...half, missing: 0, status: 'CONFIRMED', receipt_sent_at: TUESDAY, endedAt: TUESDAY } as const
  expect(money(texts(whole, 'receiver'))).toEqual([
    'Bruno pagou R$ 40,00',
    'Você confirmou',
    'Bruno pagou R$ 60,00',
    'Você confirmou',
  ])
})
