import type { CircleForecast, ForecastPlace } from './api.ts'

type Queue = { readonly level: number; readonly isRoda: boolean }

/**
 * The positions whose turn runs in each month, in the order of the months. In a roda only those of this rotation: nobody has a
 * second turn in it, and another does not begin by itself (docs/decisions/098).
 */
export function placesByMonth({ months, places }: CircleForecast, { level, isRoda }: Queue) {
  const of = places
    .filter((place) => place.level === level)
    .map((place) => (isRoda ? { ...place, turns: place.had ? [] : place.turns.slice(0, 1) } : place))
  return months.map((month) => ({
    month,
    places: of
      .filter(({ turns }) =>
        turns.some(({ begins, ends }) => begins !== null && begins <= month && (ends === null || month <= ends)),
      )
      .map(({ position, own }) => ({ position, own })),
  }))
}

/**
 * The month in which a roda's rotation ends with everybody paying: places from the one in turn to the last have theirs still
 * before them; earlier ones, and whoever has received all of it, have had it. Null where that is beyond what is followed.
 */
export function endOfRotation({ places }: CircleForecast): string | null {
  const isFirst = (one: ForecastPlace, other: ForecastPlace) =>
    (one.turns[0]?.begins ?? '9999') < (other.turns[0]?.begins ?? '9999') ||
    (one.turns[0]?.begins === other.turns[0]?.begins && one.position < other.position)
  const inTurn = places.reduce<ForecastPlace | null>(
    (first, place) => (first && isFirst(first, place) ? first : place),
    null,
  )
  const ends = places
    .filter(({ position, had }) => !had && position >= (inTurn?.position ?? 0))
    .map(({ turns }) => turns[0]?.ends)
  return ends.length === 0 || ends.some((end) => !end)
    ? null
    : ends
        .map((end) => end!)
        .toSorted()
        .at(-1)!
}

type InTurn = { readonly position: number; readonly own?: boolean; readonly name?: string | undefined }

/** The people in turn: the reader first, by name whom they know, the others by place. `você, Lurdes Reis e lugar 9`. */
export function inTurnText(places: readonly InTurn[]): string {
  const unknown = places.filter(({ name }) => name === undefined).map(({ position }) => position)
  const ownFirst = places.toSorted((a, b) => Number(b.own ?? false) - Number(a.own ?? false))
  const names = [...new Set(ownFirst.flatMap(({ name }) => name ?? []))]
  const rest = unknown.length === 0 ? [] : [`${unknown.length === 1 ? 'lugar' : 'lugares'} ${positionsText(unknown)}`]
  return listed([...names, ...rest])
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} e ${parts.at(-1)}`
}

/** Positions in few words: `1, 3 a 5 e 9`. */
export function positionsText(positions: readonly number[]): string {
  const runs: [number, number][] = []
  for (const position of positions) {
    const run = runs.at(-1)
    if (run && position === run[1] + 1) run[1] = position
    else runs.push([position, position])
  }
  const parts = runs.flatMap(([from, to]) =>
    to - from < 2 ? [...new Set([from, to])].map(String) : [`${from} a ${to}`],
  )
  return listed(parts)
}
