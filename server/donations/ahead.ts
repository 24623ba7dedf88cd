import { nextAhead } from '#circle/ahead.ts'
import type { Ahead } from '#circle/ahead.ts'
import { DAY_MS, periodStart } from '#circle/period.ts'
import { levelPlan } from '#circle/plan.ts'
import { RuleRefusal } from '#circle/refusal.ts'
import type { CircleState } from '#circle/state.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import { errors } from '#contracts/errors.ts'
import { isClosed } from '#contracts/labels.ts'
import type { ErrorCode } from '#contracts/errors.ts'
import { readCircle } from '#server/circle-store/read-circle.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { reais } from '#contracts/money.ts'
import { refuse } from '#server/lib/refusal.ts'
import { usersById } from '#server/members/view.ts'
import { standingSubstitutes } from '#server/substitutes/standing.ts'
import { standingSwaps } from '#server/swaps/standing.ts'
import { ensureConsent } from '#server/terms/consent.ts'
import { namedParty } from './party.ts'

type At = { readonly tx: Db | Tx; readonly id: string; readonly state: CircleState; readonly now: number }

/** The month that the caller could pay ahead and to whom, or the sentence that says why not; and the months that they are ahead. */
export async function showAhead(context: Context): Promise<AnswerOf<'GET /me/ahead'>> {
  const { actor, clock, db } = context
  const { circle, state } = await readCircle(context, actor.circleId)
  const at = { tx: db, id: circle.id, state, now: clock.now() }
  const months = state.members.get(actor.id)?.ahead.map(({ period }) => period) ?? []
  if (circle.closedAt !== null || isClosed(actor.status)) return { next: null, why: null, months: [] }
  // It takes a debt on, so a helper is offered none.
  if (actor.helperId !== null) return { next: null, why: null, months }
  const found = next(at, actor.id)
  if (typeof found === 'string') return { next: null, why: errors[found].message, months }
  const moving = await movingOf(at, found.receiverId)
  if (moving) return { next: null, why: errors[moving].message, months }
  const people = await usersById(db, [found.receiverId])
  const { plan } = state
  const deadline = new Date(Math.max(at.now, periodStart(found.period)) + plan.deadlineDays * DAY_MS).toISOString()
  const { name } = namedParty(context, people.get(found.receiverId) ?? null)
  const amount = reais(levelPlan(plan, 1).donationCents)
  return { next: { member_id: found.receiverId, name, period: found.period, amount, deadline }, why: null, months }
}

/**
 * The caller pays a month ahead, to the member whom they saw: a donation as any other, with its key proven and its receipt. As it
 * takes a new debt on, the terms in force must be accepted first. Refused as the rules do, and while that receiver asked to
 * swap turns or to leave their place to somebody else: it may be another's by then.
 */
export async function payAhead(context: Context, { member_id: receiverId }: { member_id: string }) {
  const { actor } = context
  await withCircle(context, actor.circleId, async (circle) => {
    await ensureConsent(circle, actor.id)
    const moving = await movingOf(circle, receiverId)
    if (moving) refuse(moving)
    await circle.perform({ kind: 'pay_ahead', memberId: actor.id, receiverId })
  })
  return showAhead(context)
}

function next({ state, now }: At, memberId: string): Ahead | ErrorCode {
  try {
    return nextAhead(state, memberId, now)
  } catch (error) {
    if (error instanceof RuleRefusal) return error.code
    throw error
  }
}

async function movingOf(at: At, memberId: string): Promise<'ahead.receiver_moving' | null> {
  const swaps = await standingSwaps(at.tx, at.id, at.now)
  const { asks } = await standingSubstitutes(at)
  const isMoving =
    asks.some((ask) => ask.memberId === memberId) ||
    swaps.some((ask) => ask.memberId === memberId || ask.otherId === memberId)
  return isMoving ? 'ahead.receiver_moving' : null
}
