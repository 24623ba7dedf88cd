import { and, eq, inArray } from 'drizzle-orm'
import { addingText } from '#circle/ledger/administrators.ts'
import type { Command } from '#circle/circle.ts'
import { takesTwoPeople } from '#circle/two-people.ts'
import type { ApprovalChange, ApprovalKind } from '#contracts/approvals.ts'
import type { CallName } from '#contracts/contract.ts'
import { planOf } from '#contracts/plans.ts'
import { administratorRoutes } from '#server/administrators/routes.ts'
import { listAdministrators } from '#server/administrators/queries.ts'
import { secondPeople } from '#server/administrators/second-people.ts'
import { readCircle } from '#server/circle-store/read-circle.ts'
import { circleRoutes } from '#server/circles/routes.ts'
import { circleSettings } from '#server/circles/settings.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/database/types.ts'
import type { Input } from '#server/handler.ts'
import { isId } from '#server/lib/ids.ts'
import { decidersOf } from '#server/reports/appeal.ts'
import { getCase } from '#server/reports/find.ts'
import { showReport } from '#server/reports/details.ts'
import { reportRoutes } from '#server/reports/routes.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import { circles } from '#server/tables/circles.ts'
import { donations } from '#server/tables/donations.ts'
import { reports } from '#server/tables/reports.ts'
import { actOf, getCircle, nameOf, ownCircle, rowsNow } from './change.ts'
import type { Change } from './change.ts'
import { closing } from './closing.ts'
import { handingOver } from './hand-over.ts'
import { mask } from './mask.ts'
import { pause } from './pause.ts'
import { paymentKey } from './payment-key.ts'
import { queueChanges } from './queue-changes.ts'
import { closingByEdit, removal, suspension } from './standing.ts'

const always = async () => true
const unknownAct = async () => null

const resolving = ({ params, body }: Input<'POST /admin/donations/reports/{id}/resolve'>) =>
  ({
    kind: 'resolve_report',
    reportId: params.id,
    resolution: body.resolution,
    outcome: body.donation_outcome,
  }) as const

const resolution: Change<'POST /admin/donations/reports/{id}/resolve'> = {
  kind: 'resolve_report',
  handler: reportRoutes['POST /admin/donations/reports/{id}/resolve'],
  circles: ownCircle,
  isNeeded: async (context, input) => {
    if (input.body.donation_outcome !== 'keep') return true
    const { state } = await readCircle(context, context.actor.circleId)
    return takesTwoPeople(state, resolving(input)) !== null
  },
  touched: async (context, { params }) => {
    const found = await findReported(context, params.id)
    return [found?.donorId, found?.receiverId].filter((id) => typeof id === 'string')
  },
  act: async (_context, input) => actOf(resolving(input)),
  changes: async (context, input) => [
    ...(await rowsAbout(context, resolving(input))),
    { field: 'resolution_message', before: null, after: input.body.resolution_message },
  ],
  present: (context, { params }) => showReport(context, params.id),
}

const appeal: Change<'POST /admin/donations/reports/{id}/decide-appeal'> = {
  kind: 'decide_appeal',
  handler: reportRoutes['POST /admin/donations/reports/{id}/decide-appeal'],
  circles: ownCircle,
  // One person alone may let things be, who took no part in the first decision and has administered for a while.
  isNeeded: async (context, { params, body }) => {
    const { actor, clock, db } = context
    const { report } = await getCase(context, db, params.id)
    if (body.donation_outcome !== 'keep' || (await decidersOf(db, report)).has(actor.id)) return true
    const circleIds = [actor.circleId]
    return !(await secondPeople(db, { circleIds, proposedBy: null, now: clock.now() })).includes(actor.id)
  },
  touched: async (context, { params }) => {
    const found = await findReported(context, params.id)
    return [found?.donorId, found?.receiverId].filter((id) => typeof id === 'string')
  },
  act: async (context, { params, body }) => {
    const { donation } = await getCase(context, context.db, params.id)
    const { decision, donation_outcome: outcome } = body
    return actOf({ kind: 'decide_appeal', reportId: params.id, donationId: donation.id, decision, outcome })
  },
  changes: async (context, { params, body }) => {
    const { decision, donation_outcome: outcome, message } = body
    const command = { kind: 'decide_appeal', reportId: params.id, donationId: '', decision, outcome } as const
    return [...(await rowsAbout(context, command)), { field: 'resolution_message', before: null, after: message }]
  },
  present: (context, { params }) => showReport(context, params.id),
}

const plan: Change<'PATCH /admin/circle/plan'> = {
  kind: 'change_plan',
  handler: circleRoutes['PATCH /admin/circle/plan'],
  circles: ownCircle,
  isNeeded: always,
  touched: (context) => approvedMembers(context.db, [context.actor.circleId]),
  act: async (context, { body }) => {
    const { plan: present } = await getCircle(context)
    return actOf({ kind: 'change_plan', plan: planOf(body, present.version + 1) })
  },
  changes: async (context, { body }) => {
    const { plan: present, people } = await getCircle(context)
    const rows = await rowsNow(context, { kind: 'change_plan', plan: planOf(body, present.version + 1) })
    if (body.people === undefined || body.people === people) return rows
    return [...rows, { field: 'people', before: people === null ? null : String(people), after: String(body.people) }]
  },
  present: circleSettings,
}

const operator: Change<'PATCH /admin/circle'> = {
  kind: 'change_operator',
  handler: circleRoutes['PATCH /admin/circle'],
  circles: ownCircle,
  isNeeded: async (context, input) => (await changedOperator(context, input)).length > 0,
  touched: (context) => approvedMembers(context.db, [context.actor.circleId]),
  act: unknownAct,
  changes: changedOperator,
  present: circleSettings,
}

const administrator: Change<'POST /admin/administrators'> = {
  kind: 'add_administrator',
  handler: administratorRoutes['POST /admin/administrators'],
  // Administrators act in every circle, so one added while a demonstration is selected concerns every real one too; none of those ends.
  circles: async ({ db }) => {
    const real = await db.select({ id: circles.id }).from(circles).where(eq(circles.mode, 'real')).orderBy(circles.id)
    return real.map(({ id }) => id)
  },
  isNeeded: always,
  touched: (context, _input, circleIds) => approvedMembers(context.db, circleIds),
  act: async (_context, { body }) => addingText(body.role),
  changes: async (_context, { body }) => [
    { field: 'administrator', before: null, after: nameOf(body) },
    { field: 'email', before: null, after: mask(body.email) },
    { field: 'role', before: null, after: body.role === 'AUDITOR' ? 'Auditor' : 'Administrador' },
  ],
  present: listAdministrators,
}

type Changes = { readonly [N in CallName]?: readonly Change<N>[] }

/** Every call whose contract says `approval`, and no other, with what it can change; the first that an input needs counts. */
const approvedChanges: Changes = {
  'PATCH /users/{id}': [closingByEdit, paymentKey],
  'POST /users/{id}/suspend': [suspension],
  'POST /users/{id}/remove': [removal],
  'POST /admin/donations/reports/{id}/resolve': [resolution],
  'POST /admin/donations/reports/{id}/decide-appeal': [appeal],
  'PATCH /admin/circle/plan': [plan],
  'PATCH /admin/circle': [operator],
  'POST /admin/circle/close': [closing],
  'POST /admin/administrators': [administrator],
  'POST /admin/donations/{id}/pause': [pause],
  'POST /admin/substitutes/{id}/approve': [handingOver],
  ...queueChanges,
}

/** The kinds of change that can come to nothing by themselves (`until`). */
export const endingByThemselves: readonly ApprovalKind[] = Object.values(approvedChanges)
  .flat()
  .flatMap(({ kind, until }) => (until ? [kind] : []))

/** The changes that a call can be proposed as. Throws for a call that has no such entry. */
export function changesOf(name: string): readonly Change<CallName>[] {
  const changes = (approvedChanges as Readonly<Record<string, unknown>>)[name]
  if (!changes) throw new Error(`${name} says 'approval' in the contract and nothing in server/approvals/changes.ts`)
  return changes as readonly Change<CallName>[]
}

/** The change that a proposal of this call and kind is. */
export function changeOf({ call, kind }: { readonly call: string; readonly kind: ApprovalKind }): Change<CallName> {
  const change = changesOf(call).find((each) => each.kind === kind)
  if (!change) throw new Error(`${call} is no ${kind}`)
  return change
}

async function approvedMembers(db: Db | Tx, circleIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ id: circleMembers.memberId })
    .from(circleMembers)
    .where(and(inArray(circleMembers.circleId, [...circleIds]), eq(circleMembers.status, 'approved')))
  return rows.map(({ id }) => id)
}

async function findReported({ actor, db }: Context, reportId: string) {
  if (!isId(reportId)) return null
  const [row] = await db
    .select({ donorId: donations.donorId, receiverId: donations.receiverId, amountCents: donations.amountCents })
    .from(reports)
    .innerJoin(donations, and(eq(donations.circleId, reports.circleId), eq(donations.id, reports.donationId)))
    .where(and(eq(reports.circleId, actor.circleId), eq(reports.id, reportId)))
  return row ?? null
}

/** The rows of a decision about a report; none for a report that there is not. */
async function rowsAbout(
  context: Context,
  command: Extract<Command, { kind: 'resolve_report' | 'decide_appeal' }>,
): Promise<ApprovalChange[]> {
  const donation = await findReported(context, command.reportId)
  return donation === null ? [] : rowsNow(context, command, donation)
}

async function changedOperator(context: Context, { body }: Input<'PATCH /admin/circle'>): Promise<ApprovalChange[]> {
  const before = (await getCircle(context)).operator
  const after = body.operator ?? null
  if (body.operator === undefined) return []
  return (['name', 'document', 'contact', 'dataProtectionContact'] as const).flatMap((field) => {
    const row = { field: `operator_${field}`, before: before?.[field] ?? null, after: after?.[field] ?? null }
    return row.before === row.after ? [] : [row]
  })
}
