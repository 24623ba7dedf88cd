import { SHARES_MAX } from '#circle/shares.ts'
import type { AnswerOf } from '#contracts/contract.ts'

export type Single = AnswerOf<'GET /donations/to-send'>[number]

/**
 * A donation as its two sides see it: `each`, where it is several contributions of one month that are paid as one. `isHalfSent`: the
 * receipt of others of the same payment came, and none for this: it was perhaps paid along with them.
 */
export type Donation = Single & { readonly each?: readonly Single[]; readonly isHalfSent?: true }

/** An answer may have a donation twice, and would have its sum paid twice: it is one. */
const once = <One extends { readonly id: string }>(donations: readonly One[]): One[] =>
  donations.filter(({ id }, at) => donations.findIndex((one) => one.id === id) === at)

/**
 * Somebody with several places owes several contributions of the same month to the same person. They are shown, paid, confirmed
 * and rejected as one, with their sum, as long as the same is true of each. Where an act was cut short, those that are behind are one.
 */
export function together(donations: readonly Single[]): Donation[] {
  const all = once(donations)
  const groups = Map.groupBy(all, (one) => `${one.status} ${one.scheduled_for} ${sameness(one)}`)
  const sent = new Set(all.filter(({ status }) => status === 'PENDING_CONFIRMATION').map(sameness))
  return [...groups.values()]
    .flatMap((each) => (each.length > 1 && each.length <= SHARES_MAX ? [asOne(each)] : each))
    .map((one) => (one.status === 'PENDING_PAYMENT' && sent.has(sameness(one)) ? { ...one, isHalfSent: true } : one))
}

/** All that must be equal, beside the status and the day of a scheduled payment, which a receipt ends. */
function sameness(one: Single): string {
  const { id, type, waiting, parts, receipt_amount } = one
  if (type !== 'PULL' || waiting || parts.length > 0 || receipt_amount !== null) return id
  return JSON.stringify([
    one.donorId,
    one.receiverId,
    one.createdAt,
    one.receiver?.pixKey,
    one.ahead_of,
    one.overdue,
    one.is_reported,
    one.report_resolved,
    one.rejections.length,
    one.paused_until,
  ])
}

/** It has the id of the last, which is the last that an act comes to: while some are behind the act, the id stays. */
function asOne(each: readonly Single[]): Donation {
  const last = each.at(-1)!
  const sum = (of: 'amount' | 'missing') => each.reduce((cents, one) => cents + Math.round(one[of] * 100), 0) / 100
  // A part would be of one of them alone.
  const allowed = last.allowed.filter((verb) => verb !== 'pay_part')
  return { ...last, amount: sum('amount'), missing: sum('missing'), allowed, each }
}

/** The donations that are done as one, in order. */
export const eachOf = (donation: Donation): readonly Single[] => donation.each ?? [donation]

export type Ended = AnswerOf<'GET /donations/history'>['data'][number]

/** The donations that ended, newest first: the contributions that one receipt paid are one, with their sum, and are its `each`. */
export const paidTogether = (ended: readonly Ended[]) =>
  [...Map.groupBy(once(ended), ({ payment_id }) => payment_id).values()].map((each) => {
    const amount = each.reduce((cents, one) => cents + Math.round(one.amount * 100), 0) / 100
    return { ...each[0]!, amount, each }
  })
