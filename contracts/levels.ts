import { z } from 'zod'
import { defineCall } from './call.ts'
import { levelStats, myLevelProgress } from './entities/level.ts'
import { levelNumber } from './query.ts'

const tag = 'levels'

export const levelCalls = {
  'GET /donations/my-level-progress': defineCall({
    access: 'member',
    tag,
    summary: 'The caller’s levels, as many as the plan has, and the upgrades open to them.',
    answer: myLevelProgress,
  }),
  'POST /donations/accept-upgrade': defineCall({
    access: 'approved',
    tag,
    summary: 'Accepts an upgrade: what the level owes, and a place in the next queue.',
    status: 201,
    idempotent: true,
    signs: 'accept_upgrade',
    body: z.strictObject({ from_level: levelNumber, to_level: levelNumber }),
    answer: z.object({ new_level: z.int() }),
    refusals: [
      'upgrade.not_available',
      'upgrade.cannot_afford',
      'upgrade.already_accepted',
      'terms.not_accepted',
      'queue.full',
      'queue.member_not_approved',
      'member.not_in_circle',
    ],
  }),
  'GET /donations/admin/level-stats/{level}': defineCall({
    access: 'admin',
    tag,
    summary: 'How a level stands in the circle.',
    params: z.strictObject({ level: z.string().max(20) }),
    answer: levelStats,
    refusals: ['level.unknown', 'level.not_in_plan'],
  }),
}
