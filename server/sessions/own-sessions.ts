import { and, desc, eq, gt, isNull, ne } from 'drizzle-orm'
import { endSessions, revokeSession } from '#server/access/end-sessions.ts'
import { record } from '#server/access/record-access.ts'
import type { Context } from '#server/context.ts'
import { transaction } from '#server/database/transaction.ts'
import { isId } from '#server/lib/ids.ts'
import { refuse } from '#server/lib/refusal.ts'
import { sessions } from '#server/tables/sessions.ts'

function isOpen({ actor, clock }: Context) {
  return and(eq(sessions.userId, actor.id), isNull(sessions.revokedAt), gt(sessions.expiresAt, new Date(clock.now())))
}

/** Where the actor is signed in, the session last used first. */
export async function listSessions(context: Context) {
  const { actor, db } = context
  const open = await db.select().from(sessions).where(isOpen(context)).orderBy(desc(sessions.lastSeenAt), sessions.id)
  return open.map(({ id, device, createdAt, lastSeenAt, authenticatedBy }) => ({
    id,
    device,
    opened_at: createdAt.toISOString(),
    last_seen_at: lastSeenAt.toISOString(),
    via: authenticatedBy,
    current: id === actor.sessionId,
  }))
}

/** Ends one of the actor's sessions, at once. Refuses with `resource.not_found` where it is not theirs or not open. */
export async function endSession(context: Context, { sessionId }: { sessionId: string }): Promise<void> {
  const { actor, db } = context
  if (!isId(sessionId)) refuse('resource.not_found')
  await transaction(db, async (tx) => {
    const [own] = await tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.id, sessionId), isOpen(context)))
    if (!own) refuse('resource.not_found')
    await revokeSession(context, tx, sessionId, 'ended')
    await record(context, tx, 'session.ended', { circleId: actor.circleId, actorId: actor.id, subjectId: actor.id })
  })
}

/** Ends every session of the actor's but this one. */
export async function endOtherSessions(context: Context): Promise<void> {
  const { actor, db } = context
  await transaction(db, async (tx) => {
    const others = await tx.$count(sessions, and(isOpen(context), ne(sessions.id, actor.sessionId)))
    if (others === 0) return
    await endSessions(context, tx, actor.id, 'ended', actor.sessionId)
    await record(context, tx, 'session.ended', { circleId: actor.circleId, actorId: actor.id, subjectId: actor.id })
  })
}
