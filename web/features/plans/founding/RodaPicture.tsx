import { curvePath, donationCurve, dotRadius, placesOf, pointOf } from '#web/features/circle/ring-geometry.ts'

/** So many people around a ring, and one of them receiving from all others: a month of a roda. The words beside it say it. */
export function RodaPicture({ people }: { people: number }) {
  const drawn = placesOf([people])
  const places = Array.from({ length: people }, (_, index) => 1 + Math.floor((index * drawn) / people))
  const [receiver, ...givers] = places
  return (
    <svg viewBox="-116 -116 232 232" className="founding-picture" aria-hidden="true">
      {givers.map((from) => (
        <path
          key={from}
          className="ring-gift"
          data-status="CONFIRMED"
          d={curvePath(donationCurve(from, receiver!, drawn))}
        />
      ))}
      {places.map((position) => {
        const { x, y } = pointOf(position, drawn)
        const state = position === receiver ? 'receiver' : 'occupied'
        return (
          <circle key={position} className="ring-place" data-state={state} cx={x} cy={y} r={dotRadius(drawn, state)} />
        )
      })}
    </svg>
  )
}
