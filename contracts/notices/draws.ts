import type { Nothing, Rules } from './rule.ts'
import { moment, place } from './sentences.ts'
import type { Place } from './sentences.ts'

export type DrawFacts = {
  /** `isAgain`: an order was drawn, or accepted by all, in this rotation before. */
  readonly 'draw.begun': { readonly joinUntil: number; readonly isAgain?: true }
  readonly 'draw.opening': { readonly openUntil: number }
  /** The order that was drawn or that all accepted, and the place that it gives; `others`: who has several. */
  readonly 'draw.done': Place & { readonly others?: readonly number[] }
  readonly 'draw.lapsed': Nothing
  readonly 'order.proposed': Nothing
  readonly 'order.ended': { readonly why: 'withdrawn' | 'people' | 'begun' }
}

const ofDraw = { event: 'circle.turn', to: '/draw', letter: 'usual' } as const

export const drawRules: Rules<DrawFacts> = {
  'draw.begun': {
    ...ofDraw,
    text: ({ joinUntil, isAgain }) =>
      (isAgain
        ? 'A ordem da roda já estava feita, e vai ser sorteada de novo. Se não sabe por quê, pergunte no grupo. '
        : 'Vai ser sorteada a ordem da roda. ') + `Entre com o seu número até ${moment(joinUntil)}: basta um toque.`,
  },
  'draw.opening': {
    ...ofDraw,
    text: ({ openUntil }) =>
      `Abra o sorteio até ${moment(openUntil)}, no mesmo aparelho: é ele que mostra o número que você guardou.`,
  },
  'draw.done': {
    ...ofDraw,
    text: ({ others = [], ...facts }) =>
      `A primeira ordem está feita: ${
        others.length === 0
          ? `o seu lugar é o ${place(facts)}`
          : `os seus lugares são ${[place(facts), ...others.map((position) => place({ ...facts, position }))].join(' e ')}`
      }.`,
  },
  'draw.lapsed': {
    ...ofDraw,
    text: () => 'O sorteio da ordem caducou sem resultado. Veja por quê, e pergunte à administração.',
  },
  'order.proposed': {
    ...ofDraw,
    text: () =>
      'Foi proposta uma ordem da roda. Ela só vale se todos concordarem: veja o seu lugar e diga se concorda.',
  },
  'order.ended': {
    ...ofDraw,
    text: ({ why }) => `${ended[why]} A ordem proposta não vale mais, e ninguém precisa fazer nada agora.`,
  },
}

const ended = {
  withdrawn: 'Quem organiza retirou a proposta.',
  people: 'Alguém entrou ou saiu antes de todos concordarem.',
  begun: 'As contribuições já foram pedidas.',
} as const
