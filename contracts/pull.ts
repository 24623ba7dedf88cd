import { z } from 'zod'
import { defineCall } from './call.ts'
import { monthlyPullResult } from './entities/pull.ts'
import { reaisField } from './query.ts'

const tag = 'pull'

const pullBody = z.strictObject({
  donorsCount: z.int().optional(),
  amount: reaisField.optional(),
  type: z.string().max(40).optional(),
  deadlineDays: z.int().optional(),
})

export const pullCalls = {
  'POST /donations/admin/generate-monthly-pull': defineCall({
    access: 'admin',
    tag,
    signs: 'administer',
    summary: 'The monthly pull: the same operation as cycle 1.',
    status: 201,
    idempotent: true,
    body: pullBody,
    answer: monthlyPullResult,
    refusals: [
      'pull.contradicts_plan',
      'pull.period_past',
      'pull.off_plan',
      'pull.terms_new',
      'shares.misfit',
      'rotation.awaited',
      'rotation.all_asked',
    ],
  }),
  'POST /donations/admin/cycle/{cycle}/start': defineCall({
    access: 'admin',
    tag,
    signs: 'administer',
    summary: 'Starts cycle 1, the monthly pull; there is no other.',
    status: 201,
    idempotent: true,
    params: z.strictObject({ cycle: z.string().max(20) }),
    body: pullBody,
    answer: monthlyPullResult,
    refusals: [
      'pull.cycle_unknown',
      'pull.contradicts_plan',
      'pull.period_past',
      'pull.off_plan',
      'pull.terms_new',
      'shares.misfit',
      'rotation.awaited',
      'rotation.all_asked',
    ],
  }),
}
