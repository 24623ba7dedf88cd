import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { ForecastRanges } from '#circle/simulation/forecast.ts'
import { today } from '#server/lib/days.ts'
import { keptWorker } from '#server/lib/run-worker.ts'
import type { LiveCircle } from './live-circle.ts'

const MODULE = new URL('worker.ts', import.meta.url)
const rangesInThread = keptWorker<ForecastRanges>(MODULE, { memoryMb: 128, longestMs: 30_000 })

const DAY_MS = 86_400_000

/** The futures of a circle at one head: being computed, then found or failed. */
type Futures = {
  readonly ranges: Promise<ForecastRanges>
  found: ForecastRanges | null
  fault: unknown
}

type Kept = {
  readonly key: string
  readonly seq: number
  readonly futures: Futures
  readonly askedAt: number
}

/** The last futures of this process's circles. Everybody who asks at one head and on one day shares a computation. */
const kept = new LRUCache<string, Kept>({ max: 32 })
let last: Promise<unknown> = Promise.resolve()

/**
 * The futures of a circle with missed contributions; null while they are computed, in a worker thread, one circle at a time,
 * which the first who asks begins. A computation that failed is told to whoever asks next, and begun again after that.
 */
export function findRanges(live: LiveCircle, now: number): ForecastRanges | null {
  const { found, fault } = keep(live, now, now)
  if (fault === null) return found
  kept.delete(live.circleId)
  throw fault
}

/** Computes them before anybody asks, for a circle that somebody asked this process about within a day. */
export async function renewRanges(live: LiveCircle, now: number): Promise<void> {
  const known = kept.get(live.circleId)
  if (known) await keep(live, now, known.askedAt).ranges
}

/** The ranges kept of a circle, if somebody asked this process about it within a day and is likely to ask again. */
export function keptRanges(circleId: string, now: number): Kept | undefined {
  const known = kept.get(circleId)
  return known !== undefined && Math.abs(now - known.askedAt) < DAY_MS ? known : undefined
}

function keep({ circleId, seq, headHash, state, calendar }: LiveCircle, now: number, askedAt: number): Futures {
  const key = `${seq}:${headHash}:${today(now)}`
  const known = kept.get(circleId)
  const futures = known?.key === key ? known.futures : compute({ state, calendar, now })
  kept.set(circleId, { key, seq, futures, askedAt })
  return futures
}

function compute(data: Pick<LiveCircle, 'state' | 'calendar'> & { now: number }): Futures {
  // The state is copied for the thread on the loop: whoever asked is answered before that.
  const ranges = last.then(() => nextTurn()).then(() => rangesInThread(data))
  const futures: Futures = { ranges, found: null, fault: null }
  last = ranges.then(
    (found) => (futures.found = found),
    (error: unknown) => (futures.fault = error),
  )
  return futures
}
