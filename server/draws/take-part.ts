import { and, eq } from 'drizzle-orm'
import { numberText } from '#circle/committed-texts.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import type { Context } from '#server/context.ts'
import { refuse } from '#server/lib/refusal.ts'
import { drawNumbers } from '#server/tables/draws.ts'
import { findDraw, listNumbers, phaseOf } from './find.ts'
import { settleDraw } from './settle.ts'

/**
 * A member of the list commits to a number. While members join it may be replaced, for a lost device; the same commitment
 * sent twice is one. Refused once the time to join is over, or everybody has joined.
 */
export async function joinDraw(
  context: Context,
  { drawId, commitment }: { drawId: string; commitment: string },
): Promise<void> {
  const { actor, clock, signed } = context
  const isLast = await withCircle(context, actor.circleId, async (circle) => {
    const { draw, numbers } = await getOwn(context, circle, drawId)
    const own = numbers.find(({ memberId }) => memberId === actor.id)
    if (own?.commitment === commitment) return false
    if (draw.state !== 'running' || phaseOf(draw, numbers, circle.now) !== 'joining') refuse('draw.closed')
    await circle.note({ kind: 'draw.joined', drawId, memberId: actor.id, commitment })
    const joined = { commitment, joinedAt: new Date(clock.now()), isSigned: Boolean(signed) }
    await circle.tx
      .insert(drawNumbers)
      .values({ circleId: circle.id, drawId, memberId: actor.id, ...joined })
      .onConflictDoUpdate({ target: [drawNumbers.circleId, drawNumbers.drawId, drawNumbers.memberId], set: joined })
    return !own && numbers.length + 1 === new Set(draw.memberIds).size
  })
  if (isLast) await settleDraw(context, actor.circleId)
}

/**
 * A member shows the number that they committed to. With the last one that is waited for, the secret is revealed and the
 * order follows. Refused outside of its time, and a number that is not the one committed to.
 */
export async function openNumber(
  context: Context,
  { drawId, number }: { drawId: string; number: string },
): Promise<void> {
  const { actor, clock } = context
  await withCircle(context, actor.circleId, async (circle) => {
    const { draw, numbers } = await getOwn(context, circle, drawId)
    const own = numbers.find(({ memberId }) => memberId === actor.id)
    if (own?.number === number) return
    if (!own || draw.state !== 'running' || phaseOf(draw, numbers, circle.now) !== 'opening') refuse('draw.not_opening')
    if (sha256(numberText({ circleId: circle.id, drawId }, actor.id, number)) !== own.commitment)
      refuse('draw.number_differs')
    await circle.note({ kind: 'draw.opened', drawId, memberId: actor.id, number })
    await circle.tx
      .update(drawNumbers)
      .set({ number, openedAt: new Date(clock.now()) })
      .where(
        and(eq(drawNumbers.circleId, circle.id), eq(drawNumbers.drawId, drawId), eq(drawNumbers.memberId, actor.id)),
      )
  })
  await settleDraw(context, actor.circleId)
}

async function getOwn({ actor }: Context, { tx, id: circleId }: LockedCircle, drawId: string) {
  const draw = (await findDraw(tx, circleId, drawId)) ?? refuse('resource.not_found')
  if (!draw.memberIds.includes(actor.id)) refuse('draw.not_in_list')
  return { draw, numbers: await listNumbers(tx, circleId, drawId) }
}
