import './ring.css'
import type { AnswerOf } from '#contracts/contract.ts'
import { countText } from '#web/text/numbers.ts'
import { speaksOfRoda } from '#web/text/say.ts'
import { CAPACITY, curvePath, donationCurve, dotRadius, placesOf, pointOf } from './ring-geometry.ts'

type RingData = AnswerOf<'GET /circle/result'>['ring']

/** How a donation of this month is drawn, by its state: each style of line that is in the picture is in the legend. */
const lineStyles = [
  { status: 'PENDING_PAYMENT', text: 'doação a pagar' },
  { status: 'PENDING_CONFIRMATION', text: 'doação a confirmar' },
  { status: 'CONFIRMED', text: 'doação confirmada neste mês' },
] as const

/**
 * The circle's places as a ring; each line is a donation of this month, from its donor to its receiver. It
 * shows no names: members may not know each other's.
 */
export function Ring({ ring }: { ring: RingData }) {
  const byPosition = new Map(ring.places.map((place) => [place.position, place]))
  const own = ring.places.find((place) => place.own)
  const drawn = placesOf([
    ...ring.places.map(({ position }) => position),
    ...ring.gifts.flatMap(({ from, to }) => [from ?? 0, to ?? 0]),
  ])
  const hasFree = ring.places.length < drawn
  return (
    <figure className="ring">
      <svg viewBox="-116 -116 232 232" role="img" aria-label={describeRing(ring)}>
        {ring.gifts.map(({ from, to, status, own: isOwn }, index) =>
          from === null || to === null ? null : (
            <path
              key={index}
              className="ring-gift"
              data-status={status}
              data-own={isOwn || undefined}
              d={curvePath(donationCurve(from, to, drawn))}
            />
          ),
        )}
        {Array.from({ length: drawn }, (_, index) => {
          const position = index + 1
          const place = byPosition.get(position)
          const { x, y } = pointOf(position, drawn)
          const state = place ? (place.own ? 'own' : place.receiver ? 'receiver' : 'occupied') : 'free'
          return (
            <circle
              key={position}
              className="ring-place"
              data-state={state}
              cx={x}
              cy={y}
              r={dotRadius(drawn, state)}
            />
          )
        })}
        <Middle own={own?.position} taken={ring.places.length} />
      </svg>
      <figcaption>
        <ul className="ring-legend">
          {own && <li data-state="own">seu lugar</li>}
          <li data-state="receiver">na vez de receber</li>
          <li data-state="occupied">ocupado</li>
          {hasFree && <li data-state="free">livre</li>}
          {lineStyles
            .filter(({ status }) => ring.gifts.some((gift) => gift.status === status))
            .map(({ status, text }) => (
              <li key={status} data-line={status}>
                {text}
              </li>
            ))}
        </ul>
      </figcaption>
    </figure>
  )
}

/** The middle of the ring says one’s own place, else how many are taken. */
function Middle({ own, taken }: { own: number | undefined; taken: number }) {
  return own === undefined ? (
    <text className="ring-middle" textAnchor="middle">
      <tspan x="0" y="-4" className="ring-position">
        {taken}
      </tspan>
      <tspan x="0" y="16">
        {speaksOfRoda() ? 'com lugar' : `de ${CAPACITY} lugares`}
      </tspan>
    </text>
  ) : (
    <text className="ring-middle" textAnchor="middle">
      <tspan x="0" y="-4">
        {speaksOfRoda() ? 'você está no lugar' : 'você está na'}
      </tspan>
      <tspan x="0" y="18" className="ring-position">
        {speaksOfRoda() ? own : `#${String(own).padStart(3, '0')}`}
      </tspan>
    </text>
  )
}

export function describeRing({ places, gifts }: RingData): string {
  const own = places.find((place) => place.own)
  const receivers = places.filter((place) => place.receiver).length
  const confirmed = gifts.filter(({ status }) => status === 'CONFIRMED').length
  return [
    // A roda has as many places as people.
    `${speaksOfRoda() ? countText(places.length, 'lugar', 'lugares') : `${places.length} de ${CAPACITY} lugares ${places.length === 1 ? 'ocupado' : 'ocupados'}`}, ${receivers === 0 ? 'ninguém' : receivers} na vez de receber.`,
    own ? `O seu é o lugar ${own.position}.` : 'Você ainda não tem lugar.',
    gifts.length === 0
      ? 'Neste mês ainda não há doações na roda.'
      : `Neste mês: ${countText(gifts.length, 'doação', 'doações')} na roda, ${confirmed === 0 ? 'nenhuma confirmada' : countText(confirmed, 'confirmada', 'confirmadas')}.`,
  ].join(' ')
}
