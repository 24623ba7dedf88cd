import type { Level } from '../plan.ts'
import type { CircleState } from '../state.ts'
import { monthsFrom } from './calendar.ts'
import type { PullAt, Round } from './calendar.ts'
import { FastCircle } from './fast-circle.ts'
import { openingOf } from './opening.ts'
import type { Opening } from './opening.ts'
import { continueMonths } from './scenario.ts'
import { SeededRandom } from './seeded-random.ts'
import { NEVER } from './turn-log.ts'

/** The months that a forecast follows, the present one included. */
export const FORECAST_MONTHS = 24
export const FORECAST_FUTURES = 1_000
/** Shares of contributions missed, of those asked already and not paid too. */
export const FORECAST_MISSED = [0.05, 0.1] as const
/** Fixed, so that everybody who reads the same ledger computes the same forecast. */
const SEED = 2027

/**
 * A month of a forecast, from 0 for the present one. Null: not among those followed. `BEFORE`: a turn that runs
 * already.
 */
export type ForecastMonth = number | null

/** When a turn begins and is complete, if everybody pays in the month in which they are asked. */
export type ForecastTurn = { readonly begins: ForecastMonth; readonly ends: ForecastMonth }

/** In half of the futures a month is at most `median`; in nine of ten it lies between `low` and `high`. */
export type MonthRange = { readonly low: ForecastMonth; readonly median: ForecastMonth; readonly high: ForecastMonth }

export type TurnRange = { readonly share: number; readonly begins: MonthRange; readonly ends: MonthRange }

/** A place by its member and level. */
export type ForecastPlace = { readonly memberId: string; readonly level: Level }

export type Forecast = {
  /** The months followed, as periods (`2026-11`). */
  readonly periods: readonly string[]
  /** Every place of today, by level and position, with its turns in order; the first is its next, or the one that runs. */
  readonly places: readonly (ForecastPlace & { readonly turns: readonly ForecastTurn[] })[]
}

/** Which months a place's next turn may come to when contributions are missed. */
export type ForecastRanges = readonly (ForecastPlace & { readonly ranges: readonly TurnRange[] })[]

type Live = { readonly state: CircleState; readonly now: number; readonly pullAt: PullAt }

/**
 * When each place has its turns if from `now` (epoch ms) on everybody pays, oldest first, in the month in which they are
 * asked, every receipt is confirmed and every upgrade offered is accepted: the live circle run on by the rules.
 */
export function forecast(live: Live): Forecast {
  const { opening, periods, rounds } = prepare(live)
  const circle = FastCircle.from(opening)
  const scenario = { plan: opening.plan, missed: 0, accepted: 1, inOrder: true }
  for (const _ of continueMonths(circle, scenario, new SeededRandom(SEED, 0), rounds)) continue
  circle.ensureNothingLost()
  const turns = Map.groupBy(turnsOf(circle), ({ place }) => place)
  return {
    periods,
    places: opening.today.map(({ member, level }) => ({
      memberId: opening.memberIds[member]!,
      level,
      turns: (turns.get(circle.turns.placeOf(level, member)) ?? []).map(({ began, ended }) => ({
        begins: began,
        ends: monthOf(ended),
      })),
    })),
  }
}

/**
 * The range of months of each place's next turn over 1,000 futures for each share of contributions missed, drawn for each
 * contribution; people pay in a random order. The futures are those of a fixed seed.
 */
export function forecastRanges(live: Live): ForecastRanges {
  const { opening, rounds } = prepare(live)
  const circle = FastCircle.from(opening)
  const found = FORECAST_MISSED.map((share) => ({ share, ...countMonths(circle, opening, rounds, share) }))
  return opening.today.map(({ member, level }) => {
    const place = circle.turns.placeOf(level, member)
    return {
      memberId: opening.memberIds[member]!,
      level,
      ranges: found.map(({ share, begins, ends }) => ({
        share,
        begins: rangeOf(begins, place),
        ends: rangeOf(ends, place),
      })),
    }
  })
}

function prepare({ state, now, pullAt }: Live) {
  const opening = openingOf(state, now)
  const { pulledPeriod } = state
  const { deadlineDays } = state.plan
  return { opening, ...monthsFrom(now, { months: FORECAST_MONTHS, pulledPeriod, pullAt, deadlineDays }) }
}

/** How often each month was a place's first: a row a place, a column a month, with those that ran before it at the front. */
const COLUMNS = FORECAST_MONTHS + 2
const AFTER = FORECAST_MONTHS

function countMonths(circle: FastCircle, opening: Opening, rounds: readonly Round[], share: number) {
  const places = opening.plan.levels.length * opening.memberIds.length
  const begins = new Int32Array(places * COLUMNS)
  const ends = new Int32Array(places * COLUMNS)
  const isSeen = new Uint8Array(places)
  const scenario = { plan: opening.plan, missed: share, accepted: 1 }
  for (let run = 0; run < FORECAST_FUTURES; run += 1) {
    circle.reset()
    for (const _ of continueMonths(circle, scenario, new SeededRandom(SEED, run), rounds))
      if (circle.turns.awaited === 0) break
    isSeen.fill(0)
    circle.turns.forEach((place, began, ended) => {
      if (isSeen[place] === 1) return
      isSeen[place] = 1
      begins[columnOf(place, began)]! += 1
      ends[columnOf(place, ended === NEVER ? AFTER : ended)]! += 1
    })
    for (let place = 0; place < places; place += 1) {
      if (isSeen[place] === 1) continue
      begins[columnOf(place, AFTER)]! += 1
      ends[columnOf(place, AFTER)]! += 1
    }
  }
  return { begins, ends }
}

function columnOf(place: number, month: number): number {
  return place * COLUMNS + 1 + month
}

/** By nearest rank, so that each month is one that occurred. */
function rangeOf(counts: Int32Array, place: number): MonthRange {
  const row = counts.subarray(place * COLUMNS, (place + 1) * COLUMNS)
  const at = (share: number): ForecastMonth => {
    let left = Math.ceil(share * FORECAST_FUTURES)
    for (let column = 0; column < COLUMNS; column += 1) {
      left -= row[column]!
      if (left <= 0) return monthOf(column - 1)
    }
    return null
  }
  return { low: at(0.05), median: at(0.5), high: at(0.95) }
}

function turnsOf({ turns }: FastCircle) {
  const found: { readonly place: number; readonly began: number; readonly ended: number }[] = []
  turns.forEach((place, began, ended) => found.push({ place, began, ended }))
  return found
}

function monthOf(month: number): ForecastMonth {
  return month === NEVER || month === AFTER ? null : month
}
