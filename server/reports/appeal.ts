import { and, eq, inArray, sql } from 'drizzle-orm'
import { APPEAL_MS } from '#circle/ledger/appeals.ts'
import { canonicalJson } from '#circle/ledger/entry.ts'
import type { AppealDecision, CircleState, DonationOutcome } from '#circle/state.ts'
import { activeAdministrators } from '#server/administrators/queries.ts'
import { secondPeople } from '#server/administrators/second-people.ts'
import { NOTHING_BESIDE, noteCaseWords } from '#server/circle-store/case-words.ts'
import { ensureFiscal, fiscalIds } from '#server/circle-store/fiscals.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import { whoCouldDecide } from '#server/circle-store/own-matter.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { Db, Tx } from '#server/database/types.ts'
import type { Context } from '#server/context.ts'
import { momentText } from '#server/lib/days.ts'
import { newId } from '#server/lib/ids.ts'
import { refuse } from '#server/lib/refusal.ts'
import { notify } from '#server/notify/notify.ts'
import { appeals } from '#server/tables/appeals.ts'
import { approvals } from '#server/tables/approvals.ts'
import { ledger } from '#server/tables/ledger.ts'
import { reports } from '#server/tables/reports.ts'
import { findAppeal, getCase, getOwnCase } from './find.ts'
import type { CaseRows } from './find.ts'

/**
 * A party appeals against the decision of their case: once a case, by either side, within fourteen days. The decision holds
 * meanwhile, and no deadline stops.
 */
export async function appealReport(
  context: Context,
  input: { reportId: string; reason: string; words_salt?: string | undefined },
): Promise<void> {
  const { actor, clock } = context
  await withCircle(context, actor.circleId, async (circle) => {
    const { report, donation } = await getOwnCase(context, circle.tx, input.reportId)
    const { now } = circle
    if (!report.endedAt) refuse('appeal.not_decided')
    if (await findAppeal(circle.tx, report)) refuse('appeal.once')
    const until = report.endedAt.getTime() + APPEAL_MS
    if (now > until) refuse('appeal.too_late', { until: momentText(new Date(until)) })
    const about = { donationId: donation.id, reportId: report.id }
    const id = newId(clock)
    await circle.note({ kind: 'case.appealed', ...about, memberId: actor.id })
    const words = { wordsId: id, what: 'appeal', text: input.reason, more: null, ...NOTHING_BESIDE } as const
    const salt = await noteCaseWords(circle, { ...about, ...words }, input.words_salt)
    await circle.tx.insert(appeals).values({
      circleId: circle.id,
      reportId: report.id,
      id,
      at: new Date(now),
      appellantId: actor.id,
      reason: input.reason,
      salt,
    })
    for (const userId of [donation.donorId, donation.receiverId])
      if (userId !== null && userId !== actor.id)
        await notify(context, circle.tx, { userId, kind: 'case.appealed', facts: about })
    for (const { id: userId } of await activeAdministrators(circle.tx))
      await notify(context, circle.tx, { userId, of: circle.id, kind: 'case.appeal_waits', facts: about })
    for (const userId of await fiscalsFor(circle, about))
      await notify(context, circle.tx, { userId, kind: 'fiscal.appeal', facts: { reportId: report.id } })
  })
}

type Met = Pick<LockedCircle, 'tx' | 'id' | 'state' | 'now'>

/** The fiscals whose own matter an appeal is not. */
export async function fiscalsFor({ tx, id: circleId, state, now }: Met, of: { reportId: string; donationId: string }) {
  const command = { kind: 'decide_appeal', ...of, decision: 'UPHELD', outcome: 'keep' } as const
  return whoCouldDecide(tx, { circleId, state, now }, command, await fiscalIds(tx, circleId))
}

type Verdict = { decision: AppealDecision; outcome: DonationOutcome; message: string; notes: string }

/**
 * An administrator who took no part in the first decision, or a fiscal, decides on appeal, and the rules decide whether the donation can
 * still become another. Whoever did take part is refused while anybody else administers; where nobody does, a real circle asks
 * for a second person or 72 hours (`server/approvals/changes.ts`).
 */
export async function decideAppeal(context: Context, { reportId, ...given }: Verdict & { reportId: string }) {
  const { actor, clock } = context
  await withCircle(context, actor.circleId, async (circle) => {
    const { tx } = circle
    const { report, donation } = await getCase(context, tx, reportId)
    const appeal = await findAppeal(tx, report)
    if (!appeal) refuse('appeal.none')
    if (appeal.decidedAt) refuse('appeal.ended')
    await ensureFiscal(context, tx)
    if (!(await mayDecide(context, tx, { report, donation }, circle.state))) refuse('appeal.own_decision')
    const { decision, outcome, message, notes } = given
    const about = { donationId: donation.id, reportId }
    await circle.perform({ kind: 'decide_appeal', ...about, decision, outcome })
    const decisionId = newId(clock)
    const words = { wordsId: decisionId, what: 'appeal_decision', text: message, more: null } as const
    const decisionSalt = await noteCaseWords(circle, { ...about, ...words, ...NOTHING_BESIDE })
    await tx
      .update(appeals)
      .set({
        decisionId,
        decidedAt: new Date(clock.now()),
        decidedBy: actor.id,
        decision,
        outcome,
        message,
        notes: notes || null,
        decisionSalt,
      })
      .where(and(eq(appeals.circleId, circle.id), eq(appeals.reportId, reportId)))
    await tx
      .update(reports)
      .set({ updatedAt: new Date(clock.now()) })
      .where(and(eq(reports.circleId, circle.id), eq(reports.id, reportId)))
    for (const userId of [donation.donorId, donation.receiverId])
      if (userId !== null)
        await notify(context, tx, { userId, kind: 'case.appeal_decided', facts: { ...about, decision, outcome } })
  })
}

/**
 * Whether somebody may decide the appeal, who administers or is a fiscal: they took no part in the first decision, or nobody else
 * could, whose own matter it is not.
 */
export async function mayDecide(
  { actor, clock }: Pick<Context, 'actor' | 'clock'>,
  tx: Db | Tx,
  { report, donation }: CaseRows,
  state: CircleState,
): Promise<boolean> {
  const { circleId } = report
  const deciders = await decidersOf(tx, report)
  if (!deciders.has(actor.id)) return true
  const now = clock.now()
  const command = { kind: 'decide_appeal', reportId: report.id, donationId: donation.id, decision: 'UPHELD' } as const
  const people = await secondPeople(tx, { circleIds: [circleId], proposedBy: null, now })
  const others = people.filter((id) => !deciders.has(id))
  return (await whoCouldDecide(tx, { circleId, state, now }, { ...command, outcome: 'keep' }, others)).length === 0
}

/**
 * Everybody who took part in the decision of a case: who gave it, as the ledger has it, and who approved it as the
 * second person.
 */
export async function decidersOf(
  tx: Db | Tx,
  { circleId, id, donationId, outcome }: CaseRows['report'],
): Promise<ReadonlySet<string>> {
  const entries = await tx
    .select({ actorId: ledger.actorId, payload: ledger.payload, kind: ledger.kind })
    .from(ledger)
    .where(
      and(
        eq(ledger.circleId, circleId),
        sql`${ledger.payload} ->> 'donationId' = ${donationId}`,
        eq(ledger.kind, 'report.ended'),
      ),
    )
  const given = entries.filter(({ payload }) => payload['reportId'] === id).map(({ actorId }) => actorId)
  // A case that is dismissed takes two people too, where its donation ends with it.
  const commands = ['RESOLVED', 'REJECTED'].map((as) => ({
    kind: 'resolve_report',
    reportId: id,
    resolution: as,
    outcome,
  }))
  const acts = commands.map((command) => sha256(canonicalJson(command)))
  const approved = await tx
    .select({ by: approvals.decidedBy })
    .from(approvals)
    .where(and(inArray(approvals.actHash, acts), eq(approvals.state, 'executed')))
  return new Set([...given, ...approved.map(({ by }) => by)].filter((by) => by !== null))
}
