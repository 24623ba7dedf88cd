import type { Routes } from '#server/http/routes.ts'
import { circleResult } from './result.ts'
import { getCircleOfReader } from './installation.ts'
import { circleView } from './view.ts'

export const circleRoutes: Routes<'GET /circle' | 'GET /circle/result'> = {
  'GET /circle/result': (context) => circleResult(context),
  'GET /circle': async (context, _sent, { request }) => circleView(context, await getCircleOfReader(context, request)),
}
