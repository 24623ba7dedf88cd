import { useQuery } from '@tanstack/react-query'
import { momentText } from '#web/text/dates.ts'
import { drawsQuery } from './api.ts'
import type { Draws } from './api.ts'
import { keptNumber } from './kept-number.ts'
import { joinedIn } from './progress.ts'
import { faultOfOwnNumber, ownNumberText } from './own-number.ts'

type DrawStep = { readonly title: string; readonly text: string; readonly action: string; readonly to: '/draw' }

/** The reader's next step in a running draw; null without one, and while `isAsked` is false. */
export function useDrawStep(isAsked: boolean): DrawStep | null {
  const { data } = useQuery({ ...drawsQuery, enabled: isAsked })
  return isAsked && data ? drawStep(data) : null
}

export function drawStep(
  { data: [draw], proposal = null }: Pick<Draws, 'data'> & Partial<Pick<Draws, 'proposal'>>,
  numberOf = keptNumber,
  keptHere: Parameters<typeof faultOfOwnNumber>[1] = undefined,
): DrawStep | null {
  if (proposal?.state === 'open' && proposal.people.some((person) => person.own)) {
    const people = new Set(proposal.people.map(({ id }) => id)).size
    return {
      ...(proposal.mine
        ? {
            title: 'Você concordou com a ordem',
            text: `Já concordaram: ${proposal.accepted} de ${people}. Ela vale quando todos concordarem.`,
          }
        : {
            title: 'Diga se concorda com a ordem',
            text: 'Foi proposta uma ordem de quem recebe. Ela só vale quando todos concordarem.',
          }),
      action: 'Ver a ordem',
      to: '/draw',
    }
  }
  const own = draw?.members.find((member) => member.own)
  if (!draw || !own) return null
  const fault = faultOfOwnNumber(draw, keptHere)
  if (fault !== null) return { ...ownNumberText[fault], action: 'Ver o sorteio', to: '/draw' }
  if (draw.phase === 'joining' && own.commitment === null)
    return {
      title: 'Entre no sorteio da ordem',
      text: `Basta um toque, até ${momentText(draw.join_until)}. Quem não entra recebe um lugar do mesmo jeito.`,
      action: 'Ver o sorteio',
      to: '/draw',
    }
  if (draw.phase === 'joining') {
    return {
      title: 'Você está no sorteio',
      text: `${joinedText(draw)}. Abra a Ciranda neste aparelho quando todos tiverem entrado, ou depois de ${momentText(draw.join_until)}.`,
      action: 'Ver o sorteio',
      to: '/draw',
    }
  }
  if (draw.phase === 'opening' && own.commitment !== null && own.number === null && numberOf(draw.id, own.id) !== null)
    return {
      title: 'Mostre o seu número do sorteio',
      text: `Abra o sorteio neste aparelho até ${momentText(draw.open_until)}: ele mostra o número sozinho.`,
      action: 'Ver o sorteio',
      to: '/draw',
    }
  return null
}

function joinedText(draw: Draws['data'][number]): string {
  const joined = joinedIn(draw).length
  return `${joined} de ${draw.members.length} já ${joined === 1 ? 'entrou' : 'entraram'}`
}
