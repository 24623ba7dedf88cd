import type { ReportCase } from '#contracts/entities/case.ts'
import { adminReportStatusLabels } from '#contracts/labels.ts'
import type { DonationOutcome, DonationStatus, ReportStatus, Resolution } from '#contracts/labels.ts'
import { fullMomentText } from '#web/text/dates.ts'
import { say } from '#web/text/say.ts'
import type { ReportDetails } from './api.ts'

type Event = ReportDetails['history'][number]
type Outcome = ReportCase['outcomes'][number]
type Standing = ReportDetails['standing']['donor']

export const resolutionLabels: Readonly<Record<Resolution, string>> = {
  RESOLVED: 'Resolvido',
  INVESTIGATING: 'Em investigação',
  NEEDS_MORE_INFO: 'Precisa de mais informações',
  REJECTED: 'Dispensado',
}

export const resolutionHints: Readonly<Record<Resolution, string>> = {
  RESOLVED: 'Encerra o report e decide o que acontece com a doação.',
  INVESTIGATING: 'O report continua aberto, e a doação fica como está.',
  NEEDS_MORE_INFO: 'O report continua aberto: diga na mensagem o que falta saber.',
  REJECTED: 'Encerra o report: não havia problema.',
}

export const outcomeLabels: Readonly<Record<DonationOutcome, string>> = {
  keep: 'Manter como está',
  confirm: 'Confirmar o recebimento',
  cancel: 'Cancelar a doação',
}

const ENDS: Readonly<Record<'keep' | 'cancel', Readonly<Record<'again' | 'void', string>>>> = {
  keep: {
    again:
      'Mesmo mantida, a doação termina com o caso, porque quem recebe já não a pode receber. O que quem doa deve volta para a lista, para ser combinado de novo.',
    void: 'Mesmo mantida, a doação termina com o caso, porque quem doa saiu, e não é mais devida. Não pode ser desfeito.',
  },
  cancel: {
    again:
      'A doação é cancelada, e o que quem doa deve volta para a lista, para ser combinado de novo. Não pode ser desfeito.',
    void: 'A doação é cancelada e não é mais devida: não volta para a lista. Não pode ser desfeito.',
  },
}

/** Explains the effect of a choice on a donation in its present state, as the rules say it. */
export function outcomeHint({ outcome, effect }: Outcome, status: DonationStatus): string {
  if (effect === 'part')
    return 'A parte que o comprovante diz passa a confirmada, e o resto continua a pagar. Não pode ser desfeito.'
  if (outcome === 'confirm')
    return say('A doação passa a Confirmada e conta para o nível de quem recebe. Não pode ser desfeito.')
  if (effect === 'again' || effect === 'void') return ENDS[outcome][effect]
  if (status === 'PENDING_PAYMENT')
    return say('Quem doa ainda deve pagar: o prazo é adiado pelo tempo em que o report o parou.')
  if (status === 'PENDING_CONFIRMATION') return 'A doação continua à espera da confirmação de quem recebe.'
  return 'A doação já foi encerrada e não muda.'
}

/** The outcomes of a case that the server would accept now with this resolution. */
export function outcomesFor(resolution: Resolution, { outcomes }: Pick<ReportCase, 'outcomes'>): DonationOutcome[] {
  const accepted = outcomes.map(({ outcome }) => outcome)
  return resolution === 'RESOLVED' && accepted.length > 0 ? accepted : ['keep']
}

/** How an outcome of a case would leave its donation with this resolution: one that decides nothing yet leaves it as it is. */
export function effectOf(
  resolution: Resolution,
  outcome: DonationOutcome,
  { outcomes }: Pick<ReportCase, 'outcomes'>,
): Outcome['effect'] {
  if (resolution === 'INVESTIGATING' || resolution === 'NEEDS_MORE_INFO') return 'stays'
  return outcomes.find((one) => one.outcome === outcome)?.effect ?? 'stays'
}

const cancelReasons: Readonly<Record<string, string>> = {
  receiver_replaced: 'o receptor foi trocado',
  receiver_removed: 'o receptor saiu da fila',
  donor_left: 'quem doava saiu do círculo',
  donor_suspended: 'quem doava foi suspenso',
  place_lost: 'quem doava perdeu o lugar',
  report: 'decisão de um report',
}

const describeEvent: Readonly<Record<string, (event: Event) => string>> = {
  'donation.matched': ({ deadline }) =>
    deadline ? `Doação criada, com prazo até ${fullMomentText(deadline)}` : 'Doação criada',
  'donation.handed_over': () => 'Um dos dois lugares passou a outra pessoa, e a doação seguiu com ele',
  'contribution.paused': ({ deadline }) =>
    `Pausa de um mês${deadline ? `: prazo até ${fullMomentText(deadline)}` : ''}`,
  'donation.receipt_sent': () => 'Comprovante enviado',
  'donation.receipt_replaced': () => 'Comprovante trocado por outro',
  'donation.receipt_rejected': ({ deadline }) =>
    `Comprovante recusado por quem recebe${deadline ? `: prazo para outro até ${fullMomentText(deadline)}` : ''}`,
  'donation.part_confirmed': () => 'Uma parte foi confirmada',
  'donation.confirmed': () => 'Recebimento confirmado',
  'donation.expired': () => 'O prazo terminou sem pagamento',
  'donation.late': () => 'O prazo terminou, e ainda pode ser paga',
  'donation.cancelled': ({ reason }) =>
    `Doação cancelada${reason && cancelReasons[reason] ? `: ${say(cancelReasons[reason])}` : ''}`,
  'donation.deadline_moved': ({ deadline }) =>
    deadline ? `Prazo adiado para ${fullMomentText(deadline)}` : 'Prazo adiado',
  'donation.reported': () => 'Doação reportada',
  'report.status_changed': ({ status }) => say`Report passou a ${statusLabel(status)}`,
  'case.appealed': () => 'Recurso contra a decisão',
  'appeal.decided': ({ outcome }) => `Recurso decidido${outcome ? ` · ${outcomeText(outcome)}` : ''}`,
  'report.ended': ({ status, outcome }) =>
    say`Report encerrado como ${statusLabel(status)}${outcome ? ` · ${outcomeText(outcome)}` : ''}`,
}

/** One line of a donation's history, in words. */
export function eventText(event: Event): string {
  return describeEvent[event.kind]?.(event) ?? event.kind
}

/** Describes what the decision did to the donation. */
export function outcomeText(outcome: string): string {
  return (
    (
      { keep: 'doação mantida como estava', confirm: 'recebimento confirmado', cancel: 'doação cancelada' } as Record<
        string,
        string
      >
    )[outcome] ?? outcome
  )
}

export function statusLabel(status: string | null): string {
  return adminReportStatusLabels[status as ReportStatus] ?? String(status)
}

/** How a side's donations ended so far: '12 confirmadas · 1 expirada · 2 reportadas'. */
export function standingText({ confirmed, expired, cancelled, reported }: Standing): string {
  const parts = [
    count(confirmed, 'confirmada'),
    count(expired, 'expirada'),
    count(cancelled, 'cancelada'),
    count(reported, 'reportada'),
  ].filter((part) => part !== null)
  return parts.length === 0 ? 'nenhuma encerrada ainda' : parts.join(' · ')
}

function count(many: number, one: string): string | null {
  if (many === 0) return null
  return `${many} ${one}${many === 1 ? '' : 's'}`
}
