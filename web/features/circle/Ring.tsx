import './ring.css'
import type { AnswerOf } from '#contracts/contract.ts'

type RingData = AnswerOf<'GET /circle/result'>['ring']

const CAPACITY = 100
const RADIUS = 100

/** Where a position stands on the circle, 1 on top and on with the clock. */
function pointOf(position: number, radius = RADIUS): { x: number; y: number } {
  const angle = ((position - 1) / CAPACITY) * 2 * Math.PI - Math.PI / 2
  return { x: Math.cos(angle) * radius, y: Math.sin(angle) * radius }
}

/** The circle's hundred places as a ring; each line is a donation of this month, from who gives to who receives. Names are nobody's business here. */
export function Ring({ ring }: { ring: RingData }) {
  const byPosition = new Map(ring.places.map((place) => [place.position, place]))
  const own = ring.places.find((place) => place.own)
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
              d={arc(from, to)}
            />
          ),
        )}
        {Array.from({ length: CAPACITY }, (_, index) => {
          const position = index + 1
          const place = byPosition.get(position)
          const { x, y } = pointOf(position)
          const state = place ? (place.own ? 'own' : place.receiver ? 'receiver' : 'occupied') : 'free'
          return (
            <circle
              key={position}
              className="ring-place"
              data-state={state}
              cx={x}
              cy={y}
              r={place?.own ? 5 : place?.receiver ? 4 : 2.6}
            />
          )
        })}
        {own ? (
          <text className="ring-middle" textAnchor="middle">
            <tspan x="0" y="-4">
              você está na
            </tspan>
            <tspan x="0" y="18" className="ring-position">
              #{String(own.position).padStart(3, '0')}
            </tspan>
          </text>
        ) : (
          <text className="ring-middle" textAnchor="middle">
            <tspan x="0" y="-4" className="ring-position">
              {ring.places.length}
            </tspan>
            <tspan x="0" y="16">
              de {CAPACITY} lugares
            </tspan>
          </text>
        )}
      </svg>
      <figcaption>
        <ul className="ring-legend">
          {own && <li data-state="own">seu lugar</li>}
          <li data-state="receiver">na vez de receber</li>
          <li data-state="occupied">ocupado</li>
          <li data-state="free">livre</li>
          {ring.gifts.length > 0 && <li data-state="gift">doação deste mês</li>}
        </ul>
      </figcaption>
    </figure>
  )
}

/** A gift bends towards the middle, so that neighbours' gifts can be told apart. */
function arc(from: number, to: number): string {
  const start = pointOf(from, RADIUS - 7)
  const end = pointOf(to, RADIUS - 7)
  const middle = { x: (start.x + end.x) * 0.3, y: (start.y + end.y) * 0.3 }
  return `M ${start.x.toFixed(1)} ${start.y.toFixed(1)} Q ${middle.x.toFixed(1)} ${middle.y.toFixed(1)} ${end.x.toFixed(1)} ${end.y.toFixed(1)}`
}

export function describeRing({ places, gifts }: RingData): string {
  const own = places.find((place) => place.own)
  const receivers = places.filter((place) => place.receiver).length
  const confirmed = gifts.filter(({ status }) => status === 'CONFIRMED').length
  return [
    `${places.length} de ${CAPACITY} lugares ocupados, ${receivers} na vez de receber.`,
    own ? `O seu é o lugar ${own.position}.` : 'Você ainda não tem lugar.',
    `Neste mês: ${gifts.length} doações na roda, ${confirmed} confirmadas.`,
  ].join(' ')
}
