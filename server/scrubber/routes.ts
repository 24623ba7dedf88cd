import type { scrubberCalls } from '#contracts/scrubber.ts'
import type { Routes } from '#server/handler.ts'
import { latestScrub } from './queries.ts'
import { scrubAll } from './scrub.ts'

export const scrubberRoutes: Routes<keyof typeof scrubberCalls> = {
  'GET /admin/scrub': (context) => latestScrub(context),
  'POST /admin/scrub': async (context) => {
    await scrubAll(context)
    return latestScrub(context)
  },
}
