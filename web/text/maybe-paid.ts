import { dayOf } from '#contracts/age.ts'
import type { AnswerOf } from '#contracts/contract.ts'

type Donation = AnswerOf<'GET /donations/to-send'>[number]

/** The receipt that its receiver rejected last, while nothing was confirmed since: its donor may have paid already. Null without one. */
export function openRejection({
  rejections,
  parts,
}: Pick<Donation, 'rejections' | 'parts'>): Donation['rejections'][number] | null {
  const [last, confirmed] = [rejections.at(-1), parts.at(-1)]
  if (!last) return null
  return confirmed && Date.parse(confirmed.confirmed_at) > Date.parse(last.rejected_at) ? null : last
}

/** Whether the day is over for which its payment was scheduled: the bank may have made it. */
export function isScheduleOver({ scheduled_for: day }: Pick<Donation, 'scheduled_for'>, now: number): boolean {
  return day !== null && day < dayOf(now)
}
