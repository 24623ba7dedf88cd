import { monthText } from '#web/text/dates.ts'
import type { CircleForecast } from './api.ts'

/** When the reader's turn is, in a few words: 'a sua vez é em março de 2027'. Null without a place. */
export function turnLine({ places, months }: CircleForecast): string | null {
  const own = places.filter((place) => place.own)
  if (own.length === 0) return null
  const running = own.find(({ turns: [turn] }) => turn?.running)
  if (running) return running.receiver ? 'a sua vez é agora' : 'a sua vez já começou'
  const begins = own
    .flatMap(({ turns: [turn] }) => turn?.begins ?? [])
    .toSorted()
    .at(0)
  return begins === undefined
    ? `a sua vez vem depois de ${monthText(months.at(-1)!)}`
    : `a sua vez é em ${monthText(begins)}`
}
