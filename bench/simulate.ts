import { isDeepStrictEqual } from 'node:util'
import { presets } from '#circle/plan.ts'
import type { Plan } from '#circle/plan.ts'
import { runSteps, simulateRuns } from '#circle/simulation/runs.ts'
import { simulate as simulateFuture, simulateByReference } from '#circle/simulation/simulate.ts'
import type { Part, Table } from './part.ts'

const FUTURES = 1_000
const BY_RULES = 2
const SECONDS_MAX = 0.5
const circle = { members: 100, months: 24, missed: 0.05, accepted: 1, seed: 1 }

/**
 * The cost of a simulated future: the fast simulator beside a plain loop over the rules, which must agree. Time is this
 * process's own processor time, so that what else the machine does counts little.
 */
export const simulate: Part = {
  name: 'simulate',
  rows: [],
  run: async () => ({
    title: 'A thousand simulated futures',
    columns: [
      'plan',
      'donations a future',
      'ms by the rules',
      'ms by the simulator',
      'times as fast',
      `s for ${FUTURES}`,
      'goal',
      'equal',
    ],
    rows: Object.values(presets).map(rowOf),
    notes: [
      `${circle.members} members over ${circle.months} months, one in twenty contributions missed. Processor time of one core; ${FUTURES} futures by the simulator, ${BY_RULES} of the same by the rules.`,
    ],
  }),
}

function rowOf(plan: Plan): Table['rows'][number] {
  const settings = { plan, ...circle }
  // Some to warm up: what is measured is the code as it runs, not as it is first compiled.
  runSteps(simulateRuns(settings, 50))
  const fastMs = processorMs(() => runSteps(simulateRuns(settings, FUTURES, [6, 12, 24]))) / FUTURES
  const some = Array.from({ length: BY_RULES }, (_, future) => future)
  let byRules: unknown[] = []
  const slowMs = processorMs(() => (byRules = some.map((future) => simulateByReference(settings, future)))) / BY_RULES
  const isEqual = isDeepStrictEqual(
    byRules,
    some.map((future) => simulateFuture(settings, future)),
  )
  if (!isEqual) process.exitCode = 1
  return [
    plan.name,
    String(simulateFuture(settings).events.confirmed.reduce((sum, count) => sum + count, 0)),
    slowMs.toFixed(0),
    fastMs.toFixed(3),
    (slowMs / fastMs).toFixed(0),
    ((fastMs * FUTURES) / 1000).toFixed(2),
    `≤ ${SECONDS_MAX}`,
    isEqual ? 'yes' : '**no**',
  ]
}

function processorMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
