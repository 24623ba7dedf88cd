// Runs in its own thread, so that no request waits for a long simulation.
import { parentPort, workerData } from 'node:worker_threads'
import type { Plan } from '#circle/plan.ts'
import { outcomeFigures } from '#contracts/outcome-points.ts'

const { plan, members } = workerData as { plan: Plan; members: number }
parentPort!.postMessage(outcomeFigures(plan, members), [])
