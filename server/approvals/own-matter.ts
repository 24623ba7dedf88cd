import { eq } from 'drizzle-orm'
import type { Command } from '#circle/circle.ts'
import { secondPeople } from '#server/administrators/second-people.ts'
import { isOwnMatterOf } from '#circle/own-matter.ts'
import type { CallName } from '#contracts/contract.ts'
import { readCircle } from '#server/circle-store/read-circle.ts'
import { whoseMatterIs, withHelped, withoutOwn } from '#server/circle-store/own-matter.ts'
import type { Met } from '#server/circle-store/own-matter.ts'
import type { Context, Services } from '#server/context.ts'
import type { Db, Tx } from '#server/database/types.ts'
import type { Input } from '#server/handler.ts'
import { refuse } from '#server/lib/refusal.ts'
import { approvalMembers } from '#server/tables/approval-members.ts'
import type { Change } from './change.ts'
import { openProposal } from './proposal.ts'
import type { ApprovalRow } from './proposal.ts'

/** The changes that are everybody's alike: who proposes or approves one of them decides nothing of their own. */
export const ofAll: readonly ApprovalRow['kind'][] = [
  'change_plan',
  'change_operator',
  'add_administrator',
  'close_circle',
]

/** The changes of which more people hear, and may object, than those whose own matter they are, whom the command tells. */
const heardByMore: readonly ApprovalRow['kind'][] = ['hand_over']

/** Whether a change is the actor's own matter, who takes part in the circle: it is proposed, and time does not decide it. */
export async function isOwnMatter(
  context: Context,
  change: Change<CallName>,
  input: Input<CallName>,
): Promise<boolean> {
  const { actor } = context
  if (!actor.takesPart) return false
  if (change.applies && !(await change.applies(context, input))) return false
  return (await notOwning(context, change, input, [actor.id])).length === 0
}

/** The people beside the actor who could decide a change that they propose: nobody whose own matter it is. */
export async function othersFor(context: Context, change: Change<CallName>, input: Input<CallName>): Promise<string[]> {
  const { actor, clock, db } = context
  const circleIds = await change.circles(context)
  const others = await secondPeople(db, { circleIds, proposedBy: actor.id, now: clock.now() })
  return others.length === 0 ? [] : notOwning(context, change, input, others)
}

/** Those of some people whose own matter a change is not, nor that of whom they help. */
async function notOwning(
  context: Context,
  change: Change<CallName>,
  input: Input<CallName>,
  people: readonly string[],
): Promise<string[]> {
  const { actor, clock, db } = context
  if (ofAll.includes(change.kind)) return [...people]
  const { state } = await readCircle(context, actor.circleId)
  const act = await change.act(context, input)
  const touched = act === null ? await change.touched(context, input, [actor.circleId]) : []
  const met = { circleId: actor.circleId, state, now: clock.now() }
  return untouched(db, met, { act, touched }, people)
}

/** Those of some people whom neither a command's text touches nor, beside it, a list of members, nor as helpers of such. */
async function untouched(
  db: Db | Tx,
  met: Met,
  { act, touched }: { readonly act: string | null; readonly touched: readonly string[] },
  people: readonly string[],
): Promise<string[]> {
  const matter = act === null ? new Set<string>() : await whoseMatterIs(db, met, JSON.parse(act) as Command)
  const isOwn = (id: string) => matter.has(id) || touched.some((other) => isOwnMatterOf(met.state, other, id))
  return withoutOwn(db, met.circleId, people, isOwn)
}

/** Those of some people who could decide a proposal: nobody whose own matter it is, nor that of whom they help. */
export async function couldDecide(
  { secrets, clock, stateCache }: Services,
  tx: Db | Tx,
  row: ApprovalRow,
  people: readonly string[],
): Promise<readonly string[]> {
  if (ofAll.includes(row.kind)) return people
  const { state } = await readCircle({ db: tx, stateCache }, row.circleId)
  const act = openProposal({ secrets }, row)?.act ?? null
  const met = { circleId: row.circleId, state, now: clock.now() }
  return untouched(tx, met, { act, touched: heardByMore.includes(row.kind) ? [] : await touchedBy(tx, row) }, people)
}

/** Refuses with `approval.own_matter` to decide a proposal that touches the actor, or the other party of an open donation. */
export async function ensureNotOwn(context: Context, tx: Db | Tx, row: ApprovalRow): Promise<void> {
  if (await touchesOwn(context, tx, row)) refuse('approval.own_matter')
}

/** Whether a proposal touches the actor, or the other party of an open donation of theirs. */
export async function touchesOwn(context: Context, tx: Db | Tx, row: ApprovalRow): Promise<boolean> {
  const { actor } = context
  if (!actor.takesPart || ofAll.includes(row.kind)) return false
  if (heardByMore.includes(row.kind)) return (await couldDecide(context, tx, row, [actor.id])).length === 0
  const touched = await touchedBy(tx, row)
  const { state } = await readCircle({ ...context, db: tx }, row.circleId)
  const own = await withHelped(tx, row.circleId, actor.id)
  return touched.some((id) => own.some((one) => isOwnMatterOf(state, id, one)))
}

async function touchedBy(tx: Db | Tx, { id }: ApprovalRow): Promise<string[]> {
  const rows = await tx
    .select({ id: approvalMembers.userId })
    .from(approvalMembers)
    .where(eq(approvalMembers.approvalId, id))
  return rows.map((row) => row.id)
}
