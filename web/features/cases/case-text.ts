import { memberReportStatusLabels } from '#contracts/labels.ts'
import type { DonationOutcome } from '#contracts/labels.ts'
import { say } from '#web/text/say.ts'
import type { Case, CaseItem } from './api.ts'

type Side = 'donor' | 'receiver'

const sides: Readonly<Record<CaseItem['by'], string>> = {
  donor: 'Quem doa',
  receiver: 'Quem recebe',
  administration: 'A administração',
  fiscal: 'Um fiscal da roda',
}

/** The effect of a decision on the donation. */
export const outcomes: Readonly<Record<DonationOutcome, string>> = {
  keep: 'mantida como estava',
  confirm: 'recebimento confirmado',
  cancel: 'cancelada',
}

/** The same of a decision that is only proposed. */
const proposed: Readonly<Record<DonationOutcome, string>> = {
  keep: 'ficaria como está',
  confirm: 'seria dada como paga e confirmada',
  cancel: 'seria cancelada',
}

/** A name as it stands in a heading: '… · você' where it is the reader. */
export function authorText({ by, is_own, author }: CaseItem, { donor, receiver }: Case): string {
  if (by === 'administration' || by === 'fiscal') return author === null ? sides[by] : `${sides[by]} (${author})`
  return is_own ? 'Você' : `${(by === 'donor' ? donor : receiver).name} (${sides[by].toLowerCase()})`
}

const kinds: Readonly<Record<Exclude<CaseItem['kind'], 'status' | 'request'>, string>> = {
  opened: 'abriu o report',
  statement: 'escreveu',
  message: 'escreveu',
  decision: 'decidiu',
  appeal: 'recorreu da decisão',
  appeal_decision: 'decidiu o recurso',
}

/** The heading of one thing in the timeline: 'Você abriu o report', 'A administração pede a você, até 25/11'. */
export function headingText(item: CaseItem, of: Case): string {
  const author = authorText(item, of)
  if (item.kind === 'opened' && item.by === 'administration') return `${author} abriu o caso`
  if (item.kind === 'request') return `${author} pede a ${askedText(item.of!, of)}, até ${dayAndMonth(item.until!)}`
  if (item.kind === 'status') return `${author} mudou a situação: ${memberReportStatusLabels[item.status!]}`
  if (item.kind === 'appeal_decision')
    return `${author} ${say(kinds[item.kind])}: a primeira decisão ${item.decision === 'UPHELD' ? 'vale' : 'muda'}`
  return `${author} ${say(kinds[item.kind])}`
}

function askedText(side: Side, { side: own, donor, receiver }: Case): string {
  if (side === own) return 'você'
  return (side === 'donor' ? donor : receiver).name
}

/** A day, 2026-11-25, as 25/11. */
function dayAndMonth(day: string): string {
  return `${day.slice(8)}/${day.slice(5, 7)}`
}

/** Whether a request came to nothing so far: said in words, with the day. Null where it was answered. */
export function requestText({ answered, until }: CaseItem, today: string): string | null {
  if (answered !== false || until === null) return null
  return until < today ? 'O dia passou sem resposta.' : 'Ainda sem resposta.'
}

/** The first day by which the administration asks the reader for something in an open case, from `today` on; null where nothing waits. */
export function askedUntil({ report_resolved: isResolved, side, timeline }: CaseAsked, today: string): string | null {
  if (isResolved) return null
  const asked = timeline.filter(({ answered, of, until }) => answered === false && of === side && until! >= today)
  return asked.map(({ until }) => until!).toSorted()[0] ?? null
}

type CaseAsked = Pick<Case, 'report_resolved' | 'side'> & {
  readonly timeline: readonly Pick<CaseItem, 'answered' | 'of' | 'until'>[]
}

/** A decision that is only proposed so far, in words for both parties and administrators. */
export function proposalText(
  { of, outcome, due_at }: NonNullable<Case['proposal']>,
  when: (at: string) => string,
): string {
  const what = `${of === 'report' ? 'Uma decisão deste caso' : 'A decisão do recurso'} está proposta: a doação ${
    proposed[outcome as DonationOutcome]
  }.`
  return due_at === null
    ? `${what} Espera que um fiscal, ou outra pessoa da administração, aprove.`
    : `${what} Se ninguém discordar, acontece em ${when(due_at)}.`
}

/** The decision's effect on the donation, in words; null where there is none yet. */
export function outcomeText({
  report_resolved,
  report_resolution,
  donation_outcome,
  donation_status,
  timeline,
}: Pick<Case, 'report_resolved' | 'report_resolution' | 'donation_outcome' | 'donation_status' | 'timeline'>):
  | string
  | null {
  if (!report_resolved) return null
  const decision = timeline.findLast(({ kind }) => kind === 'decision')
  // The receiver confirmed, and nobody had anything left to decide.
  if (donation_outcome === 'keep' && !decision && donation_status === 'CONFIRMED')
    return 'O dinheiro chegou, e o caso terminou com isso.'
  if (donation_outcome === 'keep' && decision?.outcome === 'cancel')
    return 'A decisão não confirmou a doação, que foi cancelada com o caso.'
  if (donation_outcome === 'confirm') return 'A doação foi confirmada por esta decisão.'
  if (donation_outcome === 'cancel') return 'A doação foi cancelada por esta decisão.'
  return report_resolution === 'REJECTED'
    ? say('O report foi dispensado, e a doação continuou como estava.')
    : 'A doação continuou como estava.'
}
