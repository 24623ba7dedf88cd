import { Worker } from 'node:worker_threads'
import type { ForecastRanges } from '#circle/simulation/forecast.ts'
import { today } from '#server/lib/days.ts'
import type { LiveCircle } from './live-circle.ts'

const LONGEST_MS = 30_000
const MEMORY_MB = 128
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
  const ranges = last.then(() => runWorker(live, now))
  last = ranges.catch(() => undefined)
  kept.delete(circleId)
  kept.set(circleId, { key, ranges })
  ranges.catch(() => kept.delete(circleId))
  if (kept.size > KEPT_MAX) kept.delete(kept.keys().next().value!)
  return ranges
}

function runWorker({ state, calendar }: LiveCircle, now: number): Promise<ForecastRanges> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('worker.ts', import.meta.url), {
      workerData: { state, calendar, now },
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    const timer = setTimeout(() => void worker.terminate(), LONGEST_MS)
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => {
      clearTimeout(timer)
      reject(new Error('The forecast ended without a result'))
    })
  })
}
