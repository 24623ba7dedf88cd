import { and, desc, eq, gte, inArray, or } from 'drizzle-orm'
import { paginationOf } from '#server/database/pages.ts'
import type { Access } from '#contracts/entities/member-export.ts'
import type { Context } from '#server/context.ts'
import { users } from '#server/tables/users.ts'
import { usersById } from '#server/members/view.ts'
import type { UserRow } from '#server/members/view.ts'
import { audit } from '#server/tables/audit.ts'
import type { AuditKind } from '#server/tables/audit.ts'

/** The kinds of the access log that concern a whole circle, not one person. */
const LISTS = [
  'users.listed',
  'queue.listed',
  'donations.listed',
  'donations.exported',
  'reports.listed',
  'console.listed',
  'backup.downloaded',
] as const

/**
 * Lists who accessed the actor's data and what happened to their account, newest first: lines that name them, and
 * access to lists of their circle since they joined.
 */
export async function listAccess(context: Context, { page, limit }: { page: number; limit: number }) {
  const { actor, db } = context
  const [own] = await db.select({ since: users.createdAt }).from(users).where(eq(users.id, actor.id))
  const lists = and(eq(audit.circleId, actor.circleId), inArray(audit.kind, [...LISTS]), gte(audit.at, own!.since))
  // Administrators' own access to lists is not access to themselves.
  const where = !actor.takesPart ? eq(audit.subjectId, actor.id) : or(eq(audit.subjectId, actor.id), lists)
  const total = await db.$count(audit, where)
  const rows = await db
    .select()
    .from(audit)
    .where(where)
    .orderBy(desc(audit.id))
    .limit(limit)
    .offset((page - 1) * limit)
  const people = await usersById(
    db,
    rows.flatMap(({ actorId }) => (actorId === null ? [] : [actorId])),
  )
  const former = await formerAdministrators(db, [...people.keys()])
  return {
    data: rows.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      kind: row.kind,
      fields: row.fields ?? [],
      ...whoOf(context, row, people, former),
    })),
    pagination: paginationOf({ page, limit }, total),
  }
}

/** Done by one member for another, also by one who administers. */
const OF_MEMBERS: readonly AuditKind[] = ['phone.code_given', 'helper.entered']

function whoOf(
  { actor }: Context,
  { actorId, kind }: Pick<typeof audit.$inferSelect, 'actorId' | 'kind'>,
  people: ReadonlyMap<string, UserRow>,
  former: ReadonlySet<string | null>,
): Pick<Access, 'by' | 'name'> {
  if (actorId === null) return { by: 'unknown', name: null }
  if (actorId === actor.id) return { by: 'self', name: null }
  const person = people.get(actorId)
  const isMember = OF_MEMBERS.includes(kind) || (person?.role === 'USER' && !former.has(actorId))
  return {
    by: isMember ? 'member' : 'administration',
    name: person ? `${person.firstName} ${person.lastName}`.trim() : null,
  }
}

/** Those of some people who administered once: what they did then is the administration's. Their removal is kept as long as that. */
async function formerAdministrators(db: Context['db'], ids: readonly string[]): Promise<ReadonlySet<string | null>> {
  const rows = await db
    .selectDistinct({ id: audit.subjectId })
    .from(audit)
    .where(and(eq(audit.kind, 'administrator.removed'), inArray(audit.subjectId, [...ids])))
  return new Set(rows.map(({ id }) => id))
}
