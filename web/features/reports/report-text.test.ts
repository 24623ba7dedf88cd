import { describe, expect, test } from 'vitest'
import { outcomeText, stateNotes, THANKS } from './report-text.ts'

const report = { report_resolved: false, report_resolution: null, report_resolution_message: null } as const
const titles = (changes: Partial<Parameters<typeof stateNotes>[0]>) =>
  stateNotes({ ...report, ...changes }).map(({ title }) => title)

describe('the notes about a report', () => {
  test.each([
    [{}, ['Aguardando Análise']],
    [{ report_resolution: 'INVESTIGATING' }, ['Em Investigação']],
    [{ report_resolution: 'NEEDS_MORE_INFO' }, ['Aguardando Análise']],
    [
      { report_resolution: 'NEEDS_MORE_INFO', report_resolution_message: 'Qual foi o banco?' },
      ['Aguardando Análise', 'A administração precisa de mais informações'],
    ],
    [
      { report_resolution: 'INVESTIGATING', report_resolution_message: 'Falamos com o doador.' },
      ['Em Investigação', 'Mensagem da administração'],
    ],
    [{ report_resolved: true, report_resolution: 'RESOLVED' }, ['Resolução Administrativa']],
    [{ report_resolved: true, report_resolution: 'REJECTED' }, ['Resolução Administrativa', 'Report Dispensado']],
  ] as const)('%o', (changes, expected) => {
    expect(titles(changes)).toEqual(expected)
  })

  test('a decision without a message shows the default thanks', () => {
    expect(
      stateNotes({
        ...report,
        report_resolved: true,
        report_resolution: 'RESOLVED',
        report_resolution_message: '  ',
      })[0]!.text,
    ).toBe(THANKS)
    expect(
      stateNotes({
        ...report,
        report_resolved: true,
        report_resolution: 'RESOLVED',
        report_resolution_message: 'Pago.',
      })[0]!.text,
    ).toBe('Pago.')
  })

  test('the outcome for the donation is shown once the report is decided', () => {
    const told = (donation_outcome: string | null, report_resolved = true) =>
      outcomeText({ report_resolved, donation_outcome, donation_status: 'PENDING_PAYMENT' })
    expect([told('keep', false), told('keep'), told(null), told('confirm'), told('cancel')]).toEqual([
      null,
      'A doação continuou como estava.',
      'A doação continuou como estava.',
      'A administração confirmou a doação.',
      'A administração cancelou a doação.',
    ])
    const kept = { report_resolved: true, donation_outcome: 'keep', donation_status: 'CANCELLED' } as const
    expect(outcomeText(kept)).toBe('A decisão não confirmou a doação, que foi cancelada.')
  })
})
