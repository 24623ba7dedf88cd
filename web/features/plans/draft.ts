import { imbalances } from '#circle/balance.ts'
import { isBalanced, planFaults } from '#circle/plan.ts'
import { owedTargets, planOf } from '#contracts/plans.ts'
import type { OwedType, PlanForm } from '#contracts/plans.ts'
import { parseReais, reaisText } from '#web/text/reais.ts'

// A plan as it is being typed: numbers are texts until they are read.

export type OwedDraft = { readonly type: OwedType; readonly count: string; readonly amount: string }
export type LevelDraft = Omit<PlanForm['levels'][number], 'donation' | 'required' | 'owed'> & {
  readonly donation: string
  readonly required: string
  readonly owed: readonly OwedDraft[]
}
export type PlanDraft = {
  readonly name: string
  readonly deadlineDays: string
  readonly levels: readonly [LevelDraft, ...LevelDraft[]]
}

/** A typed plan and the result of checking it: why it may not be used, and why it is not balanced. */
export type PlanCheckResult = {
  readonly plan: PlanForm | null
  readonly faults: readonly string[]
  readonly isBalanced: boolean
  readonly imbalances: readonly string[]
}

export function draftOf({ name, deadline_days, levels }: PlanForm): PlanDraft {
  const [first, ...rest] = levels
  return {
    name,
    deadlineDays: String(deadline_days),
    levels: [levelDraftOf(first), ...rest.map(levelDraftOf)],
  }
}

/** A roda made for so many people: whoever receives gets from all others, or from as many as before where that is fewer. */
export function forPeople(plan: PlanForm, people: number): PlanForm {
  const [first, ...higher] = plan.levels
  if (higher.length > 0 || people < 2) return plan
  return { ...plan, levels: [{ ...first, required: Math.min(first.required, people - 1) }] }
}

/** A level more at the end, with the numbers of the last one, and owing nothing. */
export function withOneMore(draft: PlanDraft): PlanDraft {
  const last = draft.levels.at(-1)!
  return { ...draft, levels: [...draft.levels, { ...last, owed: [], on_completion: 'back_of_queue' }] }
}

/** The last level taken away, and with it what other levels owe to its queue. */
export function withOneLess(draft: PlanDraft): PlanDraft {
  const [first, ...rest] = draft.levels.slice(0, -1).map((level, _, kept) => ({
    ...level,
    owed: level.owed.filter(({ type }) => isWithin(kept.length, type)),
  }))
  return { ...draft, levels: [first!, ...rest] }
}

/** Whether what is owed goes somewhere in a plan of so many levels. */
export function isWithin(levels: number, type: OwedType): boolean {
  const target = owedTargets[type]
  return target === 'administration' || target <= levels
}

function levelDraftOf({ donation, required, owed, ...rest }: PlanForm['levels'][number]): LevelDraft {
  return {
    ...rest,
    donation: reaisText(donation),
    required: String(required),
    owed: owed.map(({ type, count, amount }) => ({ type, count: String(count), amount: reaisText(amount) })),
  }
}

/**
 * Reads a draft. What enters a queue has that queue's amount, so only what goes to the administrative account is
 * typed.
 */
export function checkPlan(draft: PlanDraft): PlanCheckResult {
  const unread: string[] = []
  const whole = (text: string, fault: string): number => {
    if (/^\s*\d{1,6}\s*$/.test(text)) return Number(text)
    unread.push(fault)
    return Number.NaN
  }
  const money = (text: string, fault: string): number => {
    const amount = parseReais(text)
    if (amount === null) unread.push(fault)
    return amount ?? Number.NaN
  }
  if (draft.name.trim() === '') unread.push('Dê um nome ao plano.')
  const donations = draft.levels.map((level, index) =>
    money(level.donation, `N${index + 1}: escreva o valor da doação como 100 ou 100,50.`),
  )
  const levels = draft.levels.map(({ required, owed, ...level }, index) => ({
    ...level,
    donation: donations[index]!,
    required: whole(required, `N${index + 1}: escreva as doações necessárias como um número inteiro.`),
    owed: owed.map(({ type, count, amount }) => {
      const target = owedTargets[type]
      return {
        type,
        count: whole(count, `N${index + 1}: escreva a quantidade devida como um número inteiro.`),
        amount:
          target === 'administration'
            ? money(amount, `N${index + 1}: escreva o valor devido como 100 ou 100,50.`)
            : (donations[target - 1] ?? donations[index]!),
      }
    }),
  })) as unknown as PlanForm['levels']
  const form: PlanForm = {
    name: draft.name.trim(),
    deadline_days: whole(draft.deadlineDays, 'Escreva o prazo em dias, como um número inteiro.'),
    levels,
  }
  if (unread.length > 0) return { plan: null, faults: [...new Set(unread)], isBalanced: false, imbalances: [] }
  const plan = planOf(form)
  const faults = planFaults(plan)
  return { plan: faults.length === 0 ? form : null, faults, isBalanced: isBalanced(plan), imbalances: imbalances(plan) }
}
