import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Command } from '#circle/circle.ts'
import { isOfAdministration } from '#circle/ledger/administrators.ts'
import type { LedgerRecord } from '#circle/ledger/records.ts'
import { keyRecords } from '#circle/ledger/removals.ts'
import { isOwnMatterOf, whoseMatter } from '#circle/own-matter.ts'
import type { CircleState } from '#circle/state.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { refuse } from '#server/lib/refusal.ts'
import { donations } from '#server/tables/donations.ts'
import { helpers } from '#server/tables/helpers.ts'
import { reports } from '#server/tables/reports.ts'
import { readCircle } from './read-circle.ts'

/** The people who decide: the actor, and the second person of a proposal that is carried out. */
export type Deciding = {
  readonly actorId: string | null
  readonly approvedBy?: string
  /** A proposal is tried before it is written down: others will decide it. */
  readonly isTried?: true
}

export type Met = { readonly circleId: string; readonly state: CircleState; readonly now: number }

/**
 * Refuses with `approval.own_matter` what somebody would decide in their own matter (circle/own-matter.ts): an administrator who
 * takes part may propose it, and whoever approves it is none of those whose matter it is either.
 */
export async function ensureOthersDecide(deciding: Deciding, tx: Tx, met: Met, command: Command): Promise<void> {
  if (!isBySomebodyInside(deciding, met) || !isOfAdministration(command, deciding.actorId)) return
  const decider = deciding.approvedBy ?? deciding.actorId!
  const whose = await whoseMatterIs(tx, met, command)
  if ((await withHelped(tx, met.circleId, decider)).some((id) => whose.has(id))) refuse('approval.own_matter')
}

/** The same of a record about a member's key or access, or about who acts for them. */
export async function ensureOthersDecideRecord(
  deciding: Deciding,
  tx: Tx,
  met: Met,
  record: LedgerRecord,
): Promise<void> {
  const { actorId, approvedBy } = deciding
  if (!keyRecords.includes(record.kind) || !('memberId' in record) || record.memberId === actorId) return
  if (!isBySomebodyInside(deciding, met)) return
  const own = await withHelped(tx, met.circleId, approvedBy ?? actorId!)
  if (own.some((id) => isOwnMatterOf(met.state, record.memberId, id))) refuse('approval.own_matter')
}

/** The same of what opens a member's account, and stands in no ledger. */
export async function ensureNotOwnMatterOf(
  services: Parameters<typeof readCircle>[0],
  { id, circleId }: { readonly id: string; readonly circleId: string },
  memberId: string,
): Promise<void> {
  const { state } = await readCircle(services, circleId)
  if (state.mode !== 'real' || !state.members.has(id)) return
  const own = await withHelped(services.db, circleId, id)
  if (own.some((one) => isOwnMatterOf(state, memberId, one))) refuse('approval.own_matter')
}

/** Somebody, and the members for whom they act in a circle: what is a matter of those is their own. */
export async function withHelped(tx: Db | Tx, circleId: string, userId: string): Promise<readonly string[]> {
  const isHelped = and(eq(helpers.circleId, circleId), eq(helpers.helperId, userId), isNull(helpers.endedAt))
  const rows = await tx.select({ id: helpers.memberId }).from(helpers).where(isHelped)
  return [userId, ...rows.map(({ id }) => id)]
}

/** Whose own matter a command would be now; the parties of donations that have ended are looked up. */
export async function whoseMatterIs(
  tx: Db | Tx,
  { circleId, state, now }: Met,
  command: Command,
): Promise<ReadonlySet<string>> {
  const ended = await endedParties(tx, circleId, state, command)
  return whoseMatter(state, command, now, () => ended)
}

/** Those of some people whose own matter a command would not be, nor a matter of whom they help. */
export async function whoCouldDecide(
  tx: Db | Tx,
  met: Met,
  command: Command,
  people: readonly string[],
): Promise<string[]> {
  const matter = await whoseMatterIs(tx, met, command)
  return withoutOwn(tx, met.circleId, people, (id) => matter.has(id))
}

/** Those of some people of whom something is not so, nor of anybody whom they help. */
export async function withoutOwn(
  tx: Db | Tx,
  circleId: string,
  people: readonly string[],
  isOwn: (id: string) => boolean,
): Promise<string[]> {
  const others: string[] = []
  for (const id of people) if (!(await withHelped(tx, circleId, id)).some(isOwn)) others.push(id)
  return others
}

function isBySomebodyInside({ actorId, approvedBy, isTried }: Deciding, { state }: Met): boolean {
  if (state.mode !== 'real' || isTried) return false
  return [actorId, approvedBy].some((id) => typeof id === 'string' && state.members.has(id))
}

/** The parties of a case's donation; a case can outlast it, and an appeal always does. */
async function endedParties(
  tx: Db | Tx,
  circleId: string,
  { donations: open }: CircleState,
  command: Command,
): Promise<readonly (string | null)[]> {
  if (!('reportId' in command)) return []
  const of = tx
    .select({ id: reports.donationId })
    .from(reports)
    .where(and(eq(reports.circleId, circleId), eq(reports.id, command.reportId)))
  const [row] = await tx
    .select({ id: donations.id, donorId: donations.donorId, receiverId: donations.receiverId })
    .from(donations)
    .where(and(eq(donations.circleId, circleId), inArray(donations.id, of)))
  return row && !open.has(row.id) ? [row.donorId, row.receiverId] : []
}
