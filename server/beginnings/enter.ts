import { eq } from 'drizzle-orm'
import type { BeginningRow } from '#circle/beginning.ts'
import type { BodyOf } from '#contracts/contract.ts'
import { ensureAccepted } from '#server/circle-store/try-command.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import type { Context } from '#server/context.ts'
import { cents } from '#contracts/money.ts'
import { refuse } from '#server/lib/refusal.ts'
import { isDrawRunning } from '#server/draws/find.ts'
import { notify } from '#server/notify/notify.ts'
import { readOffPlan } from '#server/pull/first-off-plan.ts'
import { circles } from '#server/tables/circles.ts'
import type { StoredBeginning } from '#server/tables/circles.ts'
import { findBeginning, waitedFor } from './standing.ts'

/**
 * Enters what each person gave and received before, in the order of their turns. Refused as the rules would refuse to bring
 * it in, and while a draw would give another order. Each person whose row is a new one is asked whether it is right; who
 * accepted the very row has accepted it still.
 */
export async function enterRows(context: Context, body: BodyOf<'POST /admin/beginning'>): Promise<void> {
  await withCircle(context, context.actor.circleId, async (circle) => {
    const rows = body.rows.map(({ member_id: memberId, given, received }): BeginningRow => ({
      memberId,
      givenCents: cents(given),
      receivedCents: cents(received),
    }))
    await ensureNoDraw(circle)
    ensureHolds(circle, rows)
    const before = await findBeginning(circle)
    await keep(circle, { rows, said: {} })
    for (const memberId of await waitedFor(circle, { rows, said: {} })) {
      const index = rows.findIndex((row) => row.memberId === memberId)
      const { givenCents, receivedCents } = rows[index]!
      const was = before?.rows[index]
      const isAsked = was?.memberId === memberId && was.givenCents === givenCents && was.receivedCents === receivedCents
      if (isAsked && before?.said[memberId] === undefined) continue
      await notify(context, circle.tx, {
        userId: memberId,
        kind: 'beginning.asked',
        facts: { givenCents, receivedCents },
      })
    }
  })
}

/** The rows are given up, and the roda begins from zero. */
export async function dropRows(context: Context): Promise<void> {
  await withCircle(context, context.actor.circleId, async (circle) => {
    if (!(await findBeginning(circle))) refuse('beginning.none')
    await keep(circle, null)
  })
}

/**
 * Brings the roda in, once each person accepted their row. Refused with who is missing, and where the people are not as many
 * as the plan was shown for.
 */
export async function bringRodaIn(context: Context): Promise<void> {
  await withCircle(context, context.actor.circleId, async (circle) => {
    const stored = await findBeginning(circle)
    if (!stored) refuse('beginning.none')
    await ensureNoDraw(circle)
    const offPlan = await readOffPlan(circle, stored.rows.length)
    if (offPlan) refuse('pull.off_plan', offPlan)
    const missing = (await waitedFor(circle, stored)).length
    if (missing > 0) refuse('beginning.waited', { missing })
    await circle.perform({ kind: 'bring_in', rows: stored.rows })
    await keep(circle, null)
  })
}

async function keep({ tx, id }: LockedCircle, beginning: StoredBeginning | null): Promise<void> {
  await tx.update(circles).set({ beginning }).where(eq(circles.id, id))
}

async function ensureNoDraw({ tx, id }: LockedCircle): Promise<void> {
  if (await isDrawRunning(tx, id)) refuse('draw.running')
}

/** Refuses rows that the rules would not bring in. */
function ensureHolds(circle: LockedCircle, rows: readonly BeginningRow[]): void {
  ensureAccepted(circle, { kind: 'bring_in', rows })
}
