// Runs in its own thread, so that no request waits for a thousand futures.
import { parentPort } from 'node:worker_threads'
import { forecastRanges } from '#circle/simulation/forecast.ts'
import type { LiveCircle } from './live-circle.ts'
import { pullAtOf } from '#circle/simulation/calendar.ts'

type Sent = Pick<LiveCircle, 'state' | 'calendar'> & { now: number }

parentPort!.on('message', ({ state, calendar, now }: Sent) => {
  parentPort!.postMessage(forecastRanges({ state, now, pullAt: pullAtOf(calendar) }), [])
})
