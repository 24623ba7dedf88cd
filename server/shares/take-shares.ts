import { eq } from 'drizzle-orm'
import { everAsked } from '#circle/draw.ts'
import { isBalanced, levelPlan } from '#circle/plan.ts'
import { SHARES_MAX } from '#circle/shares.ts'
import type { CircleState } from '#circle/state.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import { errors } from '#contracts/errors.ts'
import { readCircle } from '#server/circle-store/read-circle.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { Context } from '#server/context.ts'
import { reais } from '#contracts/money.ts'
import { refuse } from '#server/lib/refusal.ts'
import { hasBeginning } from '#server/pull/first-off-plan.ts'
import { circles } from '#server/tables/circles.ts'

type Shares = AnswerOf<'GET /me/shares'>

/** How many places the caller takes, and how many they may. */
export async function showShares({ actor, ...context }: Context): Promise<Shares> {
  const { circle, state } = await readCircle(context, actor.circleId)
  const why = circle.beginning === null ? null : 'beginning.waits'
  return view(state, { memberId: actor.id, people: circle.people, why })
}

/**
 * The caller takes so many places, signed by their device, as long as nobody was asked for anything. Refused where the roda's plan
 * has no room for them: its first contributions would be refused.
 */
export async function takeShares(context: Context, { shares }: { readonly shares: number }): Promise<Shares> {
  const { actor, signed } = context
  if (!signed) refuse('signature.needed')
  return withCircle(context, actor.circleId, async (circle) => {
    const { tx, id, state, perform } = circle
    if (await hasBeginning(circle)) refuse('beginning.waits')
    const [row] = await tx.select({ people: circles.people }).from(circles).where(eq(circles.id, id))
    const asker = { memberId: actor.id, people: row!.people, why: null }
    const own = state.members.get(actor.id)?.shares ?? 1
    if (shares > own && view(state, asker).why === null && shares > view(state, asker).most) refuse('shares.no_room')
    await perform({ kind: 'take_shares', memberId: actor.id, shares })
    return view(circle.state, asker)
  })
}

type Asker = { readonly memberId: string; readonly people: number | null; readonly why: 'beginning.waits' | null }

function view(state: CircleState, { memberId, people, why }: Asker): Shares {
  const { plan, members } = state
  const shares = members.get(memberId)?.shares ?? 1
  const isRoda = plan.levels.length === 1 && isBalanced(plan)
  const refused = !isRoda ? 'shares.not_here' : everAsked(state) ? 'shares.late' : why
  const { donationCents, required } = levelPlan(plan, 1)
  const others = [...members.values()].filter(({ id, status }) => status === 'approved' && id !== memberId)
  const taken = others.reduce((sum, one) => sum + one.shares, 0)
  const room = people === null ? SHARES_MAX : Math.min(people - required, Math.floor(people / 2), people - taken)
  return {
    shares,
    most: Math.max(shares, Math.min(SHARES_MAX, room)),
    why: refused && errors[refused].message,
    amount: reais(donationCents),
    months: required,
  }
}
