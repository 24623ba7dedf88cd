import { and, asc, eq, or, sql } from 'drizzle-orm'
import { record } from '#server/audit/record.ts'
import { viewDonations } from '#server/donations/queries.ts'
import { donations } from '#server/donations/table.ts'
import { listOwnEntries } from '#server/ledger/queries.ts'
import type { Context } from '#server/lib/http/context.ts'
import { listQueue } from '#server/queue/queries.ts'
import { listOwnReports } from '#server/reports/queries.ts'
import { termsAcceptances } from './table.ts'
import { findUser, userView } from './view.ts'

const REPORTS_MAX = 10_000

/** Everything kept of a person, for them to take along: their data, what they accepted, their places, donations and reports, and every ledger entry that names them. */
export async function exportMember(context: Context) {
  const { actor, clock, db } = context
  const found = await findUser(db, actor.circleId, actor.id)
  await record(context, db, 'data.exported', { circleId: actor.circleId, actorId: actor.id, subjectId: actor.id })
  const accepted = await db.select().from(termsAcceptances).where(eq(termsAcceptances.userId, actor.id)).orderBy(asc(termsAcceptances.acceptedAt))
  const own = await db
    .select()
    .from(donations)
    .where(and(eq(donations.circleId, actor.circleId), or(eq(donations.donorId, actor.id), eq(donations.receiverId, actor.id))))
    .orderBy(asc(donations.createdAt), sql`${donations.id}`)
  const queue = (await listQueue(context)).filter((entry) => entry.user_id === actor.id).map(({ user: _user, ...entry }) => entry)
  return {
    exported_at: new Date(clock.now()).toISOString(),
    user: userView(context, found!.user, found!.member),
    terms: accepted.map(({ termsVersion, acceptedAt, shown }) => ({ terms_version: termsVersion, accepted_at: acceptedAt.toISOString(), shown })),
    queue,
    donations: await viewDonations(context, own),
    reports: (await listOwnReports(context, { page: 1, limit: REPORTS_MAX })).data,
    ledger: await listOwnEntries(context),
  }
}
