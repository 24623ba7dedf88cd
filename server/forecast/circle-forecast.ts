import { and, eq } from 'drizzle-orm'
import { nextPull } from '#circle/period.ts'
import { isOver } from '#circle/rotation.ts'
import { FORECAST_FUTURES, FORECAST_MISSED } from '#circle/simulation/forecast.ts'
import type { MonthRange } from '#circle/simulation/forecast.ts'
import { foresee } from '#circle/simulation/foreseen.ts'
import type { ForeseenPlace } from '#circle/simulation/foreseen.ts'
import type { CircleForecast } from '#contracts/forecast.ts'
import type { TurnMove } from '#contracts/turn-moves.ts'
import type { Context } from '#server/context.ts'
import { loadLive } from './live-circle.ts'
import { findRanges } from './ranges.ts'
import { entries } from '#server/tables/entries.ts'
import { turnForecasts } from '#server/tables/turn-forecasts.ts'
import { isNews } from './tell-turns.ts'

/**
 * When each place of the actor's circle has its turn. With everybody paying it is computed here, in a few milliseconds; the
 * futures with misses come from a worker thread, once for each head of the ledger and day, and nobody waits for them: until
 * they are there, the answer is without. Places are told by level and position: nobody is named.
 */
export async function circleForecast({ actor, ...services }: Context): Promise<CircleForecast> {
  const now = services.clock.now()
  const live = await loadLive(services, actor.circleId)
  const { state, seq, waits } = live
  const { periods, places } = foresee(state, { now, calendar: live.calendar })
  const ranges = waits ? null : findRanges(live, now)
  const moves = await ownMoves({ actor, ...services }, now)
  return {
    at: new Date(now).toISOString(),
    seq,
    months: [...periods],
    asked: !nextPull(state.pulledPeriod, now).isDue,
    futures: FORECAST_FUTURES,
    pending: ranges === null && waits === null,
    waits,
    over: isOver(state),
    places: places.map(({ entry, had, turns, told }, index) => {
      return {
        level: entry.level,
        position: entry.position,
        receiver: entry.isReceiver,
        own: entry.memberId === actor.id,
        had,
        moved: moves.get(entry.id) ?? null,
        turns: waits ? [] : [...turns],
        missed: (waits ? [] : FORECAST_MISSED).map((share, at) => {
          const range = ranges?.[index]!.ranges[at]
          return {
            share: Math.round(share * 100),
            begins: range ? rangeOf(range.begins, told) : null,
            ends: range ? rangeOf(range.ends, told) : null,
          }
        }),
      }
    }),
  }
}

/** The moves of the actor's own turns that were told lately and still hold. */
async function ownMoves({ actor, db }: Pick<Context, 'actor' | 'db'>, now: number): Promise<Map<string, TurnMove>> {
  const rows = await db
    .select({ told: turnForecasts })
    .from(turnForecasts)
    .innerJoin(entries, and(eq(entries.circleId, turnForecasts.circleId), eq(entries.id, turnForecasts.entryId)))
    .where(and(eq(entries.circleId, actor.circleId), eq(entries.memberId, actor.id)))
  return new Map(
    rows.flatMap(({ told: { entryId, movedAt, movedFrom, toldMonth, causes } }) =>
      movedAt && isNews(movedAt, now)
        ? [[entryId, { from: movedFrom, to: toldMonth, causes: [...causes] }] as const]
        : [],
    ),
  )
}

function rangeOf({ low, median, high }: MonthRange, told: ForeseenPlace['told']) {
  return { low: told(low), median: told(median), high: told(high) }
}
