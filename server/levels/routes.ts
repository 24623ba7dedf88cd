import { LEVELS } from '#circle/plan.ts'
import type { levelCalls } from '#contracts/levels.ts'
import type { Routes } from '#server/handler.ts'
import { refuse } from '#server/lib/refusal.ts'
import { acceptUpgrade } from './accept-upgrade.ts'
import { levelProgress } from './queries.ts'
import { levelStats } from './stats.ts'

export const levelRoutes: Routes<keyof typeof levelCalls> = {
  'GET /donations/admin/level-stats/{level}': (context, { params }) =>
    levelStats(context, LEVELS.find((level) => String(level) === params.level) ?? refuse('level.unknown')),
  'GET /donations/my-level-progress': (context) => levelProgress(context),
  'POST /donations/accept-upgrade': (context, { body }) =>
    acceptUpgrade(context, { fromLevel: body.from_level, toLevel: body.to_level }),
}
