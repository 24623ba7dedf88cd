import type { AnswerOf } from '#contracts/contract.ts'
import { dayOf, lastDayBefore } from '#contracts/age.ts'
import { moneyText } from '#contracts/money-text.ts'
import { whatsappLink } from '#contracts/payment/phones.ts'
import { dayText } from './dates.ts'

type Donation = Pick<
  AnswerOf<'GET /donations/to-send'>[number],
  | 'clock_stopped'
  | 'missing'
  | 'receipt_amount'
  | 'deadline'
  | 'demonstration'
  | 'donor'
  | 'overdue'
  | 'paused_until'
  | 'receipt_sent_at'
  | 'receiver'
  | 'scheduled_for'
  | 'status'
>

/** The side of an open donation whose move it is; null where it is nobody's. */
export function waitsFor({ status, receiver }: Pick<Donation, 'status' | 'receiver'>): 'donor' | 'receiver' | null {
  if (status === 'PENDING_PAYMENT' && receiver !== null) return 'donor'
  return status === 'PENDING_CONFIRMATION' ? 'receiver' : null
}

/**
 * The WhatsApp address that reminds the side whose move it is: amount and day, never a key. By the phone that the reader was
 * given alone; null where they were given none, and in a demonstration.
 */
export function reminderLink(donation: Donation, today = dayOf(Date.now())): string | null {
  const side = waitsFor(donation)
  // While a case holds the deadline nobody is asked to pay.
  if (side === 'donor' && donation.clock_stopped !== null) return null
  // A donor with a scheduled payment is reminded of nothing before that day is over.
  if (side === 'donor' && donation.scheduled_for !== null && donation.scheduled_for >= today) return null
  if (side === 'donor' && donation.paused_until !== null && dayOf(Date.parse(donation.paused_until)) > today)
    return null
  const person = side && donation[side]
  if (!person || donation.demonstration) return null
  return whatsappLink({ phone: person.phone }, reminderText(donation, person.firstName, today))
}

function reminderText(
  { missing, receipt_amount, deadline, overdue, receipt_sent_at, status }: Donation,
  firstName: string,
  today: string,
): string {
  const hello = `Olá, ${firstName}! Tudo bem?`
  const donation = `doação de ${moneyText(receipt_amount ?? missing)} pela Ciranda`
  if (status === 'PENDING_CONFIRMATION')
    return `${hello} O comprovante da ${donation} foi enviado em ${dayText(receipt_sent_at)}. Quando puder, confira no aplicativo e confirme. Agradeço!`
  const last = deadline === null ? null : lastDayBefore(Date.parse(deadline))
  const isOver = overdue && last !== null && last < today
  const first = overdue ? ', que passou do primeiro prazo e pode ser paga até' : ', com prazo até'
  const until = isOver
    ? `, que venceu em ${dayText(last)} e ainda pode ser paga`
    : last === null
      ? ''
      : `${first} ${dayText(last)}`
  return `${hello} Passo para lembrar da ${donation}${until}. Como pagar está no aplicativo. Se já pagou, é só enviar o comprovante por lá. Agradeço!`
}
