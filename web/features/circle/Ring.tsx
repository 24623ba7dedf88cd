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
  const own = ownIn(ring)
  // A roda has as many places as were taken, once there are any.
  const drawn = placesOf(
    [...ring.places.map(({ position }) => position), ...ring.gifts.flatMap(({ from, to }) => [from ?? 0, to ?? 0])],
    { isWhole: speaksOfRoda() && ring.places.length > 0 },
  )
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
        <Middle own={own} taken={ring.places.length} />
      </svg>
      <figcaption>
        <ul className="ring-legend">
          {own.length > 0 && <li data-state="own">{own.length === 1 ? 'seu lugar' : 'seus lugares'}</li>}
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

/** The positions of the reader's places: one, or up to three in a roda. */
const ownIn = ({ places }: RingData): number[] => places.flatMap(({ own, position }) => (own ? [position] : []))

/** The middle of the ring says one’s own places, else how many are taken. */
function Middle({ own, taken }: { own: readonly number[]; taken: number }) {
  return own.length === 0 ? (
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
        {speaksOfRoda() ? (own.length === 1 ? 'você está no lugar' : 'os seus lugares') : 'você está na'}
      </tspan>
      <tspan x="0" y="18" className="ring-position">
        {speaksOfRoda() ? own.join(', ') : `#${String(own[0]).padStart(3, '0')}`}
      </tspan>
    </text>
  )
}

export function describeRing(ring: RingData): string {
  const { places, gifts } = ring
  const own = ownIn(ring)
  const receivers = places.filter((place) => place.receiver).length
  const confirmed = gifts.filter(({ status }) => status === 'CONFIRMED').length
  return [
    // A roda has as many places as people.
    `${speaksOfRoda() ? countText(places.length, 'lugar', 'lugares') : `${places.length} de ${CAPACITY} lugares ${places.length === 1 ? 'ocupado' : 'ocupados'}`}, ${receivers === 0 ? 'ninguém' : receivers} na vez de receber.`,
    own.length === 0
      ? 'Você ainda não tem lugar.'
      : own.length === 1
        ? `O seu é o lugar ${own[0]}.`
        : `Os seus são os lugares ${own.join(' e ')}.`,
    gifts.length === 0
      ? 'Neste mês ainda não há doações na roda.'
      : `Neste mês: ${countText(gifts.length, 'doação', 'doações')} na roda, ${confirmed === 0 ? 'nenhuma confirmada' : countText(confirmed, 'confirmada', 'confirmadas')}.`,
  ].join(' ')
}
