import { turnMoveText } from '../turn-move-text.ts'
import type { TurnMove } from '../turn-moves.ts'
import type { Rules } from './rule.ts'
import { because, money, ofLevel, place } from './sentences.ts'
import type { Level, Place, Told } from './sentences.ts'

/** The positions between which a place moves. */
type Positions = { readonly from: number; readonly to: number }

export type PlaceFacts = {
  readonly 'place.given': Place & Told
  readonly 'place.moved': Place & Told
  readonly 'place.lost': Level & Told
  readonly 'place.receiver': Level & Told
  readonly 'place.no_receiver': Level & Told
  readonly 'turn.moved': Level & TurnMove
  readonly 'turns.swapped': Positions
  readonly 'swap.asked': Positions
  readonly 'swap.ended': Readonly<Record<string, never>>
  /** `places`: how many, where it is more than one. */
  readonly 'substitute.asked': { readonly position: number; readonly places?: number }
  readonly 'substitute.accepted': Readonly<Record<string, never>>
  readonly 'substitute.ended': Readonly<Record<string, never>>
  readonly 'substitute.waits': Readonly<Record<string, never>>
  readonly 'place.handed_over': {
    readonly position: number
    readonly places?: number
    readonly whose: 'leaver' | 'newcomer' | 'other'
  }
  /** To everybody else of a roda that has begun: somebody got a place in it. */
  readonly 'place.added': { readonly position: number; readonly places: number }
  readonly 'turn.completed': Level & { readonly receivedCents: number }
}

const handedText = {
  leaver: (position: number) =>
    `O seu lugar ${position} agora é de outra pessoa, e você saiu da roda. O livro, os papéis e os seus dados continuam abertos para você.`,
  newcomer: (position: number) => `O lugar ${position} agora é seu, com o que ele deve e tem a receber.`,
  other: (position: number) =>
    `O lugar ${position} da roda passou a outra pessoa, de acordo entre as duas e por decisão da administração. A ordem continua a mesma.`,
} as const

const handedTexts = {
  leaver: (places: number) =>
    `Os seus ${places} lugares agora são de outra pessoa, e você saiu da roda. O livro, os papéis e os seus dados continuam abertos para você.`,
  newcomer: (places: number) => `${places} lugares da roda agora são seus, com o que devem e têm a receber.`,
  other: (places: number) =>
    `${places} lugares da roda passaram de uma pessoa a outra, de acordo entre as duas e por decisão da administração. A ordem continua a mesma.`,
} as const

const ofPlace = { event: 'circle.place', to: '/home', letter: 'usual' } as const
const ofTurn = { event: 'circle.turn', to: '/home', letter: 'usual' } as const
const ofHandingOver = { event: 'circle.place', to: '/passar-o-lugar', letter: 'usual' } as const

export const placeRules: Rules<PlaceFacts> = {
  'place.given': {
    ...ofPlace,
    text: (facts) => `Você agora tem o lugar ${place(facts)}.${because(facts.reason)}`,
  },
  'place.moved': {
    ...ofPlace,
    text: (facts) => `Seu lugar mudou: agora é o ${place(facts)}.${because(facts.reason)}`,
  },
  'place.lost': {
    ...ofPlace,
    text: ({ reason, ...level }) =>
      `A administração retirou o seu lugar${ofLevel(level, ' da fila do nível')}.${because(reason)}`,
  },
  'place.receiver': {
    ...ofTurn,
    text: ({ reason, ...level }) => `É a sua vez: você agora recebe${ofLevel(level)}.${because(reason)}`,
  },
  'place.no_receiver': {
    ...ofTurn,
    text: ({ reason, ...level }) => `Você deixou de receber${ofLevel(level)}.${because(reason)}`,
  },
  'turn.moved': {
    event: 'circle.turn',
    to: '/calendar',
    letter: 'usual',
    text: (facts) => `Sua vez${ofLevel(facts)} ${turnMoveText(facts)}. É uma previsão, e pode mudar de novo.`,
  },
  'turns.swapped': {
    event: 'circle.turn',
    to: '/calendar',
    letter: 'usual',
    text: ({ from, to }) =>
      `Duas pessoas da roda trocaram de vez, de acordo entre elas: os lugares ${from} e ${to}. A ordem de agora está no calendário.`,
  },
  'swap.asked': {
    event: 'circle.turn',
    to: '/trocar-de-vez',
    letter: 'usual',
    text: ({ from, to }) =>
      `Alguém da roda pediu para trocar de vez com você: você iria do lugar ${from} para o ${to}. Veja o pedido e responda; sem o seu sim, nada muda.`,
  },
  'swap.ended': {
    event: 'circle.turn',
    to: '/trocar-de-vez',
    letter: 'usual',
    text: () => 'Um pedido de troca de vez com você não vale mais: foi retirado ou recusado. Nada mudou.',
  },
  'substitute.asked': {
    ...ofHandingOver,
    text: ({ position, places = 1 }) =>
      `Alguém da roda quer passar a você ${places > 1 ? `${places} lugares, com o que devem e têm` : `o lugar ${position}, com o que ele deve e tem`} a receber. ` +
      'Veja e responda; sem o seu sim, nada muda.',
  },
  'substitute.accepted': {
    ...ofHandingOver,
    text: () => 'Quem vem no seu lugar aceitou. Falta a decisão da administração.',
  },
  'substitute.ended': {
    ...ofHandingOver,
    text: () => 'Um pedido para passar um lugar não vale mais: foi retirado ou recusado. Nada mudou.',
  },
  'substitute.waits': {
    event: 'administration.approvals',
    to: '/admin/approvals',
    letter: 'always',
    text: () => 'Duas pessoas combinaram passar um lugar da roda de uma para a outra. Espera pela sua decisão.',
  },
  'place.handed_over': {
    event: 'circle.place',
    to: ({ whose }) => (whose === 'other' ? '/calendar' : '/passar-o-lugar'),
    letter: 'usual',
    text: ({ position, places = 1, whose }) => (places > 1 ? handedTexts[whose](places) : handedText[whose](position)),
  },
  'place.added': {
    event: 'circle.place',
    to: '/calendar',
    letter: 'usual',
    text: ({ position, places }) =>
      `Alguém entrou na roda depois do começo, no lugar ${position}. Agora são ${places} lugares.`,
  },
  'turn.completed': {
    ...ofTurn,
    text: ({ receivedCents, ...level }) =>
      `Você completou ${level.isOnly ? 'a sua vez' : `o nível ${level.level}`}, com ${money(receivedCents)} recebidos.`,
  },
}
