import { expect, test } from 'vitest'
import type { Case } from './api.ts'
import { outcomeText } from './case-text.ts'

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
