import { say } from '#web/text/say.ts'
import type { Report } from './api.ts'

export type StateNote = {
  readonly title: string
  readonly text: string
  readonly tone: 'done' | 'wait' | 'look' | 'over'
}

type Known = Pick<Report, 'report_resolved' | 'report_resolution' | 'report_resolution_message'>

export const THANKS = 'Obrigado por nos avisar. Seu report foi analisado pela administração e está concluído.'

/** The notes about a report's state that its details show. */
export function stateNotes({
  report_resolved,
  report_resolution,
  report_resolution_message,
}: Known): readonly StateNote[] {
  const message = report_resolution_message?.trim() ?? ''
  const dismissed: StateNote[] =
    report_resolution === 'REJECTED'
      ? [
          {
            title: say('Report Dispensado'),
            text: say('Após análise, este report foi dispensado pela administração.'),
            tone: 'over',
          },
        ]
      : []
  if (report_resolved)
    return [{ title: 'Resolução Administrativa', text: message || say(THANKS), tone: 'done' }, ...dismissed]
  const standing: StateNote =
    report_resolution === 'INVESTIGATING'
      ? {
          title: 'Em Investigação',
          text: 'Sua denúncia está sendo investigada pela equipe administrativa.',
          tone: 'look',
        }
      : {
          title: 'Aguardando Análise',
          text: 'Sua denúncia foi recebida e está aguardando análise da equipe administrativa.',
          tone: 'wait',
        }
  // A message sent before the decision, such as a question, must reach the reporter.
  const said: StateNote[] = message
    ? [
        {
          title:
            report_resolution === 'NEEDS_MORE_INFO'
              ? 'A administração precisa de mais informações'
              : 'Mensagem da administração',
          text: message,
          tone: 'look',
        },
      ]
    : []
  return [standing, ...said, ...dismissed]
}

/** Describes what a decision did to the donation; null while nothing is decided. */
export function outcomeText({
  report_resolved,
  donation_outcome,
  donation_status,
}: Pick<Report, 'report_resolved' | 'donation_outcome' | 'donation_status'>): string | null {
  if (!report_resolved) return null
  if (donation_outcome === 'confirm') return 'A administração confirmou a doação.'
  if (donation_outcome === 'cancel') return 'A administração cancelou a doação.'
  // Cancelled with its case, which alone kept it open, or later.
  return donation_status === 'CANCELLED'
    ? 'A decisão não confirmou a doação, que foi cancelada.'
    : 'A doação continuou como estava.'
}
