import { memberDonationStatusLabel } from '#contracts/labels.ts'
import { awaitedText, isDisputed } from '#web/text/awaited.ts'
import { momentText, weekdayText } from '#web/text/dates.ts'
import type { Tone } from '#web/ui/StatusMark.tsx'
import { say } from '#web/text/say.ts'
import type { Donation } from './api.ts'

export type Side = 'donor' | 'receiver'

const moves = {
  donor: { PENDING_PAYMENT: 'você paga', PENDING_CONFIRMATION: 'quem recebe confirma' },
  receiver: { PENDING_PAYMENT: 'quem doa paga', PENDING_CONFIRMATION: 'você confirma' },
} as const

/** A donation's state in the specification's word; a pending one also says whose move it is: 'Pendente · você paga'. */
export function donationStatusText(
  { status, waiting, allowed }: Pick<Donation, 'status' | 'waiting' | 'allowed'>,
  side: Side,
): string {
  const label = memberDonationStatusLabel(status)
  if (waiting) return say`${label} · ainda sem receptor`
  if (status === 'PENDING_CONFIRMATION' && side === 'receiver' && !allowed.includes('confirm'))
    return `${label} · falta confirmar`
  return status === 'PENDING_PAYMENT' || status === 'PENDING_CONFIRMATION' ? `${label} · ${moves[side][status]}` : label
}

/** Amber is what waits for somebody, whoever it is; the words say for whom. */
export function donationStatusTone(status: Donation['status']): Tone {
  if (status === 'CONFIRMED') return 'done'
  return status === 'PENDING_PAYMENT' || status === 'PENDING_CONFIRMATION' ? 'wait' : 'over'
}

/** That a deadline passed: while it is still to be paid, or once it was. */
export function lateText({ status }: Pick<Donation, 'status'>): string {
  return status === 'PENDING_PAYMENT' ? 'Em atraso' : status === 'CANCELLED' ? 'Venceu' : 'Paga depois do prazo'
}

/** A deadline that a report holds: until when, and when it ends if nothing is decided by then. */
export function stoppedText({ until, ends }: NonNullable<Donation['clock_stopped']>): string {
  if (until === null) return say('O prazo está parado até a administração decidir o report.')
  const then = ends === null ? '' : ` Sem decisão até lá, ele volta a correr e termina em ${momentText(ends)}.`
  return `O prazo está parado até ${momentText(until)}, no máximo.${then}`
}

/** The effect of a report just sent on the deadline (circle/clock.ts): a donor's own holds it for a time, and none that is over. */
export function reportedText(
  {
    status,
    rejections,
    paid,
    deadline,
    overdue,
  }: Pick<Donation, 'status' | 'rejections' | 'paid' | 'deadline' | 'overdue'>,
  side: Side,
  now: number,
): string {
  if (side === 'receiver' || rejections.length > 0 || paid > 0)
    return say('Report enviado. A administração vai analisar, e o prazo desta doação fica parado até lá.')
  if (status === 'PENDING_PAYMENT' && (overdue || Date.parse(deadline ?? '') < now))
    return say('Report enviado. A administração vai analisar.')
  return say(
    'Report enviado. A administração vai analisar, e o prazo desta doação fica parado até lá, por 14 dias no máximo.',
  )
}

type Awaited = Pick<Donation, 'answer_due' | 'late' | 'receiver' | 'allowed' | 'is_reported' | 'report_resolved'>

/**
 * Until when the receiver has to answer a receipt, to each side; or that the administration has it now, or a problem to decide. A
 * receiver who is suspended, or whose helper paid it and looks at it, is not told to answer.
 */
export function answerText(donation: Awaited, side: Side): string {
  const { answer_due, late, receiver, allowed } = donation
  if (isDisputed(donation)) {
    const mayConfirm = side === 'receiver' && allowed.includes('confirm')
    const decides = ' Há um problema em aberto, que a administração vai decidir.'
    return mayConfirm ? `${decides} Se o dinheiro chegou, confirme.` : decides
  }
  if (answer_due === null) return late ? ' O prazo já passou, e a administração foi avisada.' : ''
  const until = weekdayText(answer_due)
  if (side === 'donor') return ` ${awaitedText(receiver?.firstName ?? 'Quem recebe', answer_due, late)}`
  if (!allowed.includes('confirm'))
    return late
      ? ` O prazo para confirmar terminou em ${until}, e a administração foi avisada.`
      : ` Sem confirmação até ${until}, a administração é avisada.`
  return late
    ? ` O seu prazo terminou em ${until}, e a administração foi avisada. Você ainda pode confirmar ou dizer que não recebeu.`
    : ` Você tem até ${until}, para confirmar ou dizer que não recebeu.`
}

const HELPED = {
  send_receipt: 'Comprovante feito',
  confirm: 'Confirmação feita',
  reject_receipt: 'Recusa feita',
} as const satisfies Record<Donation['helped'][number]['act'], string>

/** An act of a helper, for both sides: 'Comprovante feito por Bruno por Lurdes'. */
export function helpedText({ act, by, for: helped }: Donation['helped'][number]): string {
  return `${HELPED[act]} por ${by} por ${helped}`
}

/** Whether what was done was signed on the device of the person who did it. */
export function signatureText(isSigned: boolean): string {
  return isSigned ? 'assinado no aparelho de quem fez' : 'sem assinatura do aparelho'
}
