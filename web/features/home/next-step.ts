import { dayAndMonth, dayOf } from '#contracts/age.ts'
import { moneyText } from '#contracts/money-text.ts'
import type { Donation } from '#web/api/together.ts'
import { awaitedText, isDisputed } from '#web/text/awaited.ts'
import { dayText } from '#web/text/dates.ts'
import { deadlineText, dueText, untilText } from '#web/text/deadlines.ts'
import { isScheduleOver, openRejection } from '#web/text/maybe-paid.ts'
import type { StepKind } from './step-drawings.ts'

/** A thing to do: where, and until when. */
export type Step = {
  readonly title: string
  readonly text: string
  readonly action: string | null
  readonly to: '/donations' | '/draw' | '/beginning' | '/profile/chave' | '/accept-terms'
  readonly search?: { readonly doacao: string }
  readonly kind?: StepKind
}

type Circumstances = {
  readonly isApproved: boolean
  readonly isRoda: boolean
  /** The circle waits for it from the reader. */
  readonly other: Step | null
  /** The answer where nothing is to be done. */
  readonly rest: Step | null
}

const to = '/donations'

/** The first of what is there to be done. Written without the library: home's first look is drawn by it too. */
export function nextStep(
  toSend: readonly Donation[],
  toReceive: readonly Donation[],
  now: number,
  { isApproved, other, isRoda, rest }: Circumstances,
): Step {
  const came = toReceive.filter((donation) => donation.status === 'PENDING_CONFIRMATION')
  const toConfirm = came.find((donation) => !isDisputed(donation))
  const disputed = came.find(isDisputed)
  const unpaid = toSend.filter((donation) => donation.status === 'PENDING_PAYMENT' && !donation.waiting)
  const isScheduled = ({ scheduled_for: day }: Donation) => isRoda && day !== null && day >= dayOf(now)
  const isPaused = ({ paused_until: until }: Donation) => isRoda && until !== null && Date.parse(until) > now
  const due = unpaid.filter((donation) => !isScheduled(donation) && !isPaused(donation))
  // A contribution that waits for a decision hides no other that is to be paid.
  const toPay = due.find(({ clock_stopped: stopped }) => stopped === null) ?? due[0]
  const [scheduled] = unpaid.filter(isScheduled).toSorted((a, b) => a.scheduled_for!.localeCompare(b.scheduled_for!))
  const awaited = toSend.filter((donation) => donation.status === 'PENDING_CONFIRMATION')
  const sent = awaited.find(isDisputed) ?? awaited[0]
  const paused = unpaid.find(isPaused)
  if (toConfirm) return confirmStep(toConfirm, isRoda)
  if (toPay) return payStep(toPay, now, isRoda)
  if (disputed) return disputedStep(disputed, 'receiver')
  if (scheduled) return scheduledStep(scheduled)
  if (sent) return isDisputed(sent) ? disputedStep(sent, 'donor') : sentStep(sent, isRoda)
  if (toReceive.length > 0)
    return {
      title: 'Doações a caminho',
      text: `${toReceive.length} a receber. Você verá aqui quando um comprovante chegar.`,
      action: 'Ver doações',
      to,
      kind: 'coming',
    }
  if (!isApproved)
    return {
      title: 'Aguarde a aprovação',
      text: `${isRoda ? 'Quem organiza' : 'A administração'} confere cada cadastro. Quando o seu for aprovado, esta tela avisa sozinha.`,
      action: null,
      to,
      kind: 'wait',
    }
  if (other) return other
  if (paused) return pausedStep(paused)
  return rest ?? NOTHING
}

const NOTHING: Step = {
  title: 'Nada a fazer agora',
  text: 'Quando houver algo a pagar ou a confirmar, aparece aqui.',
  action: null,
  to,
}

/** Whether a step says only that nothing is to be done, which is not known before everything was read that may say otherwise. */
export const isResting = (step: Step, rest: Step | null): boolean =>
  step === NOTHING || (step === rest && step.action === null)

/** How much somebody owes and has sent no receipt for, in reais. */
export const stillOwed = (toSend: readonly Donation[]): number =>
  toSend.filter(({ status }) => status === 'PENDING_PAYMENT').reduce((sum, { missing }) => sum + missing, 0)

function confirmStep({ id, receipt_amount, amount, donor }: Donation, isRoda: boolean): Step {
  return {
    title: `Confira ${moneyText(receipt_amount ?? amount)} de ${donor.name}`,
    text: 'O comprovante chegou. Veja no seu extrato e confirme.',
    action: 'Conferir',
    to,
    kind: 'confirm',
    ...(isRoda ? { search: { doacao: id } } : {}),
  }
}

function payStep(donation: Donation, now: number, isRoda: boolean): Step {
  const { id, missing, receiver, deadline, clock_stopped: isHeld } = donation
  if (isRoda && (donation.clock_stopped || openRejection(donation))) return doubtStep(donation, now)
  if (isRoda && donation.isHalfSent) return halfSentStep(donation, now)
  if (isRoda && isScheduleOver(donation, now)) return wasScheduledStep(donation, now)
  return {
    title: `Doe ${moneyText(missing)} para ${receiver?.name ?? ''}`,
    text: isHeld ? 'O prazo está parado até a decisão.' : dueBy(deadline, now, isRoda),
    action: 'Ver como pagar',
    to,
    kind: 'pay',
    ...(isRoda ? { search: { doacao: id } } : {}),
  }
}

/** Somebody may have paid this already: nothing tells them to pay. */
function doubtStep(donation: Donation, now: number): Step {
  const { id, missing, receiver, deadline, clock_stopped: isHeld } = donation
  const name = receiver?.firstName ?? 'Quem recebe'
  const [doubt, sum] = [openRejection(donation) !== null, moneyText(missing)]
  return {
    title: doubt ? `${name} não encontrou o pagamento` : `Há um problema em aberto com ${name}`,
    text: isHeld
      ? `São ${sum}. O prazo está parado até a decisão${doubt ? ': não pague de novo antes dela' : ''}.`
      : `Se já pagou ${sum}, envie outro comprovante; não pague de novo antes de conferir. ${dueBy(deadline, now, true)}`,
    action: doubt ? 'Ver o motivo' : 'Ver doações',
    to,
    kind: 'wait',
    search: { doacao: id },
  }
}

/** It was perhaps paid along with others, whose receipt came: nothing tells them to pay it again. */
function halfSentStep({ id, missing, receiver, deadline }: Donation, now: number): Step {
  return {
    title: `Falta o comprovante de ${moneyText(missing)} para ${receiver?.name ?? ''}`,
    text: `O de outra contribuição sua já chegou. Se o PIX foi um só, envie o mesmo; não pague de novo. ${dueBy(deadline, now, true)}`,
    action: 'Ver doações',
    to,
    kind: 'pay',
    search: { doacao: id },
  }
}

/** A payment that the bank will make by itself must not be made a second time. */
function scheduledStep({ id, missing, receiver, scheduled_for: day }: Donation): Step {
  return {
    title: `PIX agendado para ${dayAndMonth(day!)}`,
    text: `${moneyText(missing)} para ${receiver?.name ?? ''}. Nesse dia, envie o comprovante.`,
    action: 'Ver doações',
    to,
    kind: 'wait',
    search: { doacao: id },
  }
}

/** The bank has made it by now, or has not: the donor knows. */
function wasScheduledStep({ id, missing, receiver, deadline, scheduled_for: day }: Donation, now: number): Step {
  return {
    title: `Veja se o PIX de ${dayAndMonth(day!)} saiu da conta`,
    text: `São ${moneyText(missing)} para ${receiver?.name ?? ''}. Se saiu, envie o comprovante; se não saiu, pague ou agende de novo. ${dueBy(deadline, now, true)}`,
    action: 'Ver doações',
    to,
    kind: 'pay',
    search: { doacao: id },
  }
}

/** A receipt came, and a problem with it is open: neither of the two is told to go on as if there were none. */
function disputedStep(donation: Donation, side: 'donor' | 'receiver'): Step {
  const { id, amount, receipt_amount: part, donor, receiver } = donation
  const name = side === 'donor' ? (receiver?.firstName ?? 'quem recebe') : donor.firstName
  const sum = moneyText(part ?? amount)
  return {
    title: `Há um problema em aberto com ${name}`,
    text:
      side === 'donor'
        ? `O seu comprovante de ${sum} foi enviado. A administração vai decidir: não pague de novo antes disso.`
        : `São ${sum}. A administração vai decidir. Se o dinheiro chegou, confirme.`,
    action: 'Ver doações',
    to,
    kind: 'wait',
    search: { doacao: id },
  }
}

function sentStep(sent: Donation, isRoda: boolean): Step {
  return {
    title: 'Aguarde a confirmação',
    text: isRoda ? sentText(sent) : 'Seu comprovante foi enviado. Falta quem recebe confirmar.',
    action: 'Ver doações',
    to,
    kind: 'wait',
  }
}

/** From whom the confirmation is awaited, and until when, or that this is over. */
function sentText({ receiver, answer_due: due, late: isLate }: Donation): string {
  const name = receiver?.firstName ?? 'Quem recebe'
  const awaited = due === null ? `Falta ${name} confirmar.` : awaitedText(name, due, isLate)
  return due !== null && isLate ? awaited : `O seu comprovante foi enviado. ${awaited}`
}

function pausedStep({ paused_until: until }: Donation): Step {
  return {
    title: 'A sua contribuição está em pausa',
    text: `Ela é pedida de novo em ${dayText(until)}. Até lá, não precisa pagar.`,
    action: 'Ver doações',
    to,
    kind: 'wait',
  }
}

function dueBy(deadline: string | null, now: number, isRoda: boolean): string {
  if (isRoda) return `${untilText(deadline, now)}.`
  return deadline ? deadlineText(deadline, now) : dueText(null, now)
}
