import type { Beginning } from '#web/features/beginning/api.ts'
import type { Draws } from '#web/features/draw/api.ts'
import { isRunning, joinedIn } from '#web/features/draw/progress.ts'
import { countText } from '#web/text/numbers.ts'
import type { FirstSteps } from '#web/features/first-steps/api.ts'

export type Next = {
  readonly title: string
  readonly text: string
  readonly action: string
  readonly to: '/admin/join-links' | '/admin/queue' | '/admin/queue/beginning' | '/admin/queue/draw'
  /** Where fewer people than planned are all that come. */
  readonly other?: string
}

type Steps = Pick<FirstSteps, 'people' | 'people_needed' | 'places'>

/**
 * The next thing of an organiser who gives places one by one, while fewer have one than the plan was shown for; null where no
 * more are missing than wait for approval.
 */
export function nextPlace({ people, places, people_needed: planned }: Steps, waiting: number): Next | null {
  if (people > places)
    return {
      title: 'Falta dar lugar',
      text: `${countText(people - places, 'pessoa aprovada', 'pessoas aprovadas')} sem lugar na ordem.`,
      action: 'Ver a ordem',
      to: '/admin/queue',
    }
  if (places + waiting >= planned) return null
  return {
    title: 'Convide as pessoas',
    text: `Com lugar: ${places} de ${planned}. Se não vem mais ninguém, peça as contribuições: a tela mostra o plano para quantos são.`,
    action: 'Convidar pessoas',
    to: '/admin/join-links',
  }
}

/**
 * The next thing of an organiser until there is an order: the people first, then their order. Null while those who wait for
 * approval are all that are missing.
 */
export function nextOfRoda(
  { people, people_needed: needed }: Steps,
  { data: [draw], proposal }: Pick<Draws, 'data' | 'proposal'>,
  waiting: number,
  beginning: Pick<Beginning, 'waits' | 'rows' | 'left'> | null = null,
): Next | null {
  const to = '/admin/queue/draw'
  if (beginning?.waits) {
    const { left } = beginning
    const rows = beginning.rows.filter(({ member_id: id }) => !left.includes(id))
    const sure = rows.filter(({ accepted }) => accepted).length
    return {
      title: 'A roda já começou',
      text:
        left.length > 0
          ? 'Alguém saiu depois de lançado o começo. Acertem as contas sem essa pessoa, e peça de novo.'
          : sure === rows.length
            ? 'Todos conferiram o que deram e receberam. Falta trazer a roda.'
            : `Já conferiram: ${sure} de ${rows.length}. A roda entra quando todos disserem que está certo.`,
      action: 'Ver o começo',
      to: '/admin/queue/beginning',
    }
  }
  if (draw && isRunning(draw)) {
    const joined = joinedIn(draw).length
    return {
      title: 'O sorteio da ordem começou',
      text: `${joined} de ${countText(draw.members.length, 'pessoa', 'pessoas')} ${joined === 1 ? 'entrou' : 'entraram'} com o seu número. A ordem passa a valer sozinha.`,
      action: 'Ver o sorteio',
      to,
    }
  }
  if (proposal?.state === 'open')
    return {
      title: 'A ordem foi proposta',
      text: `Já concordaram: ${proposal.accepted} de ${new Set(proposal.people.map(({ id }) => id)).size}. Ela vale quando todos concordarem.`,
      action: 'Ver a proposta',
      to,
    }
  if (people >= needed)
    return {
      title: 'Falta a ordem de quem recebe',
      text: 'Todos estão aqui. A ordem é sorteada ou combinada por todos, e cada um confere no seu aparelho.',
      action: 'Sortear ou combinar a ordem',
      to,
    }
  if (people + waiting >= needed) return null
  return {
    title: 'Convide as pessoas',
    text: `Aprovadas: ${people} de ${needed}. Depois vem a ordem de quem recebe.`,
    action: 'Convidar pessoas',
    to: '/admin/join-links',
    ...(people > 1 ? { other: 'Somos só estes: fazer a ordem' } : {}),
  }
}
