import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { secondPeople } from '#server/administrators/second-people.ts'
import { whoCouldDecide } from '#server/circle-store/own-matter.ts'
import { readCircle } from '#server/circle-store/read-circle.ts'
import { showDonation } from '#server/donations/admin-queries.ts'
import { donations } from '#server/tables/donations.ts'
import { ledger } from '#server/tables/ledger.ts'
import type { Context } from '#server/context.ts'
import { usersById } from '#server/members/view.ts'
import { showCase } from './case.ts'
import { getView, nameOf } from './queries.ts'
import { reportSteps } from '#server/tables/report-steps.ts'

/**
 * A report with everything needed to decide it: the donation, the texts, its history, and the state of both parties.
 * Refuses with 404.
 */
export async function showReport(context: Context, reportId: string) {
  const view = await getView(context, reportId)
  const donation = await showDonation(context, view.donationId)
  const steps = await stepsOf(context, reportId)
  const history = await historyOf(context, view.donationId)
  const people = await usersById(
    context.db,
    [...steps, ...history].flatMap(({ actorId }) => (actorId === null ? [] : [actorId])),
  )
  // The administration's notes are its own: a fiscal decides by what both parties said.
  const noted = (notes: string | null) => (context.actor.administers ? notes : null)
  const by = (actorId: string | null) => (actorId === null ? null : nameOf(people.get(actorId) ?? null))
  return {
    ...view,
    admin_notes: noted(view.admin_notes),
    case: await showCase(context, reportId),
    nobody_decides: !view.report_resolved && (await isDecidedByNobody(context, reportId)),
    donation,
    steps: steps.map(({ actorId, at, notes, ...step }) => ({
      ...step,
      notes: noted(notes),
      at: at.toISOString(),
      by: by(actorId),
    })),
    history: history.map(({ actorId, at, payload, ...event }) => ({
      ...event,
      at: at.toISOString(),
      by: by(actorId),
      ...setBy(payload),
    })),
    standing: {
      donor: await standingOf(context, donations.donorId, donation.donorId),
      receiver:
        donation.receiverId === null ? null : await standingOf(context, donations.receiverId, donation.receiverId),
    },
  }
}

/** Whether an open report is the own matter of the reader, who takes part, and of everybody else who could decide it. */
async function isDecidedByNobody(context: Context, reportId: string): Promise<boolean> {
  const { actor, clock, db } = context
  if (!actor.takesPart) return false
  const { circleId } = actor
  const now = clock.now()
  const others = await secondPeople(db, { circleIds: [circleId], proposedBy: actor.id, now })
  const { state } = await readCircle(context, circleId)
  const command = { kind: 'resolve_report', reportId, resolution: 'RESOLVED', outcome: 'keep' } as const
  return (await whoCouldDecide(db, { circleId, state, now }, command, [actor.id, ...others])).length === 0
}

function stepsOf({ actor, db }: Context, reportId: string) {
  const { id, at, actorId, status, message, notes, outcome } = reportSteps
  return db
    .select({ id, at, actorId, status, message, notes, outcome })
    .from(reportSteps)
    .where(and(eq(reportSteps.circleId, actor.circleId), eq(reportSteps.reportId, reportId)))
    .orderBy(asc(reportSteps.at), asc(reportSteps.id))
}

/** The ledger's entries of the donation, oldest first, without those for the words of its case. */
function historyOf({ actor, db }: Context, donationId: string) {
  const { seq, at, actorId, kind, payload } = ledger
  return db
    .select({ seq, at, actorId, kind, payload })
    .from(ledger)
    .where(
      and(
        eq(ledger.circleId, actor.circleId),
        sql`${ledger.payload} ->> 'donationId' = ${donationId}`,
        ne(ledger.kind, 'case.words'),
      ),
    )
    .orderBy(asc(ledger.seq))
}

/** The values of an event that help to understand it. */
function setBy(payload: Readonly<Record<string, unknown>>) {
  const word = (key: string) => (typeof payload[key] === 'string' ? payload[key] : null)
  const { deadlineAt } = payload
  return {
    deadline: typeof deadlineAt === 'number' ? new Date(deadlineAt).toISOString() : null,
    status: word('status'),
    outcome: word('outcome'),
    reason: word('reason'),
  }
}

async function standingOf(
  { actor, db }: Context,
  side: typeof donations.donorId | typeof donations.receiverId,
  memberId: string,
) {
  const ended = (status: string) => sql<number>`(count(*) filter (where ${donations.status} = ${status}))::int`
  const [row] = await db
    .select({
      confirmed: ended('CONFIRMED'),
      expired: ended('EXPIRED'),
      cancelled: ended('CANCELLED'),
      reported: sql<number>`count(${donations.reportId})::int`,
    })
    .from(donations)
    .where(and(eq(donations.circleId, actor.circleId), eq(side, memberId)))
  return row!
}
