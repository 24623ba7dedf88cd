import { isClosed } from '#contracts/labels.ts'
import { and, eq, isNull, lt } from 'drizzle-orm'
import { isId } from '#server/lib/ids.ts'
import { refuse } from '#server/lib/refusal.ts'
import { sessions } from '#server/tables/sessions.ts'
import { users } from '#server/tables/users.ts'
import type { Actor, Services } from '#server/context.ts'
import { readAccessToken, readExpiredToken } from './tokens.ts'

/** The actor of a request's bearer token. Null without a token; refuses a token that is invalid, expired or revoked. */
export async function findActor(services: Services, authorization: string | undefined): Promise<Actor | null> {
  const token = bearerOf(authorization)
  if (token === null) return null
  if (token === '') refuse('session.invalid')
  const claims = await readAccessToken(services, token)
  if (!claims || !isId(claims.userId) || !isId(claims.sessionId)) refuse('session.invalid')
  const [row] = await services.db
    .select({
      id: users.id,
      role: users.role,
      isAuditor: users.isAuditor,
      status: users.status,
      adminApproved: users.adminApproved,
      circleId: users.circleId,
      shownCircleId: sessions.circleId,
      sessionId: sessions.id,
      revokedAt: sessions.revokedAt,
      expiresAt: sessions.expiresAt,
      lastSeenAt: sessions.lastSeenAt,
      via: sessions.authenticatedBy,
      confirmedAt: sessions.confirmedAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, claims.sessionId), eq(users.id, claims.userId)))
  if (!row || row.revokedAt || row.expiresAt.getTime() <= services.clock.now()) refuse('session.invalid')
  if (isClosed(row.status)) refuse('session.invalid')
  await noteSeen(services, row)
  const { revokedAt: _, expiresAt: __, lastSeenAt: ___, shownCircleId, ...actor } = row
  return { ...actor, circleId: circleOf({ ...actor, shownCircleId }) }
}

/** How exactly a session tells when it was last used: finer would be a write at every request. */
const SEEN_EVERY_MS = 5 * 60_000

async function noteSeen(
  { clock, db }: Pick<Services, 'clock' | 'db'>,
  { sessionId, lastSeenAt }: { sessionId: string; lastSeenAt: Date },
): Promise<void> {
  const now = clock.now()
  if (now - lastSeenAt.getTime() < SEEN_EVERY_MS) return
  // Of several requests at once only the first writes.
  const before = new Date(now - SEEN_EVERY_MS + 1)
  await db
    .update(sessions)
    .set({ lastSeenAt: new Date(now) })
    .where(and(eq(sessions.id, sessionId), lt(sessions.lastSeenAt, before)))
}

/** Administrators act in the circle their session has selected; members only ever act in their own. */
function circleOf({
  role,
  circleId,
  shownCircleId,
}: {
  role: Actor['role']
  circleId: string
  shownCircleId: string | null
}): string {
  return role === 'ADMIN' ? (shownCircleId ?? circleId) : circleId
}

/**
 * The circle that a public request concerns, read from its token. An expired token counts too, so that a page never
 * shows its reader the data of another circle. Null without a token.
 */
export async function findCircleIdOf(services: Services, authorization: string | undefined): Promise<string | null> {
  const claims = await readExpiredToken(services, bearerOf(authorization) ?? '')
  if (!claims || !isId(claims.userId) || !isId(claims.sessionId)) return null
  const [row] = await services.db
    .select({ role: users.role, circleId: users.circleId, shownCircleId: sessions.circleId })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, claims.sessionId), eq(users.id, claims.userId), isNull(sessions.revokedAt)))
  return row ? circleOf(row) : null
}

/** The bearer token of a request: empty when the header is malformed, null when there is no header. */
function bearerOf(authorization: string | undefined): string | null {
  const [scheme, token] = (authorization ?? '').split(' ')
  if (scheme === '') return null
  return scheme?.toLowerCase() === 'bearer' && token ? token : ''
}
