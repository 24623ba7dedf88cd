import type { joinLinkCalls } from '#contracts/join-links.ts'
import type { Routes } from '#server/handler.ts'
import { checkPeople } from './check-people.ts'
import { invitePeople } from './invite-people.ts'
import { makeJoinLink, revokeJoinLink } from './make-link.ts'
import { listJoinLinks } from './queries.ts'
import { showJoinLink } from './show-link.ts'

export const joinLinkRoutes: Routes<keyof typeof joinLinkCalls> = {
  'GET /admin/join-links': (context, { query }) => listJoinLinks(context, query),
  'POST /admin/join-links': (context, { body }) => makeJoinLink(context, body),
  'POST /admin/join-links/check': async (context, { body }) => {
    const checked = await checkPeople(context, context.db, body.people)
    return { rows: checked.map(({ state, faults, same_as }) => ({ state, faults, same_as })) }
  },
  'POST /admin/join-links/people': (context, { body }) => invitePeople(context, body),
  'POST /admin/join-links/{id}/revoke': (context, { params }) => revokeJoinLink(context, { linkId: params.id }),
  'POST /join-links/show': (context, { body }) => showJoinLink(context, body),
}
