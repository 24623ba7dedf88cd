import type { administratorCalls } from '#contracts/administrators.ts'
import type { Routes } from '#server/handler.ts'
import { prepareAcceptance, showInvitation } from './accept-invitation.ts'
import { inviteAdministrator, revokeInvitation } from './invite.ts'
import { listAdministrators } from './queries.ts'
import { removeAdministrator } from './remove.ts'

export const administratorRoutes: Routes<keyof typeof administratorCalls> = {
  'GET /admin/administrators': (context) => listAdministrators(context),
  'POST /admin/administrators': async (context, { body }) => {
    await inviteAdministrator(context, body)
    return listAdministrators(context)
  },
  'DELETE /admin/administrators/{id}': async (context, { params }) => {
    await removeAdministrator(context, { userId: params.id })
    return listAdministrators(context)
  },
  'DELETE /admin/administrators/invitations/{id}': async (context, { params }) => {
    await revokeInvitation(context, { invitationId: params.id })
    return listAdministrators(context)
  },
  'POST /invitations/show': (context, { body }) => showInvitation(context, body),
  'POST /invitations/accept': { prepare: (context, { body }) => prepareAcceptance(context, body) },
}
