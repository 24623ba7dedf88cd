import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { CaseWords } from '#circle/case-words.ts'
import type { Command } from '#circle/circle.ts'
import { canonicalJson } from '#circle/ledger/entry.ts'
import { APPEAL_MS } from '#circle/ledger/appeals.ts'
import { endsKept } from '#circle/report.ts'
import type { CaseItem, ReportCase } from '#contracts/entities/case.ts'
import { appealDecisions, donationOutcomes } from '#contracts/labels.ts'
import { withoutPayable } from '#contracts/payment/payable.ts'
import { wordsOf } from '#contracts/shown-case.ts'
import { mayJudge } from '#server/administrators/judges.ts'
import { findCaseProofs, NOTHING_BESIDE, wordsProof } from '#server/circle-store/case-words.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import { readCircle } from '#server/circle-store/read-circle.ts'
import type { Context } from '#server/context.ts'
import { imageUrl } from '#server/files/address.ts'
import { reais } from '#contracts/money.ts'
import { usersById } from '#server/members/view.ts'
import { approvals } from '#server/tables/approvals.ts'
import { caseEntries } from '#server/tables/case-entries.ts'
import { circles } from '#server/tables/circles.ts'
import { ledger } from '#server/tables/ledger.ts'
import { reportSteps } from '#server/tables/report-steps.ts'
import { decidersOf, mayDecide } from './appeal.ts'
import { effectsOf } from './effects.ts'
import { findAppeal, getCase, sideOf } from './find.ts'
import { nameOf } from './queries.ts'

/** One thing of a case as it is stored, before it is made ready for its reader. */
type Entry = Pick<CaseItem, 'id' | 'kind' | 'status' | 'outcome' | 'notes' | 'decision'> & {
  readonly at: Date
  readonly actorId: string | null
  readonly text: string | null
  readonly beside: Pick<CaseWords, 'more' | 'of' | 'until' | 'picture'>
  readonly salt: string | null
  readonly pictureSent?: string | null
}

const PLAIN = { more: null, ...NOTHING_BESIDE } as const

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
  const isAdministrator = actor.administers
  const isOpen = report.endedAt === null
  // Kept by the decision, but open by its case alone, it was cancelled in the same moment.
  const isCancelledWithIt = donation.status === 'CANCELLED' && donation.endedAt?.getTime() === report.endedAt?.getTime()
  const timeline = entries.map((entry): CaseItem => {
    const { id, kind, actorId, text, beside, salt, pictureSent } = entry
    const isOwn = actorId === actor.id
    // A demonstration shows nobody else's words that could be paid to (see unpayable.test.ts).
    const shown = (given: string | null) =>
      given === null || isOwn || isAdministrator || circle!.mode === 'real' ? given : withoutPayable(given)
    const isWhole = shown(text) === text && shown(beside.more) === beside.more
    const what = kind === 'status' ? null : wordsOf[kind]
    return {
      id,
      kind,
      at: entry.at.toISOString(),
      by: (actorId === null ? null : sideOf(donation, actorId)) ?? (fiscals.has(actorId) ? 'fiscal' : 'administration'),
      is_own: isOwn,
      text: shown(text),
      more: shown(beside.more),
      picture: imageUrl(context, beside.picture, 'receipt'),
      status: entry.status,
      outcome: kind === 'decision' && isCancelledWithIt ? 'cancel' : entry.outcome,
      of: beside.of,
      until: beside.until,
      decision: entry.decision,
      by_same: kind === 'appeal_decision' && deciders ? deciders.has(actorId!) : null,
      answered: kind === 'request' ? isAnswered(entry, entries, donation) : null,
      proof:
        what && isWhole
          ? wordsProof({ circleId: actor.circleId, reportId, wordsId: id, what, ...beside, pictureSent }, salt, proofs)
          : null,
      author: isAdministrator && actorId !== null ? name(actorId).name : null,
      notes: isAdministrator && !fiscals.has(actorId) ? entry.notes : null,
    }
  })
  const side = sideOf(donation, actor.id)
  const now = context.clock.now()
  const until = report.endedAt && !appeal ? report.endedAt.getTime() + APPEAL_MS : null
  // The words of a case are a person's own.
  const isParty = side !== null && actor.helperId === null
  const isActing = (isAdministrator && !actor.isAuditor) || actor.isFiscal
  const waits = appeal !== null && appeal.decidedAt === null
  const of = waits ? 'appeal' : 'report'
  const acts = isActing && (isOpen || waits) ? { now, state: (await readCircle(context, actor.circleId)).state } : null
  const found = isOpen || waits ? await findProposal(context, report, of) : null
  // Their own word waits already: nobody is asked twice for it.
  const mayPropose = found?.proposedBy !== actor.id
  return {
    id: report.id,
    seq: circle!.seq,
    donationId: donation.id,
    type: donation.type,
    amount: reais(donation.amountCents),
    donor: name(donation.donorId),
    receiver: name(donation.receiverId),
    side,
    reported_by: (report.reporterId === null ? null : sideOf(donation, report.reporterId)) ?? 'administration',
    reported_at: report.reportedAt.toISOString(),
    status: report.status,
    report_resolved: !isOpen,
    report_resolution: report.resolution,
    donation_status: donation.status,
    donation_outcome: report.outcome,
    pix_transaction: donation.pixTransaction,
    timeline,
    appeal_until: until === null || until < now ? null : new Date(until).toISOString(),
    appeal: appeal === null ? null : waits ? 'open' : 'decided',
    proposal: found && found.proposal,
    allowed: [
      ...(isOpen && isParty ? (['add'] as const) : []),
      ...(isOpen && isAdministrator && !actor.isAuditor ? (['ask'] as const) : []),
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

type Case = Awaited<ReturnType<typeof getCase>>

/** Everything of a case in the order in which it happened. */
async function entriesOf(
  { actor, db }: Context,
  report: Case['report'],
  appeal: Awaited<ReturnType<typeof findAppeal>>,
): Promise<Entry[]> {
  const opened: Entry = {
    id: report.id,
    kind: 'opened',
    at: report.reportedAt,
    actorId: report.reporterId,
    text: report.reason,
    beside: {
      ...PLAIN,
      more: report.additionalInfo,
    },
    salt: report.salt,
    status: 'PENDING',
    outcome: null,
    notes: null,
    decision: null,
  }
  const said = await db
    .select()
    .from(caseEntries)
    .where(and(eq(caseEntries.circleId, actor.circleId), eq(caseEntries.reportId, report.id)))
    .orderBy(asc(caseEntries.at), asc(caseEntries.id))
  const steps = await db
    .select()
    .from(reportSteps)
    .where(and(eq(reportSteps.circleId, actor.circleId), eq(reportSteps.reportId, report.id)))
    .orderBy(asc(reportSteps.at), asc(reportSteps.id))
  const later: Entry[] = [
    ...said.map(({ id, what, at, actorId, text, askedOf, until, pictureSha256, pictureSent, salt }) => ({
      id,
      kind: what,
      at,
      actorId,
      text,
      salt,
      pictureSent,
      beside: {
        more: null,
        of: askedOf,
        until,
        picture: pictureSha256,
      },
      status: null,
      outcome: null,
      notes: null,
      decision: null,
    })),
    ...steps.map(({ id, at, actorId, status, message, notes, outcome, salt }) => ({
      id,
      kind: kindOf(status, message),
      at,
      actorId,
      text: message,
      salt,
      beside: PLAIN,
      status,
      outcome,
      notes,
      decision: null,
    })),
    ...appealEntries(appeal),
  ]
  // Ids grow with time, so that of two in one millisecond the earlier stands first.
  return [opened, ...later.sort((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1))]
}

/** An appeal in the timeline, and its decision where there is one. */
function appealEntries(appeal: Awaited<ReturnType<typeof findAppeal>>): Entry[] {
  if (!appeal) return []
  const { id, at, appellantId, reason, salt, decisionId, decidedAt, decidedBy, decision, outcome, message } = appeal
  const plain = { beside: PLAIN, status: null, outcome: null, notes: null, decision: null }
  const made: Entry = { ...plain, id, kind: 'appeal', at, actorId: appellantId, text: reason, salt }
  if (!decidedAt) return [made]
  const { decisionSalt, notes } = appeal
  const given = { id: decisionId!, kind: 'appeal_decision', at: decidedAt, actorId: decidedBy, text: message } as const
  return [made, { ...plain, ...given, salt: decisionSalt, outcome, notes, decision }]
}

/**
 * The open proposal to decide a case, or the appeal of it, found by the hash of its command, with what the donation would come to: one
 * that its case alone keeps open is cancelled with it.
 */
export async function findProposal(
  context: Context,
  { id: reportId, donationId }: Pick<Case['report'], 'id' | 'donationId'>,
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

function kindOf(status: Case['report']['status'], message: string | null): 'decision' | 'message' | 'status' {
  if (status === 'RESOLVED' || status === 'DISMISSED') return 'decision'
  return message === null ? 'status' : 'message'
}

/** Whether the party that was asked said something after it. */
function isAnswered({ at, id, beside }: Entry, entries: readonly Entry[], donation: Case['donation']): boolean {
  const askedId = beside.of === 'donor' ? donation.donorId : donation.receiverId
  return entries.some(
    (other) =>
      other.kind === 'statement' &&
      other.actorId === askedId &&
      (other.at.getTime() > at.getTime() || (other.at.getTime() === at.getTime() && other.id > id)),
  )
}
