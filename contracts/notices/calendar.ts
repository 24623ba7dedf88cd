import { monthName } from '../month-name.ts'
import type { Rules } from './rule.ts'
import { moment, money } from './sentences.ts'

/**
 * Why a calendar asked for nothing in a month: fewer than two people have a place, a beginning waits for its people, or others
 * than the plan was shown for, somebody has too many places, nobody owes anything, the terms have just changed, the rules refused,
 * or no process ran before the month was over.
 */
export type CalendarRefusal =
  | 'few'
  | 'beginning'
  | 'off_plan'
  | 'misfit'
  | 'nobody'
  | 'over'
  | 'terms'
  | 'refused'
  | 'stopped'

const calendarRefusals: Readonly<Record<CalendarRefusal, string>> = {
  few: 'menos de duas pessoas têm lugar. Quando houver mais, peça à mão na sua primeira página.',
  beginning:
    'a roda espera que cada pessoa confira o que deu e recebeu antes. Traga a roda, ou desista disso, e peça à mão na sua primeira página.',
  off_plan:
    'o plano foi mostrado para outro número de pessoas do que as que têm lugar. Espere as que faltam ou mude o plano, e peça à mão na sua primeira página.',
  misfit:
    'alguém tem mais lugares do que o plano comporta. A pessoa fica com menos, ou mude o plano, e peça à mão na sua primeira página.',
  over: 'as desta volta já foram todas pedidas. Quando todos estiverem em zero, comece outra volta ou encerre a roda, em Ajustes.',
  nobody: 'não havia quem devesse, ou ninguém aceitou os termos em vigor. Depois, peça à mão na sua primeira página.',
  terms:
    'os termos mudaram há menos de três dias, e nem todos os aceitaram. Quando aceitarem, ou passados os três dias, peça à mão na sua primeira página.',
  refused: 'as regras do círculo recusaram o pedido. Veja o círculo e peça à mão na sua primeira página.',
  stopped: 'o servidor esteve parado até o mês acabar, e um mês passado não é mais pedido.',
}

export type CalendarFacts = {
  readonly 'calendar.coming': { readonly period: string; readonly at: number; readonly amountCents: number }
  readonly 'calendar.pulled': { readonly period: string; readonly created: number; readonly withoutConsent: number }
  readonly 'calendar.refused': { readonly period: string; readonly reason: CalendarRefusal }
}

export const calendarRules: Rules<CalendarFacts> = {
  'calendar.coming': {
    event: 'donation.due',
    to: '/donations',
    letter: 'usual',
    text: ({ period, at, amountCents }) =>
      `Em ${moment(at)} será pedida a sua contribuição de ${monthName(period)}: ${money(amountCents)}. ` +
      'Ainda não precisa pagar nada.',
  },
  'calendar.pulled': {
    event: 'administration.calendar',
    to: '/admin/settings',
    letter: 'usual',
    text: ({ period, created, withoutConsent }) =>
      `O calendário pediu as contribuições de ${monthName(period)}: ` +
      `${created === 1 ? '1 doação criada' : `${created} doações criadas`}.` +
      (withoutConsent === 0
        ? ''
        : ` ${withoutConsent === 1 ? '1 pessoa ainda não aceitou' : `${withoutConsent} pessoas ainda não aceitaram`} os termos.`),
  },
  'calendar.refused': {
    event: 'administration.calendar',
    to: '/admin/settings',
    letter: 'usual',
    text: ({ period, reason }) =>
      `O calendário não pediu as contribuições de ${monthName(period)}: ${calendarRefusals[reason]}`,
  },
}
