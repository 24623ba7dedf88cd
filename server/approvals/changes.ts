import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Command } from '#circle/circle.ts'
import { addingText } from '#circle/ledger/administrators.ts'
import { canonicalJson } from '#circle/ledger/entry.ts'
import { LEVELS } from '#circle/plan.ts'
import type { ApprovalChange, ApprovalKind } from '#contracts/approvals.ts'
import type { AnswerOf, CallName } from '#contracts/contract.ts'
import { donationOutcomeLabels } from '#contracts/labels.ts'
import { centsText } from '#contracts/money-text.ts'
import { PAYMENT_FIELDS } from '#contracts/profile-fields.ts'
import { planOf } from '#contracts/plans.ts'
import { administratorRoutes } from '#server/administrators/routes.ts'
import { listAdministrators } from '#server/administrators/queries.ts'
import { circleRoutes } from '#server/circles/routes.ts'
import { circleSettings } from '#server/circles/settings.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/database/types.ts'
import type { DirectHandler, Input, TwoPhaseHandler } from '#server/handler.ts'
import { isId } from '#server/lib/ids.ts'
import { openPersonal } from '#server/members/personal.ts'
import { getUserView, memberRoutes } from '#server/members/routes.ts'
import { findUser, usersById } from '#server/members/view.ts'
import { decidersOf } from '#server/reports/appeal.ts'
import { getCase } from '#server/reports/find.ts'
import { showReport } from '#server/reports/details.ts'
import { reportRoutes } from '#server/reports/routes.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import { circles } from '#server/tables/circles.ts'
import { donations } from '#server/tables/donations.ts'
import { reports } from '#server/tables/reports.ts'
import { mask } from './mask.ts'
import { secondPeople } from './second-people.ts'

/** A call that two people decide: what it changes, for whom, and what answers it while it is only proposed. */
type Change<N extends CallName> = {
  readonly kind: ApprovalKind
  /** The very handler of the direct call. */
  readonly handler: DirectHandler<N> | TwoPhaseHandler<N>
  /** Whether this very input changes what two people decide. */
  isNeeded(context: Context, input: Input<N>): Promise<boolean>
  /** The real circles whose ledgers tell of it; none where the change concerns no real circle. */
  circles(context: Context): Promise<string[]>
  /** The members whose money, place, key or administration it touches. */
  touched(context: Context, input: Input<N>, circleIds: readonly string[]): Promise<string[]>
  /** The act as the verifier knows it from the ledger: the rules' command, or a new administrator's role; else null. */
  act(context: Context, input: Input<N>): Promise<string | null>
  changes(context: Context, input: Input<N>): Promise<ApprovalChange[]>
  /** The call's answer as things still are. */
  present(context: Context, input: Input<N>): Promise<AnswerOf<N>>
}

const always = async () => true
const unknownAct = async () => null
const actOf = (command: Command) => canonicalJson(command)

const paymentKey: Change<'PATCH /users/{id}'> = {
  kind: 'payment_key',
  handler: memberRoutes['PATCH /users/{id}'],
  circles: ownCircle,
  isNeeded: async (context, input) => {
    const { actor, clock, db } = context
    const found = await findUser(db, actor.circleId, input.params.id)
    if (found?.user.role !== 'USER' || (await changedKeys(context, input)).length === 0) return false
    // One administrator alone waits by the key's own 72 hours, in which its member confirms or objects (key-changes.ts).
    return (await secondPeople(db, { proposedBy: actor.id, now: clock.now() })).length > 0
  },
  touched: async (_context, { params }) => [params.id],
  act: unknownAct,
  changes: (context, input) => changedKeys(context, input),
  present: (context, { params }) => getUserView(context, params.id),
}

const resolution: Change<'POST /admin/donations/reports/{id}/resolve'> = {
  kind: 'resolve_report',
  handler: reportRoutes['POST /admin/donations/reports/{id}/resolve'],
  circles: ownCircle,
  isNeeded: always,
  touched: async (context, { params }) => {
    const found = await findReported(context, params.id)
    return [found?.donorId, found?.receiverId].filter((id) => typeof id === 'string')
  },
  act: async (_context, { params, body }) =>
    actOf({
      kind: 'resolve_report',
      reportId: params.id,
      resolution: body.resolution,
      outcome: body.donation_outcome,
    }),
  changes: async (context, { params, body }) => {
    const rows = await donationRows(context, params.id)
    if (rows.length === 0) return []
    return [
      ...rows,
      { field: 'donation_outcome', before: null, after: donationOutcomeLabels[body.donation_outcome] },
      { field: 'resolution_message', before: null, after: body.resolution_message },
    ]
  },
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
    return !(await secondPeople(db, { proposedBy: null, now: clock.now() })).some(({ id }) => id === actor.id)
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
    const rows = await donationRows(context, params.id)
    return [
      ...rows,
      {
        field: 'appeal',
        before: null,
        after: body.decision === 'UPHELD' ? 'A primeira decisão vale' : 'A decisão muda',
      },
      { field: 'donation_outcome', before: null, after: donationOutcomeLabels[body.donation_outcome] },
      { field: 'resolution_message', before: null, after: body.message },
    ]
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
    const { plan: before, people } = await getCircle(context)
    const after = planOf(body, before.version + 1)
    const rows: ApprovalChange[] = [
      { field: 'plan_name', before: before.name, after: after.name },
      { field: 'deadline_days', before: String(before.deadlineDays), after: String(after.deadlineDays) },
    ]
    if (body.people !== undefined)
      rows.push({ field: 'people', before: people === null ? null : String(people), after: String(body.people) })
    // A plan may come to have more levels, or fewer.
    for (const at of LEVELS.keys()) {
      const [old, level] = [before.levels[at], after.levels[at]]
      rows.push({
        field: `level_${at + 1}`,
        before: old ? levelText(old) : null,
        after: level ? levelText(level) : null,
      })
    }
    return rows.filter((row) => row.before !== row.after)
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
  // Administrators act in every circle, so one added while a demonstration is selected concerns every real one too.
  circles: async ({ db }) => {
    const real = await db
      .select({ id: circles.id })
      .from(circles)
      .where(and(eq(circles.mode, 'real'), isNull(circles.endedAt)))
      .orderBy(circles.id)
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

/** Every call whose contract says `approval`, and no other. */
const approvedChanges = {
  'PATCH /users/{id}': paymentKey,
  'POST /admin/donations/reports/{id}/resolve': resolution,
  'POST /admin/donations/reports/{id}/decide-appeal': appeal,
  'PATCH /admin/circle/plan': plan,
  'PATCH /admin/circle': operator,
  'POST /admin/administrators': administrator,
} as const satisfies { readonly [N in CallName]?: Change<N> }

/** The change that a call makes where two people decide it. Throws for a call that has no such entry. */
export function changeOf(name: string): Change<CallName> {
  const change = (approvedChanges as Readonly<Record<string, unknown>>)[name]
  if (!change) throw new Error(`${name} says 'approval' in the contract and nothing in server/approvals/changes.ts`)
  return change as Change<CallName>
}

async function ownCircle(context: Context): Promise<string[]> {
  const { mode, id } = await getCircle(context)
  return mode === 'real' ? [id] : []
}

async function getCircle({ actor, db }: Context) {
  const [circle] = await db.select().from(circles).where(eq(circles.id, actor.circleId))
  return circle!
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

/** The donation of a report as a proposal shows it; nothing for a report that there is not. */
async function donationRows(context: Context, reportId: string): Promise<ApprovalChange[]> {
  const found = await findReported(context, reportId)
  if (!found) return []
  const people = await usersById(
    context.db,
    [found.donorId, found.receiverId].filter((id) => id !== null),
  )
  const name = (id: string | null) => nameOf(id === null ? undefined : people.get(id))
  const after = `${centsText(found.amountCents)}, de ${name(found.donorId)} para ${name(found.receiverId)}`
  return [{ field: 'donation', before: null, after }]
}

/** The payment details that an edit would change, old beside new, masked. A picture is only said to be another. */
async function changedKeys(
  { actor, db, secrets }: Context,
  { params, body }: Input<'PATCH /users/{id}'>,
): Promise<ApprovalChange[]> {
  const found = await findUser(db, actor.circleId, params.id)
  if (!found) return []
  const present: Readonly<Record<string, string | null>> = {
    ...openPersonal(secrets, found.user),
    pixQrCode: found.user.pixQrSha256,
    btcQrCode: found.user.btcQrSha256,
    usdtQrCode: found.user.usdtQrSha256,
  }
  return PAYMENT_FIELDS.flatMap((field) => {
    const after = body[field]
    const before = present[field] ?? null
    if (after === undefined || after === before) return []
    if (field.endsWith('QrCode'))
      return [{ field, before: before === null ? null : 'imagem', after: after === null ? null : 'outra imagem' }]
    const shown = (text: string | null) => (text === null || field === 'pixKeyType' ? text : mask(text))
    return [{ field, before: shown(before), after: shown(after) }]
  })
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

type PlanLevel = ReturnType<typeof planOf>['levels'][number]

function levelText({ donationCents, required, contributes, owed }: PlanLevel): string {
  const debts = owed.map(({ count, amountCents, type }) => `${count} × ${centsText(amountCents)} (${type})`)
  return [
    `${required} doações de ${centsText(donationCents)}`,
    contributes ? 'contribui todo mês' : 'sem contribuição mensal',
    debts.length > 0 ? `depois deve ${debts.join(', ')}` : 'depois não deve nada',
  ].join('; ')
}

function nameOf(person: { firstName: string; lastName: string } | undefined): string {
  return person ? `${person.firstName} ${person.lastName}`.trim() : 'Conta administrativa'
}
