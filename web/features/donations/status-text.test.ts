import { expect, test } from 'vitest'
import { donationStatuses } from '#contracts/labels.ts'
import type { Donation } from './api.ts'
import { answerText, donationStatusText, donationStatusTone, reportedText } from './status-text.ts'

test('a pending donation says whose move it is, and an ended one only its state', () => {
  const text = (status: (typeof donationStatuses)[number], side: 'donor' | 'receiver', waiting = false) =>
    donationStatusText({ status, waiting, allowed: ['confirm'] }, side)
  expect(text('PENDING_PAYMENT', 'donor')).toBe('Pendente · você paga')
  expect(text('PENDING_CONFIRMATION', 'donor')).toBe('Pendente · quem recebe confirma')
  expect(text('PENDING_PAYMENT', 'receiver')).toBe('Pendente · quem doa paga')
  expect(text('PENDING_CONFIRMATION', 'receiver')).toBe('Pendente · você confirma')
  expect(text('PENDING_PAYMENT', 'donor', true)).toBe('Pendente · ainda sem receptor')
  expect(text('CONFIRMED', 'receiver')).toBe('Concluída')
  expect(text('EXPIRED', 'donor')).toBe('Expirada')
})

test('a receiver who may not answer is not told to', () => {
  const allowed: Donation['allowed'] = ['view_receipt']
  const ofNoReport = { is_reported: false, report_resolved: false }
  const receipt = { waiting: false, answer_due: '2026-11-15T12:00:00Z', receiver: null, allowed, ...ofNoReport }
  const told = [false, true].map((late) => answerText({ ...receipt, late }, 'receiver'))
  told.push(donationStatusText({ ...receipt, status: 'PENDING_CONFIRMATION' }, 'receiver'))
  expect(told.join()).not.toMatch(/você|seu prazo/i)
})

test('under an open problem nobody is told to answer by a day, or that somebody did not', () => {
  const allowed: Donation['allowed'] = ['confirm']
  const receiver = { firstName: 'Lurdes' } as Donation['receiver']
  const receipt = { answer_due: '2026-11-15T12:00:00Z', receiver, allowed, is_reported: true, report_resolved: false }
  const decides = ' Há um problema em aberto, que a administração vai decidir.'
  for (const late of [false, true]) {
    expect(answerText({ ...receipt, late }, 'donor')).toBe(decides)
    expect(answerText({ ...receipt, late }, 'receiver')).toBe(`${decides} Se o dinheiro chegou, confirme.`)
    expect(answerText({ ...receipt, late, allowed: [] }, 'receiver')).toBe(decides)
    // A contribution without a time to answer may have a problem too.
    expect(answerText({ ...receipt, late, answer_due: null }, 'donor')).toBe(decides)
  }
  expect(answerText({ ...receipt, late: true, report_resolved: true }, 'donor')).toMatch(/^ Lurdes não respondeu/)
})

test('pending has one colour, whoever must move', () => {
  expect(donationStatuses.map(donationStatusTone)).toEqual(['wait', 'wait', 'done', 'over', 'over'])
})

test('who reports is told what holds the deadline: nothing where it has passed, and a decision after a rejected receipt', () => {
  const now = Date.parse('2026-11-10T12:00:00Z')
  const rejections: Donation['rejections'] = []
  const donation = { status: 'PENDING_PAYMENT' as const, rejections, paid: 0, overdue: false }
  const said = (more: object, side: 'donor' | 'receiver' = 'donor') =>
    reportedText({ ...donation, deadline: '2026-11-20T12:00:00Z', ...more }, side, now)
  expect(said({})).toMatch(/fica parado até lá, por 14 dias no máximo\.$/)
  expect(said({ deadline: '2026-11-09T12:00:00Z' })).toMatch(/vai analisar\.$/)
  expect(said({ overdue: true })).toMatch(/vai analisar\.$/)
  for (const told of [said({ rejections: [{}] }), said({ paid: 40 }), said({}, 'receiver')])
    expect(told).toMatch(/fica parado até lá\.$/)
})
