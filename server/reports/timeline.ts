import { and, asc, eq } from 'drizzle-orm'
import type { CaseWords } from '#circle/case-words.ts'
import type { CaseItem } from '#contracts/entities/case.ts'
import { withoutPayable } from '#contracts/payment/payable.ts'
import { wordsOf } from '#contracts/shown-case.ts'
import { NOTHING_BESIDE, wordsProof } from '#server/circle-store/case-words.ts'
import type { findCaseProofs } from '#server/circle-store/case-words.ts'
import type { Context } from '#server/context.ts'
import { imageUrl } from '#server/files/address.ts'
import { caseEntries } from '#server/tables/case-entries.ts'
import { reportSteps } from '#server/tables/report-steps.ts'
import { sideOf } from './find.ts'
import type { CaseRows, findAppeal } from './find.ts'

/** One thing of a case as it is stored, before it is made ready for its reader. */
export type Entry = Pick<CaseItem, 'id' | 'kind' | 'status' | 'outcome' | 'notes' | 'decision'> & {
  readonly at: Date
  readonly actorId: string | null
  readonly text: string | null
  readonly beside: Pick<CaseWords, 'more' | 'of' | 'until' | 'picture'>
  readonly salt: string | null
  readonly pictureSent?: string | null
}

const PLAIN = { more: null, ...NOTHING_BESIDE } as const

/** Everything of a case in the order in which it happened. */
export async function entriesOf(
  { actor, db }: Context,
  report: CaseRows['report'],
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

function kindOf(status: CaseRows['report']['status'], message: string | null): 'decision' | 'message' | 'status' {
  if (status === 'RESOLVED' || status === 'DISMISSED') return 'decision'
  return message === null ? 'status' : 'message'
}

/** Everything that is known of a case beside its entries, to tell them to a reader. */
type Told = CaseRows & {
  readonly isReal: boolean
  /** Everybody who took part in the first decision; null before an appeal is decided. */
  readonly deciders: ReadonlySet<string> | null
  /** Those who decided as fiscals. */
  readonly fiscals: ReadonlySet<string | null>
  readonly proofs: Awaited<ReturnType<typeof findCaseProofs>>
  readonly nameOf: (id: string | null) => string
}

/** The entries of a case as its reader is shown them. */
export function timelineOf(
  context: Context,
  entries: readonly Entry[],
  { report, donation, isReal, deciders, fiscals, proofs, nameOf }: Told,
): CaseItem[] {
  const { actor } = context
  // Kept by the decision, but open by its case alone, it was cancelled in the same moment.
  const isCancelledWithIt = donation.status === 'CANCELLED' && donation.endedAt?.getTime() === report.endedAt?.getTime()
  return entries.map((entry): CaseItem => {
    const { id, kind, actorId, text, beside, salt, pictureSent } = entry
    const isOwn = actorId === actor.id
    // A demonstration shows nobody else's words that could be paid to (see unpayable.test.ts).
    const shown = (given: string | null) =>
      given === null || isOwn || actor.administers || isReal ? given : withoutPayable(given)
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
          ? wordsProof(
              { circleId: actor.circleId, reportId: report.id, wordsId: id, what, ...beside, pictureSent },
              salt,
              proofs,
            )
          : null,
      author: actor.administers && actorId !== null ? nameOf(actorId) : null,
      notes: actor.administers && !fiscals.has(actorId) ? entry.notes : null,
    }
  })
}

/** Whether the party that was asked said something after it. */
function isAnswered({ at, id, beside }: Entry, entries: readonly Entry[], donation: CaseRows['donation']): boolean {
  const askedId = beside.of === 'donor' ? donation.donorId : donation.receiverId
  return entries.some(
    (other) =>
      other.kind === 'statement' &&
      other.actorId === askedId &&
      (other.at.getTime() > at.getTime() || (other.at.getTime() === at.getTime() && other.id > id)),
  )
}
