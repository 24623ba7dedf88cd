import type { substituteCalls } from '#contracts/substitutes.ts'
import type { Routes } from '#server/handler.ts'
import { handOver, listWaiting } from './hand-over.ts'
import { acceptSubstitute, askSubstitute, endSubstitute, listSubstitutes } from './substitute.ts'

export const substituteRoutes: Routes<keyof typeof substituteCalls> = {
  'GET /me/substitutes': (context) => listSubstitutes(context),
  'POST /me/substitutes': (context, { body }) => askSubstitute(context, body),
  'POST /me/substitutes/{id}/accept': (context, { params, body }) =>
    acceptSubstitute(context, { substituteId: params.id, hash: body.hash }),
  'DELETE /me/substitutes/{id}': (context, { params }) => endSubstitute(context, { substituteId: params.id }),
  'GET /admin/substitutes': (context) => listWaiting(context),
  'POST /admin/substitutes/{id}/approve': (context, { params }) => handOver(context, { substituteId: params.id }),
}
