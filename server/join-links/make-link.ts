import { and, eq, isNull } from 'drizzle-orm'
import type { BodyOf } from '#contracts/contract.ts'
import type { JoinLink } from '#contracts/join-links.ts'
import { record } from '#server/access/record-access.ts'
import { ensureInvites } from '#server/circle-store/find-circle.ts'
import type { Context } from '#server/context.ts'
import { transaction } from '#server/database/transaction.ts'
import { isId, newId } from '#server/lib/ids.ts'
import { refuse } from '#server/lib/refusal.ts'
import { joinLinks } from '#server/tables/join-links.ts'
import { joinLinkViews } from './queries.ts'
import { sealLink } from './sealed.ts'
import { hashOfSecret, secretOf } from './secret.ts'
import { stateOf } from './state.ts'

const DAY_MS = 86_400_000

/** Makes an invitation to the selected circle that so many people may use until it expires. */
export async function makeJoinLink(
  context: Context,
  { label, uses, days }: BodyOf<'POST /admin/join-links'>,
): Promise<JoinLink> {
  const { actor, clock, db } = context
  const id = newId(clock)
  return transaction(db, async (tx) => {
    await ensureInvites(tx, actor.circleId)
    const [row] = await tx
      .insert(joinLinks)
      .values({ id, ...newLink(context, id, { days, usesMax: uses }), sealed: sealLink(context, id, { label }) })
      .returning()
    await record(context, tx, 'member.invited', { circleId: actor.circleId, actorId: actor.id })
    return (await joinLinkViews({ ...context, db: tx }, [row!]))[0]!
  })
}

/** The columns of a new invitation. */
export function newLink(context: Context, id: string, { days, usesMax }: { days: number; usesMax: number }) {
  const { actor, clock } = context
  const now = clock.now()
  return {
    circleId: actor.circleId,
    secretHash: hashOfSecret(secretOf(context, id)),
    usesMax,
    createdBy: actor.id,
    createdAt: new Date(now),
    expiresAt: new Date(now + days * DAY_MS),
  }
}

/** Ends an invitation that still holds. Who came through it before stays. Refuses with 404, or where it is over already. */
export async function revokeJoinLink(context: Context, { linkId }: { linkId: string }): Promise<JoinLink> {
  const { actor, clock, db } = context
  if (!isId(linkId)) refuse('resource.not_found')
  const now = clock.now()
  const own = and(eq(joinLinks.circleId, actor.circleId), eq(joinLinks.id, linkId))
  return transaction(db, async (tx) => {
    const [row] = await tx.select().from(joinLinks).where(own).for('update')
    if (!row) refuse('resource.not_found')
    if (stateOf(row, now) !== 'open') refuse('join.over')
    const [revoked] = await tx
      .update(joinLinks)
      .set({ revokedAt: new Date(now) })
      .where(and(own, isNull(joinLinks.revokedAt)))
      .returning()
    await record(context, tx, 'member.uninvited', { circleId: actor.circleId, actorId: actor.id })
    return (await joinLinkViews({ ...context, db: tx }, [revoked!]))[0]!
  })
}
