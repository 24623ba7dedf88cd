import { randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { ALONE_HOURS } from '#circle/ledger/rules.ts'
import { APPROVAL_MS, silenceDays } from '#contracts/approvals.ts'
import type { CallDefinition } from '#contracts/call.ts'
import { contract } from '#contracts/contract.ts'
import type { CallName } from '#contracts/contract.ts'
import { record } from '#server/access/record-access.ts'
import { secondPeople } from '#server/administrators/second-people.ts'
import { ensureFiscal } from '#server/circle-store/fiscals.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Tx } from '#server/database/types.ts'
import type { Context } from '#server/context.ts'
import type { Commit, Input } from '#server/handler.ts'
import { newId } from '#server/lib/ids.ts'
import { refuse } from '#server/lib/refusal.ts'
import { approvalMembers } from '#server/tables/approval-members.ts'
import { approvals } from '#server/tables/approvals.ts'
import type { Change } from './change.ts'
import { changesOf } from './changes.ts'
import { noteInCircles } from './note.ts'
import { standingObjections } from './object.ts'
import { isOwnMatter, othersFor } from './own-matter.ts'
import { summaryOf } from './queries.ts'
import { hashOfBody, sealProposal } from './proposal.ts'
import type { ApprovalRow, SealedProposal } from './proposal.ts'
import { prepareChange } from './run.ts'
import { tellProposed } from './tell.ts'

const HOUR_MS = 3_600_000

/** Whether a call, with this input, is one of those that two people decide in a real circle. */
export function needsApproval(name: CallName, input: Input<CallName>): boolean {
  const { approval }: CallDefinition = contract[name]
  if (approval === undefined) return false
  return approval === 'real' || approval((input.body ?? {}) as Readonly<Record<string, unknown>>)
}

/**
 * Turns a call into a proposal where it would change a real circle; null where it goes on at once, as in every
 * demonstration. The call is tried first and undone, so that whatever the verb refuses is refused now and in its own
 * words. Its answer is the direct call's, as things still are, and `approval` beside it.
 */
export async function prepareProposal(
  context: Context,
  name: CallName,
  input: Input<CallName>,
): Promise<Commit<Context, unknown> | null> {
  const change = await findChange(context, name, input)
  if (!change) return null
  const circleIds = await change.circles(context)
  const attempt = await prepareChange(context, name, input)
  return (within) =>
    transaction(within.db, async (tx) => {
      const inside = { ...within, db: tx }
      await tryAndUndo(tx, (undone) => attempt({ ...within, db: undone, isTried: true }))
      const row = await writeProposal(inside, tx, { name, input, change, circleIds })
      const present: object = (await change.present(inside, input)) as never
      return { ...present, approval: summaryOf(row) }
    })
}

/** The change of a real circle that this input needs two people for; null where it needs none. */
async function findChange(context: Context, name: CallName, input: Input<CallName>): Promise<Change<CallName> | null> {
  for (const change of changesOf(name)) {
    const circleIds = await change.circles(context)
    if (circleIds.length === 0) continue
    if ((await change.isNeeded(context, input)) || (await isOwnMatter(context, change, input))) return change
  }
  return null
}

type Asked = {
  readonly name: CallName
  readonly input: Input<CallName>
  readonly change: Change<CallName>
  readonly circleIds: readonly string[]
}

class Undone extends Error {}

/** Runs `work` and takes it back. What it refuses is thrown. */
async function tryAndUndo(tx: Tx, work: (undone: Tx) => Promise<unknown>): Promise<void> {
  try {
    await tx.transaction(async (undone) => {
      await work(undone)
      throw new Undone()
    })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  }
}

/** Refuses with `approval.already` what the same person proposed before and still waits: everybody would be told anew, for days anew. */
async function ensureNew(tx: Tx, { proposedBy, actHash }: Pick<ApprovalRow, 'proposedBy' | 'actHash'>): Promise<void> {
  const isSame = and(
    eq(approvals.state, 'proposed'),
    eq(approvals.proposedBy, proposedBy),
    eq(approvals.actHash, actHash),
  )
  if ((await tx.$count(approvals, isSame)) > 0) refuse('approval.already')
}

async function writeProposal(
  context: Context,
  tx: Tx,
  { name, input, change, circleIds }: Asked,
): Promise<ApprovalRow> {
  const { actor, clock } = context
  const id = newId(clock)
  const now = clock.now()
  const salt = randomBytes(16).toString('base64url')
  const bodyHash = hashOfBody(salt, name, input)
  const act = await change.act(context, input)
  const proposal: SealedProposal = { salt, input, changes: await change.changes(context, input), act }
  const isAlone = (await othersFor(context, change, input)).length === 0
  const isOwn = await isOwnMatter(context, change, input)
  // Time alone decides nothing in somebody's own matter; it waits for somebody else, who may be a party as well by now.
  if (isOwn && (await secondPeople(tx, { circleIds, proposedBy: actor.id, now })).length === 0)
    refuse('approval.own_matter')
  const until = await change.until?.(context, input)
  const days = silenceDays[change.kind]
  const isByTime = days !== undefined || (isAlone && !isOwn)
  const actHash = act === null ? bodyHash : sha256(act)
  if (isByTime && typeof until === 'number' && until < now + ALONE_HOURS * HOUR_MS)
    refuse(change.tooLate ?? 'approval.too_late')
  if (days !== undefined) await ensureNew(tx, { proposedBy: actor.id, actHash })
  const proposed = { kind: 'approval.proposed', approvalId: id, change: change.kind, bodyHash, actHash } as const
  const at = await noteInCircles(context, tx, circleIds, proposed)
  const [row] = await tx
    .insert(approvals)
    .values({
      id,
      circleId: circleIds.includes(actor.circleId) ? actor.circleId : circleIds[0]!,
      circleIds: [...circleIds],
      kind: change.kind,
      call: name,
      sealed: sealProposal(context, id, proposal),
      bodyHash,
      actHash,
      state: 'proposed',
      proposedBy: actor.id,
      proposedVia: actor.via as Exclude<typeof actor.via, 'job' | 'seed'>,
      proposedAt: new Date(at),
      dueAt: isByTime ? new Date(at + (days === undefined ? ALONE_HOURS : days * 24) * HOUR_MS) : null,
      expiresAt: new Date(Math.min(at + APPROVAL_MS, until ?? Infinity)),
    })
    .returning()
  const touched = [...new Set(await change.touched(context, input, circleIds))]
  const objections = await standingObjections(tx, { kind: change.kind, now }, touched)
  const rows = touched.map((userId) => ({ approvalId: id, userId, objectedAt: objections.get(userId) ?? null }))
  if (rows.length > 0) await tx.insert(approvalMembers).values(rows)
  await ensureFiscal(context, tx)
  await record(context, tx, 'approval.proposed', { circleId: row!.circleId, actorId: actor.id })
  await tellProposed(context, tx, row!, touched)
  return row!
}
