import type { memberCalls } from '#contracts/members.ts'
import type { Context } from '#server/context.ts'
import type { Routes } from '#server/handler.ts'
import { refuse } from '#server/lib/refusal.ts'
import { approveMember } from './approve.ts'
import { reinstateMember, removeMember, suspendMember } from './change-standing.ts'
import { changePassword } from './change-password.ts'
import { prepareEdit } from './edit.ts'
import { changeOwnKey, confirmKeyChange, objectToKeyChange } from './key-changes.ts'
import { findKey, ownKeyView, ownPendingView, pendingView } from './payment-keys.ts'
import { setAvatar } from './set-avatar.ts'
import { findPreferences, setPreferences } from './set-preferences.ts'
import { findUser, listNames, listUsers, userView } from './view.ts'

export const memberRoutes: Routes<keyof typeof memberCalls> = {
  'GET /users/profile': (context) => getProfile(context),
  'GET /users': async (context) => {
    const people = await listUsers(context.db, context.actor.circleId)
    return people.map((person) => userView(context, person))
  },
  'GET /admin/names': ({ actor, db }) => listNames(db, actor.circleId),
  'PATCH /users/{id}': {
    prepare: async (context, { params, body }) => {
      const edit = await prepareEdit(context, { userId: params.id, edit: body })
      return async (within) => {
        await edit(within)
        const pending = await findKey(within.db, within.actor.circleId, params.id, 'pending')
        const view = await getUserView(within, params.id)
        return pending ? { ...view, pixKeyPending: pendingView(within.secrets, pending) } : view
      }
    },
  },
  'PATCH /users/{id}/approve': async (context, { params }) => {
    await approveMember(context, { userId: params.id })
    return getUserView(context, params.id)
  },
  'POST /users/{id}/suspend': async (context, { params, body }) => {
    await suspendMember(context, { userId: params.id, ...body })
    return getUserView(context, params.id)
  },
  'POST /users/{id}/remove': async (context, { params, body }) => {
    await removeMember(context, { userId: params.id, ...body })
    return getUserView(context, params.id)
  },
  'POST /users/{id}/reinstate': async (context, { params, body }) => {
    await reinstateMember(context, { userId: params.id, ...body })
    return getUserView(context, params.id)
  },
  'POST /users/profile/avatar': async (context, { body }) => {
    await setAvatar(context, body)
    return getProfile(context)
  },
  'GET /me/preferences': (context) => findPreferences(context),
  'PATCH /me/preferences': async (context, { body }) => {
    await setPreferences(context, body)
    return getProfile(context)
  },
  'POST /me/pix-key': async (context, { body }) => {
    await changeOwnKey(context, body)
    return getProfile(context)
  },
  'POST /me/pix-key/{id}/confirm': async (context, { params }) => {
    await confirmKeyChange(context, params.id)
    return getProfile(context)
  },
  'POST /me/pix-key/{id}/object': async (context, { params }) => {
    await objectToKeyChange(context, params.id)
    return getProfile(context)
  },
  'POST /me/password': async (context, { body }) => {
    await changePassword(context, body)
    return getProfile(context)
  },
}

/** The actor with the payment key that the circle promises, and the change of it that waits, if one does. */
async function getProfile(context: Context) {
  const { actor, db, secrets } = context
  const view = await getUserView(context, actor.id)
  const held = await findKey(db, actor.circleId, actor.id, 'current')
  const pending = await findKey(db, actor.circleId, actor.id, 'pending')
  return {
    ...view,
    pixKeyHeld: held && ownKeyView(secrets, held),
    pixKeyPending: pending && ownPendingView(secrets, pending),
  }
}

/** A person as administrators see them. Refuses with 404. */
export async function getUserView(context: Context, userId: string) {
  const found = (await findUser(context.db, context.actor.circleId, userId)) ?? refuse('resource.not_found')
  const view = userView(context, found)
  // A session that a passkey opened is not held to changing a temporary password.
  const isFree = userId === context.actor.id && context.actor.via !== 'temporary'
  return isFree ? { ...view, passwordTemporary: false } : view
}
