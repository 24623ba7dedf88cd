import { dayOf } from '#contracts/age.ts'
import { searchText } from '#contracts/search-text.ts'
import type { Donation } from './api.ts'

/** Whether the words of a receipt say that the payment is scheduled, and not that it was made. */
export function saysScheduled(text: string): boolean {
  const words = searchText(text)
  return /agendad|agendamento/.test(words) && !/efetivad|efetuad|realizad|concluid|\bpag[oa] em\b/.test(words)
}

/** Whether a payment is scheduled for a day (of Brazil) that is still ahead at a time (epoch ms). */
export function isScheduledAhead(
  { status, scheduled_for: day }: Pick<Donation, 'status' | 'scheduled_for'>,
  now: number,
): boolean {
  return status === 'PENDING_PAYMENT' && day !== null && day > dayOf(now)
}
