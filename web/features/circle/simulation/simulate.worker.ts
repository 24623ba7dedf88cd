import { runSteps, simulateRuns } from '#circle/simulation/runs.ts'
import { outcomeSteps } from '#circle/simulation/outcome.ts'
import { figuresOf, pointOf } from '#contracts/outcome-points.ts'
import type { SimulationRequest, SimulationResult, WorkerMessage } from './messages.ts'

// Simulates a circle on the reader's own device with the rules of `circle/`, off the page's thread.

const say = (message: WorkerMessage) => postMessage(message)

addEventListener('message', ({ data }: MessageEvent<SimulationRequest>) => {
  const begun = performance.now()
  const found = foundOf(data)
  say({ kind: 'found', found, tookMs: performance.now() - begun })
})

function foundOf(ask: SimulationRequest): SimulationResult {
  if (ask.kind === 'outcome')
    return { kind: 'outcome', ...figuresOf(runSteps(outcomeSteps(ask.plan, ask.members), tell)!, ask.members) }
  const [at] = runSteps(simulateRuns(ask.settings, ask.futures), tell)!
  const { missed } = ask.settings
  return {
    kind: 'futures',
    median: pointOf(at!, missed, 'median'),
    low: pointOf(at!, missed, 'low'),
    high: pointOf(at!, missed, 'high'),
  }
}

function tell({ done, total }: { done: number; total: number }): void {
  say({ kind: 'progress', done, total })
}
