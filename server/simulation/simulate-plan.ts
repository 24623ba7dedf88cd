import type { Plan } from '#circle/plan.ts'
import type { OutcomeFigures } from '#contracts/outcome-points.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { runWorker } from '#server/lib/run-worker.ts'

const MODULE = new URL('worker.ts', import.meta.url)
const BOUNDS = { memoryMb: 192, longestMs: 60_000 }
const WAITING_MAX = 4

let last: Promise<unknown> = Promise.resolve()
let waiting = 0

/** Simulates a plan in a worker thread, one at a time. Refuses with `request.too_many` when too many are waiting. */
export async function simulatePlan(plan: Plan, members: number): Promise<OutcomeFigures> {
  if (waiting >= WAITING_MAX) throw new Refusal('request.too_many', { details: { retryAfterSeconds: 5 } })
  waiting += 1
  const own = last.then(() => runWorker<OutcomeFigures>(MODULE, { plan, members }, BOUNDS))
  last = own.catch(() => undefined)
  try {
    return await own
  } finally {
    waiting -= 1
  }
}
