// A thread of its own: however long a simulation takes, nobody's request waits for it.
import { parentPort, workerData } from 'node:worker_threads'
import type { Plan } from '#circle/plan.ts'
import { outcomePoints } from '#contracts/outcome-points.ts'

const { plan, members } = workerData as { plan: Plan; members: number }
parentPort!.postMessage(outcomePoints(plan, members), [])
