import type { Context } from '#server/lib/http/context.ts'
import type { Routes } from '#server/lib/http/routes.ts'
import { refuse } from '#server/lib/refusal.ts'
import { approveMember } from './approve.ts'
import { findUser, listUsers, userView } from './view.ts'

export const memberRoutes: Routes<'GET /users/profile' | 'GET /users' | 'PATCH /users/{id}/approve'> = {
  'GET /users/profile': (context) => getUserView(context, context.actor.id),
  'GET /users': async (context) => {
    const people = await listUsers(context.db, context.actor.circleId)
    return people.map(({ user, member }) => userView(context, user, member))
  },
  'PATCH /users/{id}/approve': async (context, { params }) => {
    await approveMember(context, { userId: params.id })
    return getUserView(context, params.id)
  },
}

async function getUserView(context: Context, userId: string) {
  const found = (await findUser(context.db, context.actor.circleId, userId)) ?? refuse('resource.not_found')
  return userView(context, found.user, found.member)
}
