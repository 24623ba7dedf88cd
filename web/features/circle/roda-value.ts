type People = { readonly count: number; readonly first_names: readonly string[] }

/** A sentence on the people of a roda, by the names of those who let them be read. */
export function peopleLine({ count, first_names: names }: People): string {
  if (count === 0) return 'Você seria a primeira pessoa.'
  const others = count - names.length
  const rest = others === 0 ? [] : [others === 1 ? 'mais uma pessoa' : `mais ${others} pessoas`]
  const named = names.length === 0 ? '' : `: ${listed([...names, ...rest])}`
  return `${count === 1 ? 'Já entrou 1 pessoa' : `Já entraram ${count} pessoas`}${named}.`
}

type Plan = { readonly members: number; readonly months: number }

/**
 * The month of one's own turn, by arrival, by lot or agreed; null where everybody who fits is in. In each month as many receive as
 * the month's contributions pay for (`stoppingGains`).
 */
export function turnLine(count: number, { members, months }: Plan, isDrawn: boolean): string | null {
  if (count >= members) return null
  if (isDrawn)
    return `A ordem é sorteada ou combinada por todos, e você a confere: a sua vez cai num dos ${members} lugares.`
  return `Pela ordem de chegada, você receberia no mês ${Math.ceil((months * (count + 1)) / members)}. A ordem é combinada ou sorteada antes de começar.`
}

function listed(parts: readonly string[]): string {
  return parts.length === 1 ? parts[0]! : `${parts.slice(0, -1).join(', ')} e ${parts.at(-1)!}`
}
