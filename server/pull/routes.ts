import type { BodyOf } from '#contracts/contract.ts'
import type { pullCalls } from '#contracts/pull.ts'
import type { Context } from '#server/context.ts'
import type { Routes } from '#server/handler.ts'
import { cents } from '#contracts/money.ts'
import { refuse } from '#server/lib/refusal.ts'
import { generatePull } from './generate-pull.ts'

export const pullRoutes: Routes<keyof typeof pullCalls> = {
  'POST /donations/admin/generate-monthly-pull': (context, { body }) => pull(context, body),
  'POST /donations/admin/cycle/{cycle}/start': (context, { params, body }) =>
    params.cycle === '1' ? pull(context, body) : refuse('pull.cycle_unknown'),
}

function pull(context: Context, { amount, ...rest }: BodyOf<'POST /donations/admin/generate-monthly-pull'>) {
  return generatePull(context, { ...rest, amountCents: amount === undefined ? undefined : cents(amount) })
}
