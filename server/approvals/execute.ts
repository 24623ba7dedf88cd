import { and, asc, eq, inArray, isNotNull, lte, or } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { decidedByFiscals } from '#circle/ledger/administrators.ts'
import { isSameJson } from '#circle/ledger/entry.ts'
import { APPROVAL_MS, silenceDays } from '#contracts/approvals.ts'
import type { ApprovalState } from '#contracts/approvals.ts'
import { errorMessage } from '#contracts/errors.ts'
import type { ErrorCode } from '#contracts/errors.ts'
import { activeAdministrators, lockAdministrators } from '#server/administrators/queries.ts'
import { fiscalIds } from '#server/circle-store/fiscals.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import type { CircleContext } from '#server/circle-store/with-circle.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Db, Tx } from '#server/database/types.ts'
import type { Actor, Context, Services } from '#server/context.ts'
import type { Commit } from '#server/handler.ts'
import { Refusal, refuse } from '#server/lib/refusal.ts'
import { usersById } from '#server/members/view.ts'
import { approvals } from '#server/tables/approvals.ts'
import { isParticipant } from '#server/tables/users.ts'
import { changeOf, endingByThemselves } from './changes.ts'
import { noteInCircles } from './note.ts'
import { othersFor } from './own-matter.ts'
import { hashOfBody, openProposal, sealProposal } from './proposal.ts'
import type { ApprovalRow, SealedProposal } from './proposal.ts'
import { isObjectedTo } from './queries.ts'
import { prepareChange } from './run.ts'
import { tellEnded, tellWaits } from './tell.ts'

/** The direct call, ready to be made in the proposer's name; or why it cannot be made any more. */
type Attempt = { readonly proposer: Context; readonly commit: Commit<Context, unknown> } | { readonly refusal: Refusal }

/**
 * The slow part of making a proposed change, before anything is locked. The call is made in the proposer's name, as they
 * were authenticated when they proposed it.
 */
export async function prepareExecution(
  services: Services & { readonly address: string; readonly device: string },
  row: ApprovalRow,
  { approvedBy }: { approvedBy: string | null },
): Promise<Attempt> {
  const person = await findProposer(services.db, row)
  if (!person || person.isAuditor) return { refusal: new Refusal('approval.proposer_gone') }
  const actor: Actor = {
    id: person.id,
    administers: person.role === 'ADMIN',
    takesPart: isParticipant(person) && person.circleId === row.circleId,
    ...(person.role === 'ADMIN' ? {} : { isFiscal: true }),
    isAuditor: false,
    status: person.status,
    adminApproved: person.adminApproved,
    circleId: row.circleId,
    // The session may be over by now; what it proved is kept with the proposal.
    sessionId: row.id,
    via: row.proposedVia,
    helperId: null,
    confirmedAt: row.proposedAt,
  }
  const proposer: Context = {
    ...services,
    actor,
    actorId: actor.id,
    ...(approvedBy === null ? {} : { approvedBy }),
  }
  const input = openProposal(services, row)?.input
  if (!input) return { refusal: new Refusal('approval.changed') }
  try {
    return { proposer, commit: await prepareChange(proposer, row.call, input) }
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error }
    throw error
  }
}

/** The one who proposed it, while they administer or, of a case or its appeal, are a fiscal. */
async function findProposer(db: Db, { kind, proposedBy, circleId }: ApprovalRow) {
  const person = (await activeAdministrators(db)).find(({ id }) => id === proposedBy)
  if (person || !decidedByFiscals.includes(kind) || !(await fiscalIds(db, circleId)).includes(proposedBy)) return person
  return (await usersById(db, [proposedBy])).get(proposedBy)
}

/**
 * Makes a proposed change inside the transaction that decides it. It is exactly what was proposed: the stored input
 * still has its hash, and leads to the same command of the rules. Where the verb refuses by now, the proposal ends as
 * not done, with the refusal's sentence, and nothing else changes.
 */
export async function execute(
  author: Services & CircleContext,
  tx: Tx,
  row: ApprovalRow,
  attempt: Attempt,
): Promise<void> {
  try {
    if ('refusal' in attempt) throw attempt.refusal
    await tx.transaction(async (inner) => {
      const within = { ...attempt.proposer, db: inner }
      // The record comes first: what follows it in the ledger is what it allows. From here on its circles are locked.
      await noteInCircles(author, inner, row.circleIds, {
        kind: 'approval.executed',
        approvalId: row.id,
        bodyHash: row.bodyHash,
        actHash: row.actHash,
      })
      await ensureUnchanged(within, row)
      await attempt.commit(within)
    })
    await end(author, tx, row, { state: 'executed' })
  } catch (error) {
    // In their own matter nobody approves: the proposal goes on waiting for somebody else.
    const hasApprover = 'proposer' in attempt && attempt.proposer.approvedBy !== undefined
    if (!(error instanceof Refusal) || (error.code === 'approval.own_matter' && hasApprover)) throw error
    await noteInCircles(author, tx, row.circleIds, {
      kind: 'approval.failed',
      approvalId: row.id,
      reason: error.code,
    })
    const failure = error.message === error.code ? errorMessage(error.code, error.details) : error.message
    await end(author, tx, row, { state: 'failed', failure }, error.code)
  }
}

async function ensureUnchanged(context: Context, row: ApprovalRow): Promise<void> {
  const { salt, input, changes } = openProposal(context, row) ?? refuse('approval.changed')
  if (!input || hashOfBody(salt, row.call, input) !== row.bodyHash) refuse('approval.changed')
  const change = changeOf(row)
  const act = await change.act(context, input)
  if (act !== null && sha256(act) !== row.actHash) refuse('approval.changed')
  // Time alone does it unread: all whom it would move now were told, and could object.
  const isMoving = row.kind === 'change_queue' && context.approvedBy === undefined
  if (isMoving && !isSameJson(await change.changes(context, input), changes)) refuse('approval.changed')
  // A real circle made since then never heard of it.
  const circleIds = await change.circles(context)
  if (!circleIds.every((id) => row.circleIds.includes(id))) refuse('approval.changed')
}

/** Ends a proposal, drops the input that nothing needs any more, and tells those whom it concerns. */
export async function end(
  services: Services & Pick<CircleContext, 'actorId'>,
  tx: Tx,
  row: ApprovalRow,
  result: { state: ApprovalState; decidedBy?: string; failure?: string },
  reason: ErrorCode | null = null,
): Promise<void> {
  const proposal = openProposal(services, row)
  const kept: SealedProposal | null = proposal && { ...proposal, input: null }
  const [ended] = await tx
    .update(approvals)
    .set({
      ...result,
      sealed: kept && sealProposal(services, row.id, kept),
      endedAt: new Date(services.clock.now()),
    })
    .where(and(eq(approvals.id, row.id), eq(approvals.state, 'proposed')))
    .returning()
  if (!ended) refuse('approval.ended')
  await tellEnded(services, tx, ended, { by: services.actorId, reason })
}

const DUE_AT_ONCE = 50

/** Makes what is due by its time and ends what expired. Each is locked, so that of several processes one does it. */
export async function executeDue(services: Services): Promise<void> {
  const now = new Date(services.clock.now())
  const oldest = (which: SQL | undefined) =>
    services.db
      .select({ id: approvals.id })
      .from(approvals)
      .where(and(eq(approvals.state, 'proposed'), which))
      .orderBy(asc(approvals.proposedAt), asc(approvals.id))
  const isDue = or(and(isNotNull(approvals.dueAt), lte(approvals.dueAt, now)), lte(approvals.expiresAt, now))
  const due = await oldest(isDue).limit(DUE_AT_ONCE)
  // Those that may have come to nothing are looked at as well, and take no place of one that is due.
  const standing = await oldest(inArray(approvals.kind, endingByThemselves))
  const failures: unknown[] = []
  for (const id of new Set([...due, ...standing].map((one) => one.id)))
    await executeOne(services, id).catch((error: unknown) => {
      failures.push(error)
    })
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} proposals could not be carried out`)
}

async function executeOne(services: Services, approvalId: string): Promise<void> {
  const [seen] = await services.db.select().from(approvals).where(eq(approvals.id, approvalId))
  if (seen?.state !== 'proposed') return
  const job = { ...services, actorId: null, actor: null, address: '', device: '' }
  const attempt = await prepareExecution(job, seen, { approvedBy: null })
  await transaction(services.db, async (tx) => {
    const [row] = await tx
      .select()
      .from(approvals)
      .where(and(eq(approvals.id, approvalId), eq(approvals.state, 'proposed')))
      .for('update', { skipLocked: true })
    const now = services.clock.now()
    if (!row) return
    // Before the circles' locks, which carrying it out takes: the order of everybody who changes who administers.
    await lockAdministrators(tx)
    if (row.proposedAt.getTime() + APPROVAL_MS <= now) {
      await noteInCircles(job, tx, row.circleIds, { kind: 'approval.expired', approvalId })
      return end(job, tx, row, { state: 'expired' })
    }
    if (await hasFallen(tx, row, attempt)) return execute(job, tx, row, attempt)
    if (row.dueAt === null || row.dueAt.getTime() > now || (await isObjectedTo(tx, approvalId))) return
    if (await mayOthersDecide(job, tx, row, attempt)) return
    await execute(job, tx, row, attempt)
  })
}

/** Whether what a proposal is about has ended, so that nobody need decide it: tried now, it is not done and says why. */
async function hasFallen(tx: Tx, row: ApprovalRow, attempt: Attempt): Promise<boolean> {
  if (!('proposer' in attempt)) return false
  const input = openProposal(attempt.proposer, row)?.input
  return input ? (await changeOf(row).until?.({ ...attempt.proposer, db: tx }, input)) === null : false
}

/** Whether somebody came who can decide what time alone would have: it waits for them from here on, and they are told. */
async function mayOthersDecide(services: Services, tx: Tx, row: ApprovalRow, attempt: Attempt): Promise<boolean> {
  const input = openProposal(services, row)?.input
  if (!('proposer' in attempt) || !input || silenceDays[row.kind] !== undefined) return false
  if ((await othersFor({ ...attempt.proposer, db: tx }, changeOf(row), input)).length === 0) return false
  await tx.update(approvals).set({ dueAt: null }).where(eq(approvals.id, row.id))
  await tellWaits(services, tx, row)
  return true
}
