import { and, desc, eq } from 'drizzle-orm'
import type { CallDefinition } from '#contracts/call.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Db, Tx } from '#server/database/types.ts'
import type { Context } from '#server/context.ts'
import { audit } from '#server/tables/audit.ts'
import type { AuditKind } from '#server/tables/audit.ts'
import { oncePer } from '#server/lib/once-per.ts'

/**
 * Writes one line of the access log about an account or about access to personal data. Pass the transaction of the
 * change itself, so that the two commit together.
 */
export async function record(
  { clock }: { readonly clock: Clock },
  tx: Db | Tx,
  kind: AuditKind,
  {
    circleId = null,
    actorId = null,
    subjectId = null,
    fields = null,
  }: {
    circleId?: string | null
    actorId?: string | null
    subjectId?: string | null
    /** The names of the fields that changed, never their values. */
    fields?: string[] | null
  },
): Promise<void> {
  await tx.insert(audit).values({ at: new Date(clock.now()), kind, circleId, actorId, subjectId, fields })
}

const SAME_ACCESS_MS = 10 * 60_000

/**
 * Records that an administrator saw a list with personal data, which concerns everybody in the circle, or an auditor
 * anything of the console. Pages refetch often, so one administrator's access to one list within ten minutes is recorded
 * once.
 */
export async function recordAccess(
  { actor, clock, database, db }: Context,
  at: NonNullable<CallDefinition['auditAs']> | 'console',
): Promise<void> {
  const kind = `${at}.listed` as const
  const known = knownOf(database)
  const key = `${actor.circleId} ${actor.id} ${kind}`
  const knownAt = known.get(key)
  if (knownAt !== undefined && clock.now() - knownAt < SAME_ACCESS_MS) return
  const [last] = await db
    .select({ at: audit.at })
    .from(audit)
    .where(and(eq(audit.circleId, actor.circleId), eq(audit.kind, kind), eq(audit.actorId, actor.id)))
    .orderBy(desc(audit.id))
    .limit(1)
  const isRecent = last !== undefined && clock.now() - last.at.getTime() < SAME_ACCESS_MS
  if (!isRecent) await record({ clock }, db, kind, { circleId: actor.circleId, actorId: actor.id })
  // Noted once it is committed: `db` is the database itself, not a transaction.
  known.set(key, isRecent ? last.at.getTime() : clock.now())
  if (known.size > KNOWN_MAX) known.delete(known.keys().next().value!)
}

/**
 * When the last line of an administrator about a list was written, as far as this process knows. Lines are never changed, and
 * none is deleted within six months, so a line once seen need not be looked for again for ten minutes.
 */
const knownOf = oncePer((_: object) => new Map<string, number>())
const KNOWN_MAX = 5_000
