import { turnMoveText } from '#contracts/turn-move-text.ts'
import { monthText } from '#web/text/dates.ts'
import { say, speaksOfRoda } from '#web/text/say.ts'
import type { CircleForecast, ForecastPlace } from './api.ts'
import { isInTurn, waitsText } from './turn-line.ts'

type Range = ForecastPlace['missed'][number]['begins']

/** The words for the next turn of one's place, or for having none. */
export type TurnWords = { readonly title: string; readonly details: readonly string[] }

const TEN = '10\u00a0%'

/** The reader's places, by level: each with its title, and what it rests on. */
export function ownTurns(forecast: CircleForecast, isCompleted: boolean): TurnWords[] {
  const own = forecast.places.filter((place) => place.own)
  if (own.length === 0) return [isCompleted ? COMPLETED : NO_PLACE]
  const withLevel = new Set(forecast.places.map(({ level }) => level)).size > 1
  return own.map((place) => {
    const { title, details: facts } = turnWords(forecast, place)
    const details = [...(place.moved ? [`Sua vez ${turnMoveText(place.moved)}.`] : []), ...facts]
    return { title: withLevel ? say`Nível ${place.level} · ${title}` : title, details }
  })
}

const NO_PLACE: TurnWords = {
  title: 'Você ainda não tem lugar',
  details: ['Quando a administração der o seu lugar, o mês da sua vez aparece aqui.'],
}
const COMPLETED: TurnWords = {
  title: 'Você completou o plano',
  details: ['Se a administração der a você um lugar novo, o mês da sua vez aparece aqui.'],
}

const ALONE: TurnWords = {
  title: 'Só você tem lugar',
  details: ['Ninguém doa a si mesmo: o mês da sua vez aparece aqui quando mais alguém entrar.'],
}

const HAD = 'Você já recebeu nesta volta'
const ROTATION_OVER = 'A volta terminou: todos receberam o que deram.'

/** Whether everybody has received all of a roda's rotation, and no other one has begun. */
export function isOver({ places }: CircleForecast): boolean {
  return places.length > 0 && places.every(({ had }) => had)
}

/** Whether one person holds every place and no turn comes to them: nobody else is there to give. */
export function isAlone({ places }: CircleForecast): boolean {
  return places.length > 0 && places.every(({ own, turns: [turn] }) => own && (turn?.begins ?? null) === null)
}

export function turnWords(forecast: CircleForecast, place: ForecastPlace): TurnWords {
  const { receiver, turns, missed, had } = place
  const [turn] = turns
  // In plans of several levels many receive beside each other.
  const isNow = speaksOfRoda() ? isInTurn(forecast, place) : receiver
  if (forecast.waits) return { title: 'A sua vez ainda não tem mês', details: [waitsText(forecast.waits)] }
  if (isAlone(forecast)) return ALONE
  if (had)
    return { title: HAD, details: [isOver(forecast) ? ROTATION_OVER : 'A sua vez já passou. Agora é a dos outros.'] }
  const ten = missed.find(({ share }) => share === 10)
  const last = forecast.months.at(-1)!
  if (!turn || turn.begins === null)
    return {
      title: `Sua vez não está à vista nos próximos ${forecast.months.length} meses`,
      details: [`Mesmo com todos pagando, ela vem depois de ${monthText(last)}.`, ...unasked(forecast)],
    }
  if (turn.running)
    return {
      title: isNow ? 'Sua vez é agora' : 'Sua vez já começou',
      details: [ending(turn.ends, ten?.ends, last)],
    }
  const late = ten ? lateText(turn.begins, ten.begins, last) : ''
  return {
    title: `Sua vez: ${monthText(turn.begins)}${late && ` (${late})`}`,
    details: [
      turn.ends === turn.begins
        ? 'Com todos pagando, ela começa e termina nesse mês.'
        : ending(turn.ends, undefined, last),
      ...unasked(forecast),
    ],
  }
}

function ending(ends: string | null, range: Range | undefined, last: string): string {
  if (ends === null) return `Mesmo com todos pagando, ela termina depois de ${monthText(last)}.`
  const late = range === undefined ? '' : lateText(ends, range, last)
  return `Com todos pagando, ela termina em ${monthText(ends)}${late && ` (${late})`}.`
}

/**
 * 'até maio, se 10 % faltarem': the month that nine of ten futures and half of the tenth do not pass. While they are computed,
 * words as long.
 */
function lateText(month: string, range: Range, last: string): string {
  if (range === null) return `até …, se ${TEN} faltarem`
  const { high } = range
  if (high === null) return `ou depois de ${monthText(last)}, se ${TEN} faltarem`
  if (high <= month) return `também se ${TEN} faltarem`
  return `até ${shortMonth(high, month)}, se ${TEN} faltarem`
}

/** A month by its name, with its year where that is not the other's. */
function shortMonth(period: string, beside: string): string {
  const text = monthText(period)
  return period.slice(0, 4) === beside.slice(0, 4) ? text.split(' ')[0]! : text
}

function unasked({ asked, months }: CircleForecast): string[] {
  return asked ? [] : [`Conta com que as contribuições de ${monthText(months[0]!)} ainda sejam pedidas neste mês.`]
}

/** 'entre março e maio de 2027', as nine of ten futures have it; three dots while they are computed. */
export function rangeText(range: Range, last: string): string {
  if (range === null) return '…'
  const { low, high } = range
  if (low === null) return `depois de ${monthText(last)}`
  if (high === null) return `${monthText(low)} ou mais tarde, talvez depois de ${monthText(last)}`
  if (low === high) return monthText(low)
  return `entre ${shortMonth(low, high)} e ${monthText(high)}`
}
