// Runs in its own thread, so that no request waits for a thousand futures.
import { parentPort, workerData } from 'node:worker_threads'
import { forecastRanges } from '#circle/simulation/forecast.ts'
import type { LiveCircle } from './live-circle.ts'
import { pullAtOf } from '#circle/simulation/calendar.ts'

const { state, calendar, now } = workerData as Pick<LiveCircle, 'state' | 'calendar'> & { now: number }
parentPort!.postMessage(forecastRanges({ state, now, pullAt: pullAtOf(calendar) }), [])
