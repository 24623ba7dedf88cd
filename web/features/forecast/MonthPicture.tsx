import { useId, useState } from 'react'
import { CAPACITY, pointOf } from '#web/features/circle/ring-geometry.ts'
import { monthText } from '#web/text/dates.ts'
import { countText } from '#web/text/numbers.ts'
import type { CircleForecast } from './api.ts'
import type { placesByMonth } from './turn-months.ts'
import { inTurnText } from './turn-months.ts'

/** A ring of so few places has room for larger ones. */
const FEW = 30

type Place = ReturnType<typeof placesByMonth>[number]['places'][number]
type Month = { readonly month: string; readonly places: readonly (Place & { readonly name?: string | undefined })[] }

export function MonthPicture({
  months,
  forecast,
  level,
}: {
  months: readonly Month[]
  forecast: CircleForecast
  level: number
}) {
  const [chosen, setIndex] = useState(0)
  const id = useId()
  // Months pass while the page is open.
  const index = Math.min(chosen, months.length - 1)
  const { month, places } = months[index]!
  const said = monthSaid(months[index]!)
  const inTurn = new Set(places.map(({ position }) => position))
  const taken = forecast.places.filter((place) => place.level === level)
  return (
    <figure className="month-picture">
      <svg viewBox="-112 -112 224 224" role="img" aria-label={said}>
        {taken.map(({ position, own: isOwn }, place) => {
          // Only taken places stand in this ring, as far apart as their number allows.
          const { x, y } = pointOf(1 + (place / taken.length) * CAPACITY)
          return (
            <circle
              key={position}
              cx={x}
              cy={y}
              r={(isOwn ? 6 : inTurn.has(position) ? 5 : 2.8) * (taken.length <= FEW ? 1.6 : 1)}
              data-state={inTurn.has(position) ? 'turn' : undefined}
              data-own={isOwn || undefined}
            />
          )
        })}
        <text textAnchor="middle" y="-2" className="month-count">
          {places.length}
        </text>
        <text textAnchor="middle" y="18">
          na vez, de {taken.length}
        </text>
      </svg>
      <label htmlFor={id}>Escolha o mês</label>
      <input
        id={id}
        type="range"
        min={0}
        max={months.length - 1}
        value={index}
        aria-valuetext={said}
        onChange={(event) => setIndex(Number(event.currentTarget.value))}
      />
      {/* Read aloud with the slider, as its value. */}
      <p className="month-said" aria-hidden="true">
        <b>{monthText(month)}</b>
        <br />
        {said.slice(said.indexOf(':') + 2)}
      </p>
    </figure>
  )
}

function monthSaid({ month, places }: Month): string {
  if (places.length === 0) return `${monthText(month)}: ninguém na vez de receber.`
  const you = isUnsaid(places) ? (places.length > 1 ? ' Você está entre eles.' : ' É o seu.') : ''
  return `${monthText(month)}: ${inTurnText(places)} na vez de receber.${you}`
}

/** Whether the reader is in turn, and is not named. */
const isUnsaid = (places: Month['places']) => places.some(({ own, name }) => own && name === undefined)

export function MonthList({ months }: { months: readonly Month[] }) {
  return (
    <ol className="month-list" aria-label="Quem está na vez em cada mês, por lugar">
      {months.map(({ month, places }) => {
        const isOwn = places.some(({ own }) => own)
        return (
          <li key={month} data-own={isOwn || undefined}>
            <strong>{monthText(month)}</strong>
            <span>{places.length === 0 ? 'ninguém' : inTurnText(places)}</span>
            {isUnsaid(places) && (
              <span className="month-you">
                você{places.length > 1 ? ` e ${countText(places.length - 1, 'outro', 'outros')}` : ''}
              </span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
