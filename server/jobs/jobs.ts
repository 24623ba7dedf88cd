import { expireDonations } from '#server/donations/expire.ts'
import type { Parts } from '#server/lib/http/context.ts'

const EVERY_MS = 60_000

/** Everything that time alone causes. Harmless to run at any moment, in any number of processes: each job locks what it changes. */
export async function runDueJobs(parts: Parts): Promise<void> {
  await expireDonations(parts)
}

/** Runs the jobs each minute of the machine, until stopped. */
export async function startJobs(parts: Parts): Promise<{ stop(): Promise<void> }> {
  let running: Promise<void> = Promise.resolve()
  const tick = () => {
    running = running.then(() => runDueJobs(parts)).catch(() => undefined)
  }
  tick()
  const timer = setInterval(tick, EVERY_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
