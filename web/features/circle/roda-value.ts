import type { AnswerOf } from '#contracts/contract.ts'
import type { PlanOutcome } from '#contracts/simulation.ts'

type RodaPeople = AnswerOf<'POST /join-links/show'>['people']

/** A sentence on the people of a roda, by the names of those who let them be read. */
export function peopleLine({ count, first_names: names }: Pick<RodaPeople, 'count' | 'first_names'>): string {
  if (count === 0) return 'Você seria a primeira pessoa.'
  const others = count - names.length
  const rest = others === 0 ? [] : [others === 1 ? 'mais uma pessoa' : `mais ${others} pessoas`]
  const named = names.length === 0 ? '' : `: ${listed([...names, ...rest])}`
  return `${count === 1 ? 'Já entrou 1 pessoa' : `Já entraram ${count} pessoas`}${named}.`
}

/**
 * The month of one's own turn, by arrival, by lot or agreed; of a roda that began already, whom to ask. Null where everybody who fits
 * is in, and for figures that tell of no turn.
 */
export function turnLine(
  { places, begun }: Pick<RodaPeople, 'places' | 'begun'>,
  { members, plan: { turn } }: Pick<PlanOutcome, 'members' | 'plan'>,
  isDrawn: boolean,
): string | null {
  if (begun) return 'Esta roda já começou. Pergunte a quem convidou você em que mês receberia, e até quando daria.'
  if (!turn || places >= members) return null
  if (isDrawn)
    return `A ordem é sorteada ou combinada por todos, e você a confere: a sua vez cai num dos ${members} lugares.`
  // A turn is complete once the months so far pay for it and for all before it.
  const month = Math.ceil((turn.required * (places + 1)) / members)
  return `Pela ordem de chegada, você receberia no mês ${month}. A ordem é combinada ou sorteada antes de começar.`
}

function listed(parts: readonly string[]): string {
  return parts.length === 1 ? parts[0]! : `${parts.slice(0, -1).join(', ')} e ${parts.at(-1)!}`
}
