import { z } from 'zod'
import { LEVELS } from '#circle/plan.ts'
import { owedTypes } from '../plans.ts'
import type { PlanForm } from '../plans.ts'
import { reaisField } from '../query.ts'
import { line } from './clean-line.ts'

const OWED_ITEMS_MAX = 8

const owedItem = z.strictObject({
  type: z.enum(owedTypes),
  amount: reaisField,
  count: z.int('Use um número inteiro.').min(1, 'A quantidade vai de 1 a 99.').max(99, 'A quantidade vai de 1 a 99.'),
})

const level = z.strictObject({
  donation: reaisField,
  required: z.int('Use um número inteiro.').min(1, 'De 1 a 99 doações.').max(99, 'De 1 a 99 doações.'),
  contributes: z.boolean(),
  owed: z.array(owedItem).max(OWED_ITEMS_MAX, `No máximo ${OWED_ITEMS_MAX} itens.`),
  owed_when: z.enum(['upgrade_accepted', 'level_completed']),
  on_completion: z.enum(['back_of_queue', 'leave_queue', 'leave_circle_queues']),
})

/**
 * A plan as an author writes it, in reais. `planFaults` says whether it is coherent, and `isBalanced` whether it
 * returns what it takes.
 */
export const planForm = z.strictObject({
  name: line(z.string('Dê um nome ao plano.'))
    .min(1, 'Dê um nome ao plano.')
    .max(40)
    .regex(/^[\p{L}\p{N} ._-]+$/u, 'Use letras, números, espaços, pontos e hifens.'),
  deadline_days: z.int('Use um número inteiro de dias.').min(1, 'De 1 a 365 dias.').max(365, 'De 1 a 365 dias.'),
  levels: z
    .tuple([level], level, 'O plano deve ter de um a três níveis.')
    .refine((levels) => levels.length <= LEVELS.length, 'O plano deve ter de um a três níveis.'),
}) satisfies z.ZodType<PlanForm>
