import { Worker } from 'node:worker_threads'
import type { Plan } from '#circle/plan.ts'
import type { OutcomeFigures } from '#contracts/outcome-points.ts'
import { Refusal } from '#server/lib/refusal.ts'

const LONGEST_MS = 60_000
const WAITING_MAX = 4
const MEMORY_MB = 192

let last: Promise<unknown> = Promise.resolve()
let waiting = 0

/** Simulates a plan in a worker thread, one at a time. Refuses with `request.too_many` when too many are waiting. */
export async function simulatePlan(plan: Plan, members: number): Promise<OutcomeFigures> {
  if (waiting >= WAITING_MAX) throw new Refusal('request.too_many', { details: { retryAfterSeconds: 5 } })
  waiting += 1
  const own = last.then(() => runWorker(plan, members))
  last = own.catch(() => undefined)
  try {
    return await own
  } finally {
    waiting -= 1
  }
}

function runWorker(plan: Plan, members: number): Promise<OutcomeFigures> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('worker.ts', import.meta.url), {
      workerData: { plan, members },
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    const timer = setTimeout(() => void worker.terminate(), LONGEST_MS)
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => {
      clearTimeout(timer)
      reject(new Error('The simulation ended without a result'))
    })
  })
}
