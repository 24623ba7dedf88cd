import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { listAccess } from './access-log.ts'
import { record } from '#server/access/record-access.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import { viewDonations } from '#server/donations/queries.ts'
import { listDeviceKeys } from '#server/device-keys/queries.ts'
import { shownIn } from '#contracts/payment/payable.ts'
import { circles } from '#server/tables/circles.ts'
import { joinLinks, joinLinkUses } from '#server/tables/join-links.ts'
import { queueChanges } from '#server/tables/queue-changes.ts'
import { listOwnEntries } from '#server/ledger/queries.ts'
import type { Context } from '#server/context.ts'
import { showHelping } from '#server/helpers/queries.ts'
import { listNotices } from '#server/notices/queries.ts'
import { listAccessKeys } from '#server/passkeys/queries.ts'
import { findPreferences } from '#server/members/set-preferences.ts'
import { listDevices } from '#server/push/subscribe.ts'
import { userView } from '#server/members/view.ts'
import { listQueue } from '#server/queue/queries.ts'
import { showCase } from '#server/reports/case.ts'
import { listOwnReports } from '#server/reports/queries.ts'
import { listSessions } from '#server/sessions/own-sessions.ts'
import { listConsents } from './consents.ts'
import { getOwn, listOwnCases, listOwnDonations } from './own-rows.ts'

const REPORTS_MAX = 10_000
const LOOKS_MAX = 10_000
const NOTICES_MAX = 10_000

/**
 * Everything stored about a person, for them to export: their data, consents, positions, donations and reports, the
 * access log, and every ledger entry that names them.
 */
export async function exportMember(context: Context) {
  const { actor, clock, db } = context
  const own = await getOwn(context)
  await record(context, db, 'data.exported', { circleId: actor.circleId, actorId: actor.id, subjectId: actor.id })
  const queue = (await listQueue(context))
    .filter((entry) => entry.user_id === actor.id)
    .map(({ user: _user, ...entry }) => entry)
  return {
    exported_at: new Date(clock.now()).toISOString(),
    user: userView(context, own),
    terms: await listConsents(context),
    notices: (await listNotices(context, { page: 1, limit: NOTICES_MAX })).data,
    queue,
    invitation: await findInvitation(context),
    ...(await circlePart(context)),
    earlier: await earlierParts(context),
    device_keys: await listDeviceKeys(context),
    notice_preferences: await findPreferences(context),
    notice_devices: (await listDevices(context)).subscriptions,
    sessions: await listSessions(context),
    helping: await showHelping(context),
    passkeys: (await listAccessKeys(context)).passkeys,
    access_log: (await listAccess(context, { page: 1, limit: LOOKS_MAX })).data,
  }
}

/** The data that a circle holds about the actor. */
async function circlePart(context: Context) {
  const own = await listOwnDonations(context)
  const cases = []
  for (const reportId of await listOwnCases(context)) cases.push(await showCase(context, reportId))
  return {
    donations: await viewDonations(context, own),
    cases,
    reports: (await listOwnReports(context, { page: 1, limit: REPORTS_MAX })).data,
    ledger: await listOwnEntries(context),
    queue_changes: await listOwnQueueChanges(context),
  }
}

/** The invitation by which the actor registered; null for who came without one. */
async function findInvitation({ actor, db }: Context) {
  const [row] = await db
    .select({ id: joinLinks.id, personIndex: joinLinks.personIndex, madeAt: joinLinks.createdAt, at: joinLinkUses.at })
    .from(joinLinkUses)
    .innerJoin(joinLinks, and(eq(joinLinks.circleId, joinLinkUses.circleId), eq(joinLinks.id, joinLinkUses.linkId)))
    .where(eq(joinLinkUses.userId, actor.id))
    .orderBy(asc(joinLinkUses.at))
    .limit(1)
  if (!row) return null
  const { id, personIndex, madeAt, at } = row
  const kind = personIndex === null ? ('shared' as const) : ('personal' as const)
  return { id, kind, made_at: madeAt.toISOString(), used_at: at.toISOString() }
}

/** The changes of the queue that named the actor, with the administration's reasons, oldest first. */
async function listOwnQueueChanges({ actor, db }: Context) {
  const [circle] = await db.select({ mode: circles.mode }).from(circles).where(eq(circles.id, actor.circleId))
  const rows = await db
    .select()
    .from(queueChanges)
    .where(
      and(
        eq(queueChanges.circleId, actor.circleId),
        sql`${queueChanges.about} @> ${JSON.stringify([actor.id])}::jsonb`,
      ),
    )
    .orderBy(asc(queueChanges.seq))
  return rows.map(({ seq, at, kind, level, reason }) => ({
    seq,
    at: at.toISOString(),
    kind,
    level,
    reason: reason === null ? null : shownIn(circle!.mode, reason),
  }))
}

/** Circles that the actor belonged to before a demonstration was reset. */
async function earlierParts(context: Context) {
  const { actor, db } = context
  const rows = await db
    .select({ circleId: circleMembers.circleId })
    .from(circleMembers)
    .where(and(eq(circleMembers.memberId, actor.id), ne(circleMembers.circleId, actor.circleId)))
  const parts = []
  for (const { circleId } of rows)
    parts.push({ circle_id: circleId, ...(await circlePart({ ...context, actor: { ...actor, circleId } })) })
  return parts
}
