import { isDeepStrictEqual } from 'node:util'
import { presets } from '#circle/plan.ts'
import type { Plan } from '#circle/plan.ts'
import { runSteps, simulateRuns } from '#circle/simulation/runs.ts'
import { simulate, simulateByReference } from '#circle/simulation/simulate.ts'

// Measures the cost of a simulated future: the fast simulator beside a plain loop over `decide`, on this machine, in
// one run. Time is this process's own processor time, so that what else the machine does counts little.

const FUTURES = 1_000
const BY_RULES = 2
const circle = { members: 100, months: 24, missed: 0.05, accepted: 1, seed: 1 }

console.log(
  `${circle.members} participantes, ${circle.months} meses, 5 % de faltas, ${FUTURES} futuros rápidos e ${BY_RULES} por decide; tempo de processador, um núcleo`,
)
console.log(
  `${'plano'.padEnd(10)}${'doações por futuro'.padStart(20)}${'ms por decide'.padStart(15)}${'ms rápido'.padStart(11)}${'razão'.padStart(9)}${`s para ${FUTURES}`.padStart(12)}${'iguais'.padStart(8)}`,
)
for (const plan of Object.values(presets)) printPlan(plan)

function printPlan(plan: Plan): void {
  const settings = { plan, ...circle }
  // One warm round each: what is measured is the code as it runs, not as it is first compiled.
  runSteps(simulateRuns(settings, 50))
  const fastMs = processorMs(() => runSteps(simulateRuns(settings, FUTURES, [6, 12, 24]))) / FUTURES
  const byRules = Array.from({ length: BY_RULES }, (_, future) => future)
  let results: unknown[] = []
  const slowMs =
    processorMs(() => (results = byRules.map((future) => simulateByReference(settings, future)))) / BY_RULES
  const same = isDeepStrictEqual(
    results,
    byRules.map((future) => simulate(settings, future)),
  )
  const donations = simulate(settings).events.confirmed.reduce((sum, count) => sum + count, 0)
  console.log(
    plan.name.padEnd(10) +
      String(donations).padStart(20) +
      slowMs.toFixed(0).padStart(15) +
      fastMs.toFixed(3).padStart(11) +
      `${Math.round(slowMs / fastMs)} ×`.padStart(9) +
      ((fastMs * FUTURES) / 1000).toFixed(2).padStart(12) +
      (same ? 'sim' : 'NÃO').padStart(8),
  )
  if (!same) process.exitCode = 1
}

function processorMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
