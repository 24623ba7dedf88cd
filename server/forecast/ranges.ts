import type { ForecastRanges } from '#circle/simulation/forecast.ts'
import { today } from '#server/lib/days.ts'
import { runWorker } from '#server/lib/run-worker.ts'
import type { LiveCircle } from './live-circle.ts'

const MODULE = new URL('worker.ts', import.meta.url)
const BOUNDS = { memoryMb: 128, longestMs: 30_000 }
const KEPT_MAX = 32

type Kept = { readonly key: string; readonly ranges: Promise<ForecastRanges> }

/** The last ranges of this process's circles. Everybody who asks at one head and on one day shares a computation. */
const kept = new Map<string, Kept>()
let last: Promise<unknown> = Promise.resolve()

/** The futures of a circle with missed contributions, computed in a worker thread, one circle at a time. */
export function getRanges(live: LiveCircle, now: number): Promise<ForecastRanges> {
  const { circleId, seq, headHash } = live
  const key = `${seq}:${headHash}:${today(now)}`
  const known = kept.get(circleId)
  if (known?.key === key) return known.ranges
  const { state, calendar } = live
  const ranges = last.then(() => runWorker<ForecastRanges>(MODULE, { state, calendar, now }, BOUNDS))
  last = ranges.catch(() => undefined)
  kept.delete(circleId)
  kept.set(circleId, { key, ranges })
  ranges.catch(() => kept.delete(circleId))
  if (kept.size > KEPT_MAX) kept.delete(kept.keys().next().value!)
  return ranges
}
