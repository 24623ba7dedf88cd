import { LEVELS, isBalanced, levelPlan } from './plan.ts'
import type { Level, Plan } from './plan.ts'

/** Why a plan does not give back to each what they gave, in words for its author; an empty list for a balanced one (1-rules, section 2). */
export function imbalances(plan: Plan): string[] {
  return isBalanced(plan) ? [] : LEVELS.flatMap((level) => imbalancesOf(plan, level))
}

function imbalancesOf(plan: Plan, level: Level): string[] {
  const { contributes, owed, onCompletion } = levelPlan(plan, level)
  const elsewhere = owed.some(({ target }) => target !== 'administration')
  const administration = owed.some(({ target }) => target === 'administration')
  return [
    ...(contributes ? [] : [`N${level}: quem está neste nível não contribui para ele todo mês. O que ele paga vem de quem sobe do nível anterior, e acaba quando ninguém mais sobe.`]),
    ...(elsewhere ? [`N${level}: ao completar, parte do que se recebeu é devida de novo a uma fila. Quem doou para este nível não recebe esse valor de volta.`] : []),
    ...(administration ? [`N${level}: ao completar, parte vai para a conta administrativa e não volta a nenhum participante.`] : []),
    ...(onCompletion === 'back_of_queue' ? [] : [`N${level}: quem completa sai da fila e deixa de contribuir, antes de devolver o que recebeu a quem doou.`]),
  ]
}
