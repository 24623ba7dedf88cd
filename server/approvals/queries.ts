import { and, asc, desc, eq, getTableColumns, gt, inArray, isNotNull, ne, notInArray, sql } from 'drizzle-orm'
import { silenceDays } from '#contracts/approvals.ts'
import type { AdminApproval, ApprovalKind, ApprovalSummary, MemberApproval } from '#contracts/approvals.ts'
import type { AnswerOf, QueryOf } from '#contracts/contract.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { secondPeople } from '#server/administrators/second-people.ts'
import { isId } from '#server/lib/ids.ts'
import { refuse } from '#server/lib/refusal.ts'
import { usersById } from '#server/members/view.ts'
import type { UserRow } from '#server/members/view.ts'
import { approvalMembers } from '#server/tables/approval-members.ts'
import { approvals } from '#server/tables/approvals.ts'
import { isOfObjections, ledger } from '#server/tables/ledger.ts'
import { touchesOwn } from './own-matter.ts'
import { openProposal } from './proposal.ts'
import type { ApprovalRow } from './proposal.ts'

const TOUCHED_NAMED = 3
const MINE_SHOWN = 20
/** The kinds that nobody is asked to approve. */
const bySilence = Object.keys(silenceDays) as ApprovalKind[]

/** A proposal's identity, and how far it is. */
export function summaryOf({ id, kind, state, proposedAt, dueAt, expiresAt }: ApprovalRow): ApprovalSummary {
  return {
    id,
    kind,
    state,
    proposed_at: proposedAt.toISOString(),
    due_at: dueAt?.toISOString() ?? null,
    expires_at: expiresAt.toISOString(),
  }
}

/** Proposals that concern a circle: made in it, or told in its ledger. */
function ofCircle(circleId: string) {
  return sql`${approvals.circleIds} @> array[${circleId}]::uuid[]`
}

/** The proposals of the selected circle, newest first: those that wait, or those that ended. */
export async function listApprovals(
  context: Context,
  { page, limit, state }: QueryOf<'GET /admin/approvals'>,
): Promise<AnswerOf<'GET /admin/approvals'>> {
  const { actor, db } = context
  const where = and(
    ofCircle(actor.circleId),
    state === 'open' ? eq(approvals.state, 'proposed') : ne(approvals.state, 'proposed'),
  )
  const rows = await db
    .select()
    .from(approvals)
    .where(where)
    .orderBy(desc(approvals.proposedAt), desc(approvals.id))
    .limit(limit)
    .offset((page - 1) * limit)
  return { data: await adminViews(context, rows), total: await db.$count(approvals, where) }
}

/**
 * The proposals of the selected circle that wait for the actor, who may approve them, or for their day; the oldest first. An expired
 * one waits for nobody.
 */
export async function listWaitingProposals(context: Context, limit: number) {
  const { actor, clock, db } = context
  const where = and(
    ofCircle(actor.circleId),
    eq(approvals.state, 'proposed'),
    notInArray(approvals.kind, bySilence),
    ne(approvals.proposedBy, actor.id),
    gt(approvals.expiresAt, new Date(clock.now())),
  )
  const open = await db.select().from(approvals).where(where).orderBy(asc(approvals.proposedAt), asc(approvals.id))
  const waiting: ApprovalRow[] = []
  for (const row of open) if (row.dueAt !== null || (await mayApprove(context, row))) waiting.push(row)
  const rows = waiting.slice(0, limit)
  const people = await usersById(
    db,
    rows.map(({ proposedBy }) => proposedBy),
  )
  return {
    count: waiting.length,
    items: rows.map(({ id, kind, proposedBy, proposedAt, dueAt }) => ({
      id,
      kind,
      proposed_by: nameOf(people.get(proposedBy)),
      since: proposedAt.toISOString(),
      due_at: dueAt?.toISOString() ?? null,
    })),
  }
}

/** Whether the actor can be the second person of a proposal that waits, which is not their own matter. */
async function mayApprove(context: Context, row: ApprovalRow): Promise<boolean> {
  const { actor, clock, db } = context
  const second = await secondPeople(db, { ...row, now: clock.now() })
  return second.includes(actor.id) && !(await touchesOwn(context, db, row))
}

/** A proposal as administrators see it. */
export async function adminView(context: Context, row: ApprovalRow): Promise<AdminApproval> {
  const [view] = await adminViews(context, [row])
  return view!
}

async function adminViews(context: Context, rows: readonly ApprovalRow[]): Promise<AdminApproval[]> {
  const { actor, clock, db } = context
  if (rows.length === 0) return []
  const members = await db
    .select()
    .from(approvalMembers)
    .where(
      inArray(
        approvalMembers.approvalId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(approvalMembers.objectedAt, approvalMembers.userId)
  const people = await usersById(db, [
    ...members.map(({ userId }) => userId),
    ...rows.flatMap(({ proposedBy, decidedBy }) => [proposedBy, ...(decidedBy === null ? [] : [decidedBy])]),
  ])
  const name = (id: string) => nameOf(people.get(id))
  return Promise.all(
    rows.map(async (row) => {
      const own = members.filter(({ approvalId }) => approvalId === row.id)
      const isOpen = row.state === 'proposed'
      const second = isOpen ? await secondPeople(db, { ...row, now: clock.now() }) : []
      const isOwnMatter = isOpen && (await touchesOwn(context, db, row))
      return {
        ...sharedView(context, row, people),
        touched: { count: own.length, names: own.slice(0, TOUCHED_NAMED).map(({ userId }) => name(userId)) },
        objections: own.flatMap(({ userId, objectedAt }) =>
          objectedAt === null ? [] : [{ name: name(userId), at: objectedAt.toISOString() }],
        ),
        is_own: row.proposedBy === actor.id,
        body_hash: row.bodyHash,
        may_approve: silenceDays[row.kind] === undefined && second.includes(actor.id) && !isOwnMatter,
        is_own_matter: isOwnMatter,
      }
    }),
  )
}

/** The proposals that touch the actor: those that wait, then those that ended, each newest first. */
export async function listOwnApprovals(context: Context): Promise<MemberApproval[]> {
  const rows = await ownRows(context.db, context.actor.id).limit(MINE_SHOWN)
  return memberViews(context, rows)
}

/** One proposal that touches the actor. Refuses with 404. */
export async function ownApproval(context: Context, approvalId: string): Promise<MemberApproval> {
  const rows = await ownRows(context.db, context.actor.id, approvalId)
  const [view] = await memberViews(context, rows)
  return view ?? refuse('resource.not_found')
}

/**
 * By proposal, when its ledger says that a member objected, and still does. One that stands from another proposal holds this one up
 * too, but is no word about it that every verifier reads: its member is asked again.
 */
export async function enteredObjections(
  db: Db | Tx,
  { id, circleId }: Pick<Context['actor'], 'id' | 'circleId'>,
): Promise<ReadonlyMap<string, Date>> {
  const said = await db
    .select({ kind: ledger.kind, at: ledger.at, approvalId: sql<string>`${ledger.payload} ->> 'approvalId'` })
    .from(ledger)
    .where(and(eq(ledger.circleId, circleId), isOfObjections, eq(ledger.actorId, id)))
    .orderBy(ledger.seq)
  const objected = new Map<string, Date>()
  for (const { kind, at, approvalId } of said)
    if (kind === 'approval.objected') objected.set(approvalId, at)
    else objected.delete(approvalId)
  return objected
}

function ownRows(db: Db | Tx, userId: string, approvalId?: string) {
  return db
    .select(getTableColumns(approvals))
    .from(approvalMembers)
    .innerJoin(approvals, eq(approvals.id, approvalMembers.approvalId))
    .where(
      and(
        eq(approvalMembers.userId, userId),
        approvalId === undefined ? undefined : eq(approvalMembers.approvalId, approvalId),
      ),
    )
    .orderBy(desc(eq(approvals.state, 'proposed')), desc(approvals.proposedAt), desc(approvals.id))
}

async function memberViews(context: Context, rows: readonly ApprovalRow[]): Promise<MemberApproval[]> {
  const people = await usersById(
    context.db,
    rows.flatMap(({ proposedBy, decidedBy }) => [proposedBy, ...(decidedBy === null ? [] : [decidedBy])]),
  )
  const objected = rows.length > 0 ? await enteredObjections(context.db, context.actor) : null
  return rows.map((approval) => ({
    ...sharedView(context, approval, people),
    objected_at: objected?.get(approval.id)?.toISOString() ?? null,
    may_object: approval.state === 'proposed' && context.actor.helperId === null,
  }))
}

function sharedView(context: Context, row: ApprovalRow, people: ReadonlyMap<string, UserRow>) {
  const proposal = openProposal(context, row)
  return {
    ...summaryOf(row),
    changes: [...(proposal?.changes ?? [])],
    act: row.state === 'proposed' ? (proposal?.act ?? null) : null,
    proposed_by: nameOf(people.get(row.proposedBy)),
    decided_by: row.decidedBy === null ? null : nameOf(people.get(row.decidedBy)),
    ended_at: row.endedAt?.toISOString() ?? null,
    failure: row.failure,
  }
}

/** A proposal of the selected circle, locked where a transaction asks for it. Refuses with 404. */
export async function getApproval(
  { actor }: Context,
  db: Db | Tx,
  approvalId: string,
  { forUpdate = false }: { forUpdate?: boolean } = {},
): Promise<ApprovalRow> {
  if (!isId(approvalId)) refuse('resource.not_found')
  const query = db
    .select()
    .from(approvals)
    .where(and(eq(approvals.id, approvalId), ofCircle(actor.circleId)))
  const [row] = await (forUpdate ? query.for('update') : query)
  return row ?? refuse('resource.not_found')
}

/** Whether somebody whom the proposal touches objects to it. */
export async function isObjectedTo(tx: Tx, approvalId: string): Promise<boolean> {
  const count = await tx.$count(
    approvalMembers,
    and(eq(approvalMembers.approvalId, approvalId), isNotNull(approvalMembers.objectedAt)),
  )
  return count > 0
}

function nameOf(user: Pick<UserRow, 'firstName' | 'lastName'> | undefined): string {
  return user ? `${user.firstName} ${user.lastName}`.trim() : ''
}
