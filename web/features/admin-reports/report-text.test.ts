import { describe, expect, test } from 'vitest'
import { effectOf, eventText, outcomeHint, outcomesFor, standingText } from './report-text.ts'

const event = (kind: string, set: object = {}) => ({
  seq: 1,
  at: '2026-11-10T12:00:00.000Z',
  kind,
  by: null,
  deadline: null,
  status: null,
  outcome: null,
  reason: null,
  ...set,
})

test('only outcomes that the server would accept are offered', () => {
  const outcomes = [
    { outcome: 'keep', effect: 'void' },
    { outcome: 'confirm', effect: 'counts' },
  ] as const
  expect(outcomesFor('RESOLVED', { outcomes: [...outcomes] })).toEqual(['keep', 'confirm'])
  expect(outcomesFor('RESOLVED', { outcomes: [] })).toEqual(['keep'])
  for (const resolution of ['INVESTIGATING', 'NEEDS_MORE_INFO', 'REJECTED'] as const)
    expect(outcomesFor(resolution, { outcomes: [...outcomes] })).toEqual(['keep'])
  // A donation that its case alone keeps open ends with it, however that is decided, and not while it is looked into.
  expect(effectOf('REJECTED', 'keep', { outcomes: [...outcomes] })).toBe('void')
  expect(effectOf('INVESTIGATING', 'keep', { outcomes: [...outcomes] })).toBe('stays')
})

test('keeping says what that means for a donation in its state', () => {
  const keep = { outcome: 'keep', effect: 'stays' } as const
  expect(outcomeHint(keep, 'PENDING_PAYMENT')).toMatch(/prazo é adiado/)
  expect(outcomeHint(keep, 'PENDING_CONFIRMATION')).toMatch(/à espera da confirmação/)
  expect(outcomeHint(keep, 'EXPIRED')).toMatch(/já foi encerrada/)
  expect(outcomeHint({ outcome: 'keep', effect: 'void' }, 'PENDING_PAYMENT')).toMatch(/termina com o caso/)
})

test('cancelling says whether its donor is asked for it again', () => {
  const cancelled = (effect: 'again' | 'void') => outcomeHint({ outcome: 'cancel', effect }, 'PENDING_PAYMENT')
  expect(cancelled('again')).toMatch(/volta para a lista, para ser combinado de novo/)
  expect(cancelled('void')).toMatch(/não é mais devida/)
})

describe('a line of the history', () => {
  test.each([
    [event('donation.matched', { deadline: '2026-12-10T15:00:00.000Z' }), /^Doação criada, com prazo até 10\/12\/2026/],
    [event('donation.handed_over'), /^Um dos dois lugares passou a outra pessoa/],
    [
      event('contribution.paused', { deadline: '2026-12-10T15:00:00.000Z' }),
      /^Pausa de um mês: prazo até 10\/12\/2026/,
    ],
    [event('donation.receipt_sent'), /^Comprovante enviado$/],
    [event('donation.cancelled', { reason: 'report' }), /^Doação cancelada: decisão de um report$/],
    [event('donation.cancelled', { reason: 'something_new' }), /^Doação cancelada$/],
    [event('report.status_changed', { status: 'INVESTIGATING' }), /^Report passou a Investigando$/],
    [
      event('report.ended', { status: 'RESOLVED', outcome: 'confirm' }),
      /^Report encerrado como Resolvido · recebimento confirmado$/,
    ],
    [event('something.new'), /^something\.new$/],
  ])('%j', (line, words) => expect(eventText(line)).toMatch(words))
})

test('a side’s earlier donations are counted in words', () => {
  expect(standingText({ confirmed: 12, expired: 1, cancelled: 0, reported: 2 })).toBe(
    '12 confirmadas · 1 expirada · 2 reportadas',
  )
  expect(standingText({ confirmed: 0, expired: 0, cancelled: 0, reported: 0 })).toBe('nenhuma encerrada ainda')
})
