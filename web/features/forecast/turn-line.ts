import { monthText } from '#web/text/dates.ts'
import type { CircleForecast } from './api.ts'

/** When the reader's turn is, in a few words: 'a sua vez é em março de 2027', or of each of several places. Null without a place. */
export function turnLine({ places, months, waits }: CircleForecast): string | null {
  const all = places.filter((place) => place.own)
  const own = all.filter((place) => !place.had)
  if (all.length === 0) return null
  if (own.length === 0) return 'você já recebeu nesta volta'
  if (waits) return 'a sua vez ainda não tem mês'
  const running = own.find(({ turns: [turn] }) => turn?.running)
  // A month paid ahead begins the turn of somebody who receives after others.
  const first = places.find(({ receiver, turns: [turn] }) => receiver && turn?.running)
  const isNow = running?.receiver && first?.own
  const begins = own
    .filter((place) => place !== running)
    .flatMap(({ turns: [turn] }) => turn?.begins ?? [])
    .toSorted()
    .map(monthText)
  const others = begins.length === 0 ? '' : `, e a outra em ${begins.join(' e em ')}`
  if (running) return `a sua vez ${isNow ? 'é agora' : 'já começou'}${others}`
  if (begins.length === 0) return `a sua vez vem depois de ${monthText(months.at(-1)!)}`
  return own.length === 1 ? `a sua vez é em ${begins[0]}` : `as suas vezes são em ${begins.join(' e em ')}`
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
