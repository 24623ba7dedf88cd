// Runs in its own thread, so that no request waits for a thousand futures.
import { parentPort, workerData } from 'node:worker_threads'
import { periodStart } from '#circle/period.ts'
import { forecastRanges } from '#circle/simulation/forecast.ts'
import type { CircleState } from '#circle/state.ts'

const { state, now } = workerData as { state: CircleState; now: number }
parentPort!.postMessage(forecastRanges({ state, now, pullAt: periodStart }), [])
