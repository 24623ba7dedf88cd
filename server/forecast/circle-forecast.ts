import { and, eq } from 'drizzle-orm'
import { nextPull, periodOf } from '#circle/period.ts'
import { queueOf } from '#circle/decision.ts'
import { levelsOf } from '#circle/plan.ts'
import type { CircleState, Entry } from '#circle/state.ts'
import { forecast, FORECAST_FUTURES, FORECAST_MISSED } from '#circle/simulation/forecast.ts'
import type { ForecastMonth, MonthRange } from '#circle/simulation/forecast.ts'
import { BEFORE } from '#circle/simulation/turn-log.ts'
import type { CircleForecast } from '#contracts/forecast.ts'
import type { TurnMove } from '#contracts/turn-moves.ts'
import type { Context } from '#server/context.ts'
import { hadTurns } from './had-turns.ts'
import { loadLive } from './live-circle.ts'
import { pullAtOf } from './pull-at.ts'
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
  const { periods, places } = forecast({ state, now, pullAt: pullAtOf(live.calendar) })
  const ranges = waits ? null : findRanges(live, now)
  const moves = await ownMoves({ actor, ...services }, now)
  const queued = levelsOf(state.plan).flatMap((level) => queueOf({ state }, level))
  const had = hadTurns(state, queued, places)
  return {
    at: new Date(now).toISOString(),
    seq,
    months: [...periods],
    asked: !nextPull(state.pulledPeriod, now).isDue,
    futures: FORECAST_FUTURES,
    pending: ranges === null && waits === null,
    waits,
    places: queued.map((entry, index) => {
      const told = monthsOf(periods, beganAt(state, entry))
      return {
        level: entry.level,
        position: entry.position,
        receiver: entry.isReceiver,
        own: entry.memberId === actor.id,
        had: had[index]!,
        moved: moves.get(entry.id) ?? null,
        turns: (waits ? [] : places[index]!.turns).map(({ begins, ends }) => ({
          begins: told(begins),
          ends: told(ends),
          running: begins === BEFORE,
        })),
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

/** When the running turn of an entry began, in epoch ms; null where none runs. */
function beganAt({ turns }: CircleState, { turnId }: Entry): number | null {
  return turnId === null ? null : (turns.get(turnId)?.startedAt ?? null)
}

function monthsOf(periods: readonly string[], began: number | null) {
  return (month: ForecastMonth): string | null => {
    if (month === BEFORE) return began === null ? null : periodOf(began)
    return month === null ? null : (periods[month] ?? null)
  }
}

function rangeOf({ low, median, high }: MonthRange, told: (month: ForecastMonth) => string | null) {
  return { low: told(low), median: told(median), high: told(high) }
}
