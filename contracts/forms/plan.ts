import { z } from 'zod'
import type { DonationType, OwedItem, Plan, Target } from '#circle/plan.ts'
import { reaisField } from '../query.ts'

/** What a level may owe on completion, and where each goes: the type says it. */
export const owedTargets = {
  UPGRADE_N2: 2,
  CASCADE_N1: 1,
  REINJECTION_N2: 1,
  UPGRADE_N3: 3,
  REINFORCEMENT_N3: 3,
  FINAL_PAYMENT_N3: 3,
  ADM_N3: 'administration',
} as const satisfies Partial<Record<DonationType, Target>>

export type OwedType = keyof typeof owedTargets
export const owedTypes = Object.keys(owedTargets) as [OwedType, ...OwedType[]]

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

/** A plan as an author writes it, in reais. Whether it holds together, `planFaults` says; whether it gives back what it takes, `isBalanced`. */
export const planForm = z.strictObject({
  name: z.string('Dê um nome ao plano.').trim().min(1, 'Dê um nome ao plano.').max(40).regex(/^[\p{L}\p{N} ._-]+$/u, 'Use letras, números, espaços, pontos e hífens.'),
  deadline_days: z.int('Use um número inteiro de dias.').min(1, 'De 1 a 365 dias.').max(365, 'De 1 a 365 dias.'),
  levels: z.tuple([level, level, level]),
})
export type PlanForm = z.output<typeof planForm>

/** The plan that a form describes, in centavos. */
export function planOf({ name, deadline_days, levels }: PlanForm, version = 1): Plan {
  const [first, second, third] = levels
  return { name, version, deadlineDays: deadline_days, levels: [levelOf(first), levelOf(second), levelOf(third)] }
}

/** A plan as a form shows it, in reais. */
export function planFormOf({ name, deadlineDays, levels }: Plan): PlanForm {
  const [first, second, third] = levels
  return { name, deadline_days: deadlineDays, levels: [levelFormOf(first), levelFormOf(second), levelFormOf(third)] }
}

type LevelForm = PlanForm['levels'][number]
type LevelPlan = Plan['levels'][number]

function levelOf({ donation, required, contributes, owed, owed_when, on_completion }: LevelForm): LevelPlan {
  return {
    donationCents: cents(donation),
    required,
    contributes,
    owed: owed.map(({ type, amount, count }): OwedItem => ({ type, amountCents: cents(amount), target: owedTargets[type], count })),
    owedWhen: owed_when,
    onCompletion: on_completion,
  }
}

function levelFormOf({ donationCents, required, contributes, owed, owedWhen, onCompletion }: LevelPlan): LevelForm {
  return {
    donation: donationCents / 100,
    required,
    contributes,
    owed: owed.map(({ type, amountCents, count }) => ({ type: type as OwedType, amount: amountCents / 100, count })),
    owed_when: owedWhen,
    on_completion: onCompletion,
  }
}

function cents(amount: number): number {
  return Math.round(amount * 100)
}
