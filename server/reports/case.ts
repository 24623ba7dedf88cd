import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Command } from '#circle/circle.ts'
import { canonicalJson } from '#circle/ledger/entry.ts'
import { APPEAL_MS } from '#circle/ledger/appeals.ts'
import { endsKept } from '#circle/report.ts'
import type { ReportCase } from '#contracts/entities/case.ts'
import { appealDecisions, donationOutcomes } from '#contracts/labels.ts'
import { mayJudge } from '#server/administrators/judges.ts'
import { findCaseProofs } from '#server/circle-store/case-words.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import { readCircle } from '#server/circle-store/read-circle.ts'
import type { Context } from '#server/context.ts'
import { reais } from '#contracts/money.ts'
import { usersById } from '#server/members/view.ts'
import { approvals } from '#server/tables/approvals.ts'
import { caseEntries } from '#server/tables/case-entries.ts'
import { circles } from '#server/tables/circles.ts'
import { ledger } from '#server/tables/ledger.ts'
import { decidersOf, mayDecide } from './appeal.ts'
import { effectsOf } from './effects.ts'
import { findAppeal, getCase, sideOf } from './find.ts'
import type { CaseRows } from './find.ts'
import { nameOf } from './queries.ts'
import { entriesOf, timelineOf } from './timeline.ts'

/**
 * A report as a case: everything that was said, asked and decided, oldest first, for both parties of its donation and
 * for administrators. Refuses with 404 whoever is neither.
 */
export async function showCase(context: Context, reportId: string): Promise<ReportCase> {
  const { actor, db } = context
  // First of all: whatever the ledger has until then is in what is read after it.
  const [circle] = await db
    .select({ mode: circles.mode, seq: circles.seq })
    .from(circles)
    .where(eq(circles.id, actor.circleId))
  const { report, donation } = await getCase(context, db, reportId)
  const appeal = await findAppeal(db, report)
  const entries = await entriesOf(context, report, appeal)
  const deciders = appeal?.decidedAt ? await decidersOf(db, report) : null
  const people = await usersById(
    db,
    [donation.donorId, donation.receiverId, ...entries.map(({ actorId }) => actorId)].filter((id) => id !== null),
  )
  const name = (id: string | null) => nameOf(id === null ? null : (people.get(id) ?? null))
  const proofs = await findCaseProofs(db, actor.circleId, [donation.id])
  const fiscals = await neverAdministered(
    context,
    [...people.values()].filter(({ id, role }) => role === 'USER' && sideOf(donation, id) === null),
  )
  const timeline = timelineOf(context, entries, {
    report,
    donation,
    isReal: circle!.mode === 'real',
    deciders,
    fiscals,
    proofs,
    nameOf: (id) => name(id).name,
  })
  return {
    id: report.id,
    seq: circle!.seq,
    donationId: donation.id,
    type: donation.type,
    amount: reais(donation.amountCents),
    donor: name(donation.donorId),
    receiver: name(donation.receiverId),
    side: sideOf(donation, actor.id),
    reported_by: (report.reporterId === null ? null : sideOf(donation, report.reporterId)) ?? 'administration',
    reported_at: report.reportedAt.toISOString(),
    status: report.status,
    report_resolved: report.endedAt !== null,
    report_resolution: report.resolution,
    donation_status: donation.status,
    donation_outcome: report.outcome,
    pix_transaction: donation.pixTransaction,
    timeline,
    ...(await choicesOf(context, { report, donation }, appeal)),
  }
}

/** Everything that the reader can do in a case as it stands, and what waits there to be decided. */
async function choicesOf(
  context: Context,
  { report, donation }: CaseRows,
  appeal: Awaited<ReturnType<typeof findAppeal>>,
): Promise<Pick<ReportCase, 'appeal_until' | 'appeal' | 'proposal' | 'allowed' | 'outcomes'>> {
  const { actor, db } = context
  const isOpen = report.endedAt === null
  const now = context.clock.now()
  const until = report.endedAt && !appeal ? report.endedAt.getTime() + APPEAL_MS : null
  // The words of a case are a person's own.
  const isParty = sideOf(donation, actor.id) !== null && actor.helperId === null
  const isActing = (actor.administers && !actor.isAuditor) || actor.isFiscal
  const waits = appeal !== null && appeal.decidedAt === null
  const of = waits ? 'appeal' : 'report'
  const acts = isActing && (isOpen || waits) ? { now, state: (await readCircle(context, actor.circleId)).state } : null
  const found = isOpen || waits ? await findProposal(context, report, of) : null
  // Their own word waits already: nobody is asked twice for it.
  const mayPropose = found?.proposedBy !== actor.id
  return {
    appeal_until: until === null || until < now ? null : new Date(until).toISOString(),
    appeal: appeal === null ? null : waits ? 'open' : 'decided',
    proposal: found && found.proposal,
    allowed: [
      ...(isOpen && isParty ? (['add'] as const) : []),
      ...(isOpen && actor.administers && !actor.isAuditor ? (['ask'] as const) : []),
      ...(isOpen && mayPropose && (await mayJudge(context, report.id)) ? (['decide'] as const) : []),
      ...(until !== null && until >= now && isParty ? (['appeal'] as const) : []),
      ...(waits && mayPropose && acts && (await mayDecide(context, db, { report, donation }, acts.state))
        ? (['decide_appeal'] as const)
        : []),
    ],
    outcomes: acts ? effectsOf(acts, report, of) : [],
  }
}

/** Those of some members who never administered the circle: what they decided of others, they decided as fiscals. */
async function neverAdministered(
  { actor, db }: Context,
  members: readonly { id: string }[],
): Promise<ReadonlySet<string | null>> {
  if (members.length === 0) return new Set()
  const isRemoval = and(eq(ledger.circleId, actor.circleId), eq(ledger.kind, 'administrator.removed'))
  const rows = await db.select({ payload: ledger.payload }).from(ledger).where(isRemoval)
  const removed = new Set(rows.map(({ payload }) => payload['userId']))
  return new Set(members.map(({ id }) => id).filter((id) => !removed.has(id)))
}

/** The pictures of statements in these cases, by the statement's id, oldest first. */
export async function casePictures({ actor, db }: Pick<Context, 'actor' | 'db'>, reportIds: readonly string[]) {
  if (reportIds.length === 0) return []
  const { id, pictureSha256, actorId } = caseEntries
  const rows = await db
    .select({ id, sha256: pictureSha256, actorId })
    .from(caseEntries)
    .where(
      and(
        eq(caseEntries.circleId, actor.circleId),
        inArray(caseEntries.reportId, [...reportIds]),
        isNotNull(caseEntries.pictureSha256),
      ),
    )
    .orderBy(asc(caseEntries.at), asc(caseEntries.id))
  return rows.map((row) => ({ ...row, sha256: row.sha256! }))
}

/**
 * The open proposal to decide a case, or the appeal of it, found by the hash of its command, with what the donation would come to: one
 * that its case alone keeps open is cancelled with it.
 */
export async function findProposal(
  context: Context,
  { id: reportId, donationId }: Pick<CaseRows['report'], 'id' | 'donationId'>,
  of: 'report' | 'appeal',
): Promise<{ proposal: NonNullable<ReportCase['proposal']>; proposedBy: string } | null> {
  const { actor, db } = context
  const commands = donationOutcomes.flatMap(
    (outcome): Extract<Command, { kind: 'resolve_report' | 'decide_appeal' }>[] =>
      of === 'report'
        ? endings.map((resolution) => ({ kind: 'resolve_report', reportId, resolution, outcome }))
        : appealDecisions.map((decision) => ({ kind: 'decide_appeal', reportId, donationId, decision, outcome })),
  )
  const hashes = new Map(commands.map((command) => [sha256(canonicalJson(command)), command]))
  const [open] = await db
    .select({ actHash: approvals.actHash, dueAt: approvals.dueAt, proposedBy: approvals.proposedBy })
    .from(approvals)
    .where(
      and(
        eq(approvals.circleId, actor.circleId),
        sql`${approvals.state} = 'proposed'`,
        inArray(approvals.actHash, [...hashes.keys()]),
      ),
    )
    .orderBy(asc(approvals.proposedAt))
    .limit(1)
  if (!open) return null
  const command = hashes.get(open.actHash)!
  const isOver =
    command.kind === 'resolve_report' && endsKept((await readCircle(context, actor.circleId)).state, command)
  const outcome = isOver ? 'cancel' : command.outcome
  const proposal = { of, outcome, due_at: open.dueAt?.toISOString() ?? null }
  return { proposal, proposedBy: open.proposedBy }
}

/** The resolutions that end a case. */
const endings = ['RESOLVED', 'REJECTED'] as const
