import type { circleCalls } from '#contracts/circles.ts'
import type { Routes } from '#server/handler.ts'
import { takePart } from '#server/administrators/take-part.ts'
import { listChanges } from './changes.ts'
import { openCircle, selectCircle } from './choose-circle.ts'
import { beginRotation } from './begin-rotation.ts'
import { closeCircle } from './close-circle.ts'
import { changePlan, editCircle } from './edit-circle.ts'
import { getCircleOfReader } from './reader.ts'
import { listCircles, summarizeCircle } from './list-circles.ts'
import { makeCircle } from './make-circle.ts'
import { setAnswerDays, setCalendar } from './set-calendar.ts'
import { resetCircle } from './reset-circle.ts'
import { circleResult } from './result.ts'
import { circleSettings } from './settings.ts'
import { circleView } from './view.ts'

export const circleRoutes: Routes<keyof typeof circleCalls> = {
  'GET /circle/result': (context) => circleResult(context),
  'GET /circle/changes': (context, { query }) => listChanges(context, query),
  'GET /circle': async (context, _sent, { request }) =>
    circleView(context, await getCircleOfReader(context, request.headers.authorization)),
  'GET /admin/circles': (context, { query }) => listCircles(context, query),
  'POST /admin/circles': (context, { body }) => makeCircle(context, body),
  'POST /admin/circles/{id}/select': async (context, { params }) =>
    summarizeCircle(await selectCircle(context, { circleId: params.id }), params.id),
  'POST /admin/circles/{id}/open': async (context, { params }) => {
    await openCircle(context, { circleId: params.id })
    return summarizeCircle(context, params.id)
  },
  'POST /admin/circle/take-part': async (context) => {
    await takePart(context)
    return circleSettings(context)
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
  'PATCH /admin/circle/calendar': async (context, { body }) => {
    await setCalendar(context, body)
    return circleSettings(context)
  },
  'PATCH /admin/circle/answer-days': async (context, { body }) => {
    await setAnswerDays(context, body)
    return circleSettings(context)
  },
  'POST /admin/circle/close': async (context, { body }) => {
    await closeCircle(context, body)
    return circleSettings(context)
  },
  'POST /admin/circle/rotation': async (context) => {
    await beginRotation(context)
    return circleSettings(context)
  },
  'POST /admin/circle/reset': async (context, { body }) => circleSettings(await resetCircle(context, body)),
}
