import type { beginningCalls } from '#contracts/beginnings.ts'
import type { Routes } from '#server/handler.ts'
import { acceptRow, contestRow } from './answer.ts'
import { bringRodaIn, dropRows, enterRows } from './enter.ts'
import { viewBeginning, viewOwn } from './standing.ts'

export const beginningRoutes: Routes<keyof typeof beginningCalls> = {
  'GET /admin/beginning': (context) => viewBeginning(context),
  'POST /admin/beginning': async (context, { body }) => {
    await enterRows(context, body)
    return viewBeginning(context)
  },
  'DELETE /admin/beginning': async (context) => {
    await dropRows(context)
    return viewBeginning(context)
  },
  'POST /admin/beginning/open': async (context) => {
    await bringRodaIn(context)
    return viewBeginning(context)
  },
  'GET /me/beginning': (context) => viewOwn(context),
  'POST /me/beginning/accept': async (context, { body }) => {
    await acceptRow(context, body)
    return viewOwn(context)
  },
  'POST /me/beginning/contest': async (context, { body }) => {
    await contestRow(context, body)
    return viewOwn(context)
  },
}
