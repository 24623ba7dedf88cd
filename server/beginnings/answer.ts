import { eq } from 'drizzle-orm'
import type { BodyOf } from '#contracts/contract.ts'
import { activeAdministrators } from '#server/administrators/queries.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import type { Context } from '#server/context.ts'
import { cents } from '#contracts/money.ts'
import { refuse } from '#server/lib/refusal.ts'
import { notify } from '#server/notify/notify.ts'
import { circles } from '#server/tables/circles.ts'
import type { StoredBeginning } from '#server/tables/circles.ts'
import { findBeginning, hashOf, waitedFor } from './standing.ts'

/** The caller accepts their row, under their device's signature. Refused without one, and of a row that is another by now. */
export async function acceptRow(context: Context, { hash }: BodyOf<'POST /me/beginning/accept'>): Promise<void> {
  const { actor, signed } = context
  if (!signed) refuse('signature.needed')
  await withCircle(context, actor.circleId, async (circle) => {
    const { stored, index } = await getRow(circle, actor.id)
    if (hashOf(circle.id, index + 1, stored.rows[index]!) !== hash) refuse('beginning.changed')
    if (!(await waitedFor(circle, stored)).includes(actor.id)) return
    await circle.note({ kind: 'beginning.accepted', memberId: actor.id, hash })
    const { [actor.id]: _, ...said } = stored.said
    await circle.tx
      .update(circles)
      .set({ beginning: { ...stored, said } })
      .where(eq(circles.id, circle.id))
    if ((await waitedFor(circle, stored)).length === 0)
      for (const { id: userId } of await activeAdministrators(circle.tx))
        await notify(context, circle.tx, { userId, of: circle.id, kind: 'beginning.ready', facts: {} })
  })
}

/** The caller says that their row is wrong, and what is right; an acceptance of it is taken back. Those who administer are told. */
export async function contestRow(
  context: Context,
  { given, received }: BodyOf<'POST /me/beginning/contest'>,
): Promise<void> {
  const { actor } = context
  await withCircle(context, actor.circleId, async (circle) => {
    const { stored, index } = await getRow(circle, actor.id)
    const row = stored.rows[index]!
    await circle.note({
      kind: 'beginning.contested',
      memberId: actor.id,
      hash: hashOf(circle.id, index + 1, row),
    })
    const sums = { givenCents: cents(given), receivedCents: cents(received) }
    const said = { ...stored.said, [actor.id]: sums }
    await circle.tx
      .update(circles)
      .set({ beginning: { ...stored, said } })
      .where(eq(circles.id, circle.id))
    for (const { id: userId } of await activeAdministrators(circle.tx))
      await notify(context, circle.tx, { userId, of: circle.id, kind: 'beginning.contested', facts: sums })
  })
}

async function getRow(circle: LockedCircle, memberId: string): Promise<{ stored: StoredBeginning; index: number }> {
  const stored = await findBeginning(circle)
  const index = stored?.rows.findIndex((row) => row.memberId === memberId) ?? -1
  return stored && index >= 0 ? { stored, index } : refuse('beginning.none')
}
