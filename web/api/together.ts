import { SHARES_MAX } from '#circle/shares.ts'
import type { AnswerOf } from '#contracts/contract.ts'

export type Single = AnswerOf<'GET /donations/to-send'>[number]

/** A donation as its two sides see it: `each`, where it is several contributions of one month that are paid as one. */
export type Donation = Single & { readonly each?: readonly Single[] }

/** An answer may have a donation twice, and would have its sum paid twice: it is one. */
const once = <One extends { readonly id: string }>(donations: readonly One[]): One[] =>
  donations.filter(({ id }, at) => donations.findIndex((one) => one.id === id) === at)

/**
 * Somebody with several places owes several contributions of the same month to the same person. They are shown, paid, confirmed
 * and rejected as one, with their sum, as long as the same is true of each.
 */
export function together(donations: readonly Single[]): Donation[] {
  const groups = new Map<string, Single[]>()
  for (const one of once(donations)) groups.set(sameness(one), [...(groups.get(sameness(one)) ?? []), one])
  return [...groups.values()].flatMap((each) => (each.length > 1 && each.length <= SHARES_MAX ? [asOne(each)] : each))
}

/** All that must be equal. A receipt may have come for some alone, where sending was cut short: then it is sent again for all. */
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
    one.scheduled_for,
    one.paused_until,
  ])
}

function asOne(each: readonly Single[]): Donation {
  const first = each.find(({ status }) => status === 'PENDING_PAYMENT') ?? each[0]!
  const sum = (of: 'amount' | 'missing') => each.reduce((cents, one) => cents + Math.round(one[of] * 100), 0) / 100
  // A part would be of one of them alone.
  const allowed = first.allowed.filter((verb) => verb !== 'pay_part')
  return { ...first, amount: sum('amount'), missing: sum('missing'), allowed, each }
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
