import { expect, test } from 'vitest'
import type { Case } from './api.ts'
import { outcomeText, proposalText } from './case-text.ts'

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
