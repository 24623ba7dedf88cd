import { expect, test } from 'vitest'
import type { Case } from './api.ts'
import { askedUntil, outcomeText, proposalText } from './case-text.ts'

test('a case that ended because the money came says so, and not that the donation stayed as it was', () => {
  const ended = { report_resolved: true, report_resolution: 'RESOLVED', donation_outcome: 'keep' } as const
  const decision = { kind: 'decision', outcome: 'keep' } as Case['timeline'][number]
  const paid = { ...ended, donation_status: 'CONFIRMED' } as const
  expect(outcomeText({ ...paid, timeline: [] })).toBe('O dinheiro chegou, e o caso terminou com isso.')
  expect(outcomeText({ ...paid, timeline: [decision] })).toBe('A doação continuou como estava.')
  expect(outcomeText({ ...ended, donation_status: 'PENDING_PAYMENT', timeline: [decision] })).toBe(
    'A doação continuou como estava.',
  )
})

test('a decision that is only proposed says in whole sentences how the donation would stand', () => {
  const said = (of: 'report' | 'appeal', outcome: string) =>
    proposalText({ of, outcome, due_at: null }, (at) => at).replace(/\. .*/, '')
  expect(said('report', 'confirm')).toBe(
    'Uma decisão deste caso está proposta: a doação seria dada como paga e confirmada',
  )
  expect(said('report', 'cancel')).toBe('Uma decisão deste caso está proposta: a doação seria cancelada')
  expect(said('appeal', 'keep')).toBe('A decisão do recurso está proposta: a doação ficaria como está')
})

test('a case asks its reader until the first day that is not over, while nobody answered and it is open', () => {
  const asks = (
    until: string,
    { of = 'donor', answered = false }: { of?: 'donor' | 'receiver'; answered?: boolean } = {},
  ) => ({
    of,
    answered,
    until,
  })
  const open = { report_resolved: false, side: 'donor' } as const
  const timeline = [asks('2026-11-20'), asks('2026-11-14'), asks('2026-11-10'), asks('2026-11-12', { answered: true })]
  expect(askedUntil({ ...open, timeline }, '2026-11-11')).toBe('2026-11-14')
  expect(askedUntil({ ...open, timeline }, '2026-11-14')).toBe('2026-11-14')
  expect(askedUntil({ ...open, timeline }, '2026-11-15')).toBe('2026-11-20')
  expect(askedUntil({ ...open, timeline }, '2026-11-21')).toBeNull()
  expect(askedUntil({ ...open, report_resolved: true, timeline }, '2026-11-11')).toBeNull()
  expect(askedUntil({ ...open, side: 'receiver', timeline }, '2026-11-11')).toBeNull()
  expect(askedUntil({ ...open, timeline: [{ of: null, answered: null, until: null }] }, '2026-11-11')).toBeNull()
})
