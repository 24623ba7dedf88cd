import { levelPlan, levelsOf } from './plan.ts'
import type { Level, LevelPlan, Plan } from './plan.ts'

type Reason = { readonly applies: (level: LevelPlan) => boolean; readonly sentence: string }

const reasons: readonly Reason[] = [
  {
    applies: ({ contributes }) => !contributes,
    sentence:
      'não há contribuição mensal de quem está no nível. O que ele paga vem de quem sobe do nível anterior, e acaba quando ninguém mais sobe.',
  },
  {
    applies: ({ owed }) => owed.some(({ target }) => target !== 'administration'),
    sentence:
      'ao completar, parte do que se recebeu é devida de novo a uma fila. Quem doou para o nível não recebe esse valor de volta.',
  },
  {
    applies: ({ owed }) => owed.some(({ target }) => target === 'administration'),
    sentence: 'ao completar, parte vai para a conta administrativa e não volta a nenhum participante.',
  },
  {
    applies: ({ onCompletion }) => onCompletion !== 'back_of_queue',
    sentence: 'quem completa sai da fila e deixa de contribuir, antes de devolver o que recebeu a quem doou.',
  },
]

/**
 * The reasons why a plan does not return to each member what they gave, as sentences for its author; an empty list for
 * a balanced plan (1-rules, section 2).
 */
export function imbalances(plan: Plan): string[] {
  return reasons.flatMap(({ applies, sentence }) => {
    const levels = levelsOf(plan).filter((level) => applies(levelPlan(plan, level)))
    return levels.length === 0 ? [] : [`${named(levels)}: ${sentence}`]
  })
}

function named(levels: readonly Level[]): string {
  const names = levels.map((level) => `N${level}`)
  return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} e ${names.at(-1)}`
}
