import type { Nothing, Rules } from './rule.ts'
import { moment, place } from './sentences.ts'
import type { Place } from './sentences.ts'

export type DrawFacts = {
  readonly 'draw.begun': { readonly joinUntil: number }
  readonly 'draw.opening': { readonly openUntil: number }
  /** The order that was drawn, and the place that it gives. */
  readonly 'draw.done': Place
  readonly 'draw.lapsed': Nothing
}

export const drawRules: Rules<DrawFacts> = {
  'draw.begun': {
    to: '/draw',
    letter: 'usual',
    text: ({ joinUntil }) =>
      `Vai ser sorteada a ordem da roda. Entre com o seu número até ${moment(joinUntil)}: basta um toque.`,
  },
  'draw.opening': {
    to: '/draw',
    letter: 'usual',
    text: ({ openUntil }) =>
      `Abra o sorteio até ${moment(openUntil)}, no mesmo aparelho: é ele que mostra o número que você guardou.`,
  },
  'draw.done': {
    to: '/draw',
    letter: 'usual',
    text: (facts) => `A ordem foi sorteada: o seu lugar é o ${place(facts)}.`,
  },
  'draw.lapsed': {
    to: '/draw',
    letter: 'usual',
    text: () => 'O sorteio da ordem caducou sem resultado. Veja por quê, e pergunte à administração.',
  },
}
