import { monthText } from '#web/text/dates.ts'
import type { CircleForecast } from './api.ts'

/** When the reader's turn is, in a few words: 'a sua vez é em março de 2027', or of each of several places. Null without one. */
export function turnLine({ places, months, waits }: CircleForecast): string | null {
  const all = places.filter((place) => place.own)
  const own = all.filter((place) => !place.had)
  if (all.length === 0) return null
  if (own.length === 0) return 'você já recebeu nesta volta'
  if (waits) return 'a sua vez ainda não tem mês'
  const running = own.find(({ turns: [turn] }) => turn?.running)
  const isNow = running !== undefined && isInTurn({ places }, running)
  const others = own.filter(({ turns: [turn] }) => !turn?.running)
  const begins = others.map(({ turns: [turn] }) => turn?.begins ?? null)
  const seen = [...new Set(begins.filter((month) => month !== null).toSorted())].map(
    (month) => `em ${monthText(month)}`,
  )
  const after = begins.includes(null) ? [`depois de ${monthText(months.at(-1)!)}`] : []
  const when = [...seen, ...after].join(' e ')
  const isOne = others.length === 1
  if (running) {
    const rest = others.length === 0 ? '' : `, e ${isOne ? 'a outra' : 'as outras'} ${when}`
    return `a sua vez ${isNow ? 'é agora' : 'já começou'}${rest}`
  }
  const verb = seen.length === 0 ? (isOne ? 'vem' : 'vêm') : isOne ? 'é' : 'são'
  return `${isOne ? 'a sua vez' : 'as suas vezes'} ${verb} ${when}`
}

/** Whether it is a place's turn now, of those that run: a month paid ahead begins the turn of somebody who receives after others. */
export function isInTurn({ places }: Pick<CircleForecast, 'places'>, place: CircleForecast['places'][number]): boolean {
  const first = places.find(({ level, receiver, turns: [turn] }) => level === place.level && receiver && turn?.running)
  return first === place
}

/** Why nobody has a month yet, and what to do: the plan was shown for others than have a place. */
export function waitsText(waits: NonNullable<CircleForecast['waits']>): string {
  if ('people' in waits) {
    const { people, places } = waits
    return `O plano é para ${people} pessoas, e ${places === 1 ? '1 tem' : `${places} têm`} lugar. O mês aparece quando os dois números forem iguais.`
  }
  const { most, places, months } = waits
  const plan = months > 0 ? `, mudem o plano para até ${months === 1 ? '1 mês' : `${months} meses`}` : ''
  return `Uma pessoa tem ${most} dos ${places} lugares, e os dos outros não bastam para ela. Chamem mais gente${plan}, ou ela fica com menos lugares.`
}
