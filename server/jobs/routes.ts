import type { testCalls } from '#contracts/system.ts'
import type { Routes } from '#server/handler.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { runDueJobs } from './jobs.ts'
import { noteClock } from './note-clock.ts'

/** The call that moves a test clock. It exists only where the clock is not the system's. */
export const testRoutes: Routes<keyof typeof testCalls> = {
  'POST /test/clock': async (context, { body }) => {
    const { clock } = context
    if (!('moveTo' in clock)) throw new Refusal('resource.not_found')
    ;(clock as { moveTo(instant: number): void }).moveTo(Date.parse(body.now))
    await noteClock(context)
    await runDueJobs(context)
    return { now: new Date(clock.now()).toISOString() }
  },
}
