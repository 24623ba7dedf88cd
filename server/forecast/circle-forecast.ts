import { nextPull, periodOf } from '#circle/period.ts'
import { queueOf } from '#circle/decision.ts'
import { levelsOf } from '#circle/plan.ts'
import type { CircleState, Entry } from '#circle/state.ts'
import { forecast, FORECAST_FUTURES } from '#circle/simulation/forecast.ts'
import type { ForecastMonth, MonthRange } from '#circle/simulation/forecast.ts'
import { BEFORE } from '#circle/simulation/turn-log.ts'
import type { CircleForecast } from '#contracts/forecast.ts'
import type { Context } from '#server/context.ts'
import { loadLive, pullAt } from './live-circle.ts'
import { getRanges } from './ranges.ts'

/**
 * When each place of the actor's circle has its turn. With everybody paying it is computed here, in a few milliseconds; the
 * futures with misses come from a worker thread, once for each head of the ledger and day. Places are told by level and
 * position: nobody is named.
 */
export async function circleForecast({ actor, ...services }: Context): Promise<CircleForecast> {
  const now = services.clock.now()
  const live = await loadLive(services, actor.circleId)
  const { state, seq } = live
  const { periods, places } = forecast({ state, now, pullAt })
  const ranges = await getRanges(live, now)
  const entries = levelsOf(state.plan).flatMap((level) => queueOf({ state }, level))
  return {
    at: new Date(now).toISOString(),
    seq,
    months: [...periods],
    asked: !nextPull(state.pulledPeriod, now).isDue,
    futures: FORECAST_FUTURES,
    places: entries.map((entry, index) => {
      const told = monthsOf(periods, beganAt(state, entry))
      return {
        level: entry.level,
        position: entry.position,
        receiver: entry.isReceiver,
        own: entry.memberId === actor.id,
        turns: places[index]!.turns.map(({ begins, ends }) => ({
          begins: told(begins),
          ends: told(ends),
          running: begins === BEFORE,
        })),
        missed: ranges[index]!.ranges.map(({ share, begins, ends }) => ({
          share: Math.round(share * 100),
          begins: rangeOf(begins, told),
          ends: rangeOf(ends, told),
        })),
      }
    }),
  }
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
