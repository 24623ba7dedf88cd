import { LRUCache } from 'lru-cache'
import type { ForecastRanges } from '#circle/simulation/forecast.ts'
import { today } from '#server/lib/days.ts'
import { runWorker } from '#server/lib/run-worker.ts'
import type { LiveCircle } from './live-circle.ts'

const MODULE = new URL('worker.ts', import.meta.url)
const BOUNDS = { memoryMb: 128, longestMs: 30_000 }

const DAY_MS = 86_400_000

type Kept = {
  readonly key: string
  readonly seq: number
  readonly ranges: Promise<ForecastRanges>
  readonly askedAt: number
}

/** The last ranges of this process's circles. Everybody who asks at one head and on one day shares a computation. */
const kept = new LRUCache<string, Kept>({ max: 32 })
let last: Promise<unknown> = Promise.resolve()

/** The futures of a circle with missed contributions, computed in a worker thread, one circle at a time. */
export function getRanges(live: LiveCircle, now: number): Promise<ForecastRanges> {
  return keep(live, now, now)
}

/** Computes them before anybody asks, for a circle that somebody asked this process about within a day. */
export async function renewRanges(live: LiveCircle, now: number): Promise<void> {
  const known = kept.get(live.circleId)
  if (known) await keep(live, now, known.askedAt)
}

/** The ranges kept of a circle, if somebody asked this process about it within a day and is likely to ask again. */
export function keptRanges(circleId: string, now: number): Kept | undefined {
  const known = kept.get(circleId)
  return known !== undefined && Math.abs(now - known.askedAt) < DAY_MS ? known : undefined
}

function keep({ circleId, seq, headHash, state, calendar }: LiveCircle, now: number, askedAt: number) {
  const key = `${seq}:${headHash}:${today(now)}`
  const known = kept.get(circleId)
  const ranges = known?.key === key ? known.ranges : compute({ state, calendar, now })
  kept.set(circleId, { key, seq, ranges, askedAt })
  ranges.catch(() => kept.delete(circleId))
  return ranges
}

function compute(data: Pick<LiveCircle, 'state' | 'calendar'> & { now: number }): Promise<ForecastRanges> {
  const ranges = last.then(() => runWorker<ForecastRanges>(MODULE, data, BOUNDS))
  last = ranges.catch(() => undefined)
  return ranges
}
