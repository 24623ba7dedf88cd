import type { privacyCalls } from '#contracts/privacy.ts'
import { listAccess } from './access-log.ts'
import type { Routes } from '#server/handler.ts'
import { exportArchive } from './archive.ts'
import { showPrivacy } from './consents.ts'
import { eraseForMember, eraseMember } from './erase.ts'
import { exportMember } from './export.ts'
import { previewLeaving, leaveCircle } from './leave.ts'

export const privacyRoutes: Routes<keyof typeof privacyCalls> = {
  'GET /me/privacy': (context) => showPrivacy(context),
  'GET /me/access-log': (context, { query }) => listAccess(context, query),
  'GET /me/export': (context) => exportMember(context),
  'GET /me/export/archive': async (context, _, { reply }) => {
    const stream = await exportArchive(context)
    void reply
      .header('Content-Disposition', 'attachment; filename="meus-dados.zip"')
      .type('application/zip')
      .send(stream)
    return undefined
  },
  'GET /me/leaving': (context) => previewLeaving(context),
  'POST /me/leave': async (context, { body }) => {
    await leaveCircle(context, body)
    return previewLeaving(context)
  },
  'POST /users/{id}/erase': async (context, { params, body }) => {
    await eraseForMember(context, { userId: params.id, ...body })
    return {}
  },
  'DELETE /me': async (context, { body }) => {
    await eraseMember(context, body)
    return {}
  },
}
