import type { Routes } from '#server/http/routes.ts'
import { testMail } from '#server/mail/test-mail.ts'
import { openCircle, selectCircle } from './choose-circle.ts'
import { changePlan, editCircle } from './edit-circle.ts'
import { listCircles } from './list-circles.ts'
import { makeCircle } from './make-circle.ts'
import { resetCircle } from './reset-circle.ts'
import { circleSettings } from './settings.ts'

/** Several circles in one installation, and the settings of the one on screen. */
export const circlesRoutes: Routes<
  | 'GET /admin/circles'
  | 'POST /admin/circles'
  | 'POST /admin/circles/{id}/show'
  | 'POST /admin/circles/{id}/open'
  | 'GET /admin/circle'
  | 'PATCH /admin/circle'
  | 'PATCH /admin/circle/plan'
  | 'POST /admin/circle/reset'
  | 'POST /admin/mail-test'
> = {
  'GET /admin/circles': (context) => listCircles(context),
  'POST /admin/circles': (context, { body }) => makeCircle(context, body),
  'POST /admin/circles/{id}/show': async (context, { params }) =>
    listCircles(await selectCircle(context, { circleId: params.id })),
  'POST /admin/circles/{id}/open': async (context, { params }) => {
    await openCircle(context, { circleId: params.id })
    return listCircles(context)
  },
  'GET /admin/circle': (context) => circleSettings(context),
  'PATCH /admin/circle': async (context, { body }) => {
    await editCircle(context, body)
    return circleSettings(context)
  },
  'PATCH /admin/circle/plan': async (context, { body }) => {
    await changePlan(context, body)
    return circleSettings(context)
  },
  'POST /admin/circle/reset': async (context, { body }) => circleSettings(await resetCircle(context, body)),
  'POST /admin/mail-test': (context) => testMail(context),
}
