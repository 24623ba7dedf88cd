import type { helperCalls } from '#contracts/helpers.ts'
import type { Routes } from '#server/handler.ts'
import { endHelp, endOwnHelp } from './end-help.ts'
import { enterAs } from './enter-as.ts'
import { prepareNaming } from './name-helper.ts'
import { writeHelperPaper } from './paper.ts'
import { showHelper, showHelping } from './queries.ts'

export const helperRoutes: Routes<keyof typeof helperCalls> = {
  'GET /me/helping': (context) => showHelping(context),
  'POST /me/helping/{id}/session': (context, { params }) => enterAs(context, { memberId: params.id }),
  'DELETE /me/helping/{id}': (context, { params }) => endOwnHelp(context, { otherId: params.id }),
  'GET /users/{id}/helper': (context, { params }) => showHelper(context, { memberId: params.id }),
  'POST /users/{id}/helper': {
    prepare: (context, { params, body }) =>
      prepareNaming(context, { memberId: params.id, helperId: body.helper_id, paperBase64: body.paperBase64 }),
  },
  'DELETE /users/{id}/helper': (context, { params }) => endHelp(context, { memberId: params.id }),
  'GET /users/{id}/helper/paper': async (context, { params, query }, { reply }) => {
    const paper = await writeHelperPaper(context, { memberId: params.id, helperId: query.helper_id })
    void reply
      .header('Content-Disposition', 'attachment; filename="papel-de-ajuda.pdf"')
      .type('application/pdf')
      .send(paper)
    return undefined
  },
}
