import { and, eq, lt, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { prepared } from '#server/database/prepared.ts'
import { isId } from '#server/lib/ids.ts'
import { refuse } from '#server/lib/refusal.ts'
import { sessions } from '#server/tables/sessions.ts'
import { administers, isShut, takesPart, users } from '#server/tables/users.ts'
import type { Actor, Claims, Services } from '#server/context.ts'
import { readAccessToken, readExpiredToken } from './tokens.ts'

/** The actor of a request's bearer token. Null without a token; refuses a token that is invalid, expired or revoked. */
export async function findActor(services: Services, authorization: string | undefined): Promise<Actor | null> {
  const claims = await readAsker(services, authorization)
  if (claims === null) return null
  const [row] = await readSession(services.db, claims)
  return admit(services, row)
}

/**
 * The session that a request's bearer token names, not looked up yet. Null without a token; refuses one that is not ours or has
 * expired.
 */
export async function readAsker(services: Services, authorization: string | undefined): Promise<Claims | null> {
  const token = bearerOf(authorization)
  if (token === null) return null
  const claims = await readAccessToken(services, token)
  if (!claims || !isId(claims.userId) || !isId(claims.sessionId)) refuse('session.invalid')
  return claims
}

/** The actor of a session as it was just read. Refuses one that is unknown, over or revoked, and of an account that is shut. */
export async function admit(services: Services, row: SessionRow | undefined | null): Promise<Actor> {
  if (!row || row.revokedAt || Date.parse(row.expiresAt) <= services.clock.now()) refuse('session.invalid')
  if (row.isShut) refuse('session.invalid')
  await noteSeen(services, row)
  const { revokedAt: _, expiresAt: __, lastSeenAt: ___, isShut: ____, ...actor } = row
  return { ...actor, confirmedAt: new Date(row.confirmedAt) }
}

export type SessionRow = Omit<Actor, 'confirmedAt'> & {
  readonly confirmedAt: string
  readonly revokedAt: string | null
  readonly expiresAt: string
  readonly lastSeenAt: string
  readonly isShut: boolean
}

/**
 * The session and its person, as they are now: what every request reads, and so nothing of it is kept between requests.
 * Values: `sessionId` and `userId`. Administrators act in the circle that their session has selected; members only ever act in
 * their own.
 */
export function selectSession(): SQL {
  const isAsked = and(
    eq(sessions.id, sql.placeholder('sessionId')),
    eq(users.id, sql.placeholder('userId')),
    eq(users.id, sessions.userId),
  )
  const isHelped = sql`${sessions.helperId} is not null`
  const circleId = sql`case when ${administers} then coalesce(${sessions.circleId}, ${users.circleId}) else ${users.circleId} end`
  return sql`select ${users.id} as "id", (${administers} and not ${isHelped}) as "administers", (${takesPart} and ${circleId} = ${users.circleId}) as "takesPart", ${users.isAuditor} as "isAuditor", ${users.status} as "status", ${isShut} as "isShut",
    ${users.adminApproved} as "adminApproved", ${circleId} as "circleId",
    ${sessions.id} as "sessionId", ${sessions.authenticatedBy} as "via", ${sessions.helperId} as "helperId", ${sessions.confirmedAt} as "confirmedAt",
    ${sessions.revokedAt} as "revokedAt", ${sessions.expiresAt} as "expiresAt", ${sessions.lastSeenAt} as "lastSeenAt"
    from ${sessions}, ${users} where ${isAsked}`
}

const readSession = prepared<SessionRow>('session', selectSession)

/** How exactly a session tells when it was last used: finer would be a write at every request. */
const SEEN_EVERY_MS = 5 * 60_000

async function noteSeen(
  { clock, db }: Pick<Services, 'clock' | 'db'>,
  { sessionId, lastSeenAt }: Pick<SessionRow, 'sessionId' | 'lastSeenAt'>,
): Promise<void> {
  const now = clock.now()
  if (now - Date.parse(lastSeenAt) < SEEN_EVERY_MS) return
  // Of several requests at once only the first writes.
  const before = new Date(now - SEEN_EVERY_MS + 1)
  await db
    .update(sessions)
    .set({ lastSeenAt: new Date(now) })
    .where(and(eq(sessions.id, sessionId), lt(sessions.lastSeenAt, before)))
}

/**
 * The circle that a public request concerns, read from its token. An expired token counts too, so that a page never
 * shows its reader the data of another circle. Null without a token.
 */
export async function findCircleIdOf(services: Services, authorization: string | undefined): Promise<string | null> {
  const claims = await readExpiredToken(services, bearerOf(authorization) ?? '')
  if (!claims || !isId(claims.userId) || !isId(claims.sessionId)) return null
  const [row] = await readSession(services.db, claims)
  return row && !row.revokedAt ? row.circleId : null
}

/** The bearer token of a request: empty when the header is malformed, null when there is no header. */
function bearerOf(authorization: string | undefined): string | null {
  const [scheme, token] = (authorization ?? '').split(' ')
  if (scheme === '') return null
  return scheme?.toLowerCase() === 'bearer' && token ? token : ''
}
