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
  readonly 'turn.completed': Level & { readonly receivedCents: number }
}

export const placeRules: Rules<PlaceFacts> = {
  'place.given': {
    to: '/home',
    letter: 'usual',
    text: (facts) => `Você agora tem o lugar ${place(facts)}.${because(facts.reason)}`,
  },
  'place.moved': {
    to: '/home',
    letter: 'usual',
    text: (facts) => `Seu lugar mudou: agora é o ${place(facts)}.${because(facts.reason)}`,
  },
  'place.lost': {
    to: '/home',
    letter: 'usual',
    text: ({ reason, ...level }) =>
      `A administração retirou o seu lugar${ofLevel(level, ' da fila do nível')}.${because(reason)}`,
  },
  'place.receiver': {
    to: '/home',
    letter: 'usual',
    text: ({ reason, ...level }) => `É a sua vez: você agora recebe${ofLevel(level)}.${because(reason)}`,
  },
  'place.no_receiver': {
    to: '/home',
    letter: 'usual',
    text: ({ reason, ...level }) => `Você deixou de receber${ofLevel(level)}.${because(reason)}`,
  },
  'turn.moved': {
    to: '/calendar',
    letter: 'usual',
    text: (facts) => `Sua vez${ofLevel(facts)} ${turnMoveText(facts)}. É uma previsão, e pode mudar de novo.`,
  },
  'turns.swapped': {
    to: '/calendar',
    letter: 'usual',
    text: ({ from, to }) =>
      `Duas pessoas da roda trocaram de vez, de acordo entre elas: os lugares ${from} e ${to}. A ordem de agora está no calendário.`,
  },
  'swap.asked': {
    to: '/trocar-de-vez',
    letter: 'usual',
    text: ({ from, to }) =>
      `Alguém da roda pediu para trocar de vez com você: você iria do lugar ${from} para o ${to}. Veja quem é e responda; sem o seu sim, nada muda.`,
  },
  'swap.ended': {
    to: '/trocar-de-vez',
    letter: 'usual',
    text: () => 'Um pedido de troca de vez com você não vale mais: foi retirado ou recusado. Nada mudou.',
  },
  'turn.completed': {
    to: '/home',
    letter: 'usual',
    text: ({ receivedCents, ...level }) =>
      `Você completou ${level.isOnly ? 'a sua vez' : `o nível ${level.level}`}, com ${money(receivedCents)} recebidos.`,
  },
}
