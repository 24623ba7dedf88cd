import { z } from 'zod'
import { reais, time } from './fields.ts'

export const levelProgress = z.object({
  level: z.int(),
  level_completed: z.boolean(),
  level_completed_at: time.nullable(),
  donations_received: z.int(),
  donations_required: z.int(),
  progress_percentage: z.number(),
  total_received: reais,
})

export const upgradeInfo = z.object({
  can_upgrade: z.boolean(),
  can_afford: z.boolean(),
  from_level: z.int(),
  to_level: z.int(),
  user_balance: reais,
  requirements: z.object({
    upgrade_amount: reais,
    cascade_amount: reais,
    reinjection_amount: reais,
    total: reais,
    description: z.string(),
  }),
})

export const myLevelProgress = z.object({
  current_level: z.int(),
  levels: z.array(levelProgress),
  upgrade: upgradeInfo.nullable(),
  upgrades: z.array(upgradeInfo),
})

export const levelStats = z.object({
  level: z.int(),
  totalUsers: z.int(),
  activeUsers: z.int(),
  completedUsers: z.int(),
  averageProgress: z.number(),
  totalDonationsReceived: z.int(),
  totalAmountReceived: reais,
})
