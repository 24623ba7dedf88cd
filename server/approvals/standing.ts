import type { ApprovalChange } from '#contracts/approvals.ts'
import { isClosed, userStatusLabels } from '#contracts/labels.ts'
import { isKeptByTwo } from '#server/circle-store/fiscals.ts'
import { readCircle } from '#server/circle-store/read-circle.ts'
import type { Context } from '#server/context.ts'
import { getUserView, memberRoutes } from '#server/members/routes.ts'
import { actOf, ownCircle, rowsNow } from './change.ts'
import type { Change } from './change.ts'
import { changedKeys } from './payment-key.ts'

// To suspend or remove somebody by whose going somebody could lose takes two people (circle/two-people.ts), and so does a fiscal.

type Closing = { params: { id: string } }

const departure = (memberId: string) => ({ kind: 'depart_member', memberId, how: 'suspended' }) as const

const shared = {
  kind: 'suspend_member',
  circles: ownCircle,
  isNeeded: (context: Context, { params }: Closing) => wouldCost(context, params.id),
  touched: async (_: Context, { params }: Closing) => [params.id],
  act: async (_: Context, { params }: Closing) => actOf(departure(params.id)),
  present: (context: Context, { params }: Closing) => getUserView(context, params.id),
} as const

export const suspension: Change<'POST /users/{id}/suspend'> = {
  ...shared,
  handler: memberRoutes['POST /users/{id}/suspend'],
  changes: (context, { params, body }) => closingRows(context, params.id, 'Suspensão', body.reason),
}

export const removal: Change<'POST /users/{id}/remove'> = {
  ...shared,
  handler: memberRoutes['POST /users/{id}/remove'],
  changes: (context, { params, body }) => closingRows(context, params.id, 'Retirada do círculo', body.reason),
}

/** The same by the form of all data, and whatever else is edited with it. */
export const closingByEdit: Change<'PATCH /users/{id}'> = {
  ...shared,
  handler: memberRoutes['PATCH /users/{id}'],
  applies: async (_context, { body }) => body.status !== undefined && isClosed(body.status),
  isNeeded: async (context, { params, body }) =>
    body.status !== undefined && isClosed(body.status) && wouldCost(context, params.id),
  changes: async (context, input) => [
    ...(await closingRows(context, input.params.id, userStatusLabels[input.body.status!])),
    ...(await changedKeys(context, input)),
  ],
}

async function wouldCost(context: Context, memberId: string): Promise<boolean> {
  const { state } = await readCircle(context, context.actor.circleId)
  if (state.members.get(memberId)?.status !== 'approved') return false
  return isKeptByTwo(context.db, { id: context.actor.circleId, state }, memberId)
}

/** The person who would go and how, what they gave and received, the places that they would lose, and why. */
async function closingRows(
  context: Context,
  memberId: string,
  standing: string,
  reason?: string,
): Promise<ApprovalChange[]> {
  const row = (field: string, after: string): ApprovalChange => ({ field, before: null, after })
  return [
    row('standing', standing),
    ...(await rowsNow(context, departure(memberId))),
    ...(reason === undefined ? [] : [row('reason', reason)]),
  ]
}
