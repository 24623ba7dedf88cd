import { setTimeout as wait } from 'node:timers/promises'
import type { CircleForecast } from '#contracts/forecast.ts'
import { makeCircle } from './circle.ts'
import { cloneCircle, confirmationHeaders, memberHeaders } from './clones.ts'
import { cpuOfLoop } from './cpu.ts'
import { openInstallation } from './installation.ts'
import type { Part } from './part.ts'
import { median } from './rounds.ts'
import { startServer } from './servers.ts'

const CHANGES_EACH = 4
const GOAL_MS = 100
const LOOK_EVERY_MS = 50

type Asked = { readonly ms: number; readonly loopMs: number }

/** The forecast of a circle of a hundred: the first that is asked for after a change, and the kept one right before it. */
export const forecast: Part = {
  name: 'forecast',
  rows: [],
  async run({ rounds }) {
    const installation = await openInstallation()
    const { services } = installation
    const server = await startServer('ciranda', installation.environment)
    try {
      const template = await makeCircle(services, { receipts: 100 })
      const circle = (await cloneCircle(services, template, 1))[0]!
      const address = `http://127.0.0.1:${server.port}/api`
      const headers = await memberHeaders(services, circle, circle.pending[0]!.donorId)
      const ask = async () => {
        const before = cpuOfLoop(server.pid)
        const begun = performance.now()
        const answer = await fetch(`${address}/circle/forecast`, {
          headers: { ...headers, 'Accept-Encoding': 'identity' },
        })
        const text = await answer.text()
        const ms = performance.now() - begun
        if (!answer.ok) throw new Error(`The forecast is answered with ${answer.status}: ${text}`)
        return { ms, loopMs: cpuOfLoop(server.pid) - before, isKept: !(JSON.parse(text) as CircleForecast).pending }
      }
      const [kept, first]: [Asked[], Asked[]] = [[], []]
      // A first round warms up and does not count.
      for (const [round, donation] of circle.pending.slice(0, CHANGES_EACH * rounds + 1).entries()) {
        while (!(await ask()).isKept) await wait(LOOK_EVERY_MS)
        const before = await ask()
        const confirmed = await fetch(`${address}/donations/${donation.id}/confirm`, {
          method: 'PATCH',
          headers: await confirmationHeaders(services, template, circle, donation),
        })
        if (!confirmed.ok) throw new Error(`Refused: ${await confirmed.text()}`)
        const after = await ask()
        if (!before.isKept || after.isKept) throw new Error('The change did not end the kept forecast.')
        if (round === 0) continue
        kept.push(before)
        first.push(after)
      }
      const row = (name: string, all: readonly Asked[]) => {
        const [times, loop] = [all.map(({ ms }) => ms), all.map(({ loopMs }) => loopMs)]
        const figures = [median(times), Math.max(...times), median(loop), Math.max(...loop)]
        const verdict = figures[1]! <= GOAL_MS ? 'hit' : '**miss**'
        return [name, ...figures.map((ms) => ms.toFixed(1)), `≤ ${GOAL_MS}`, verdict]
      }
      return {
        title: 'The forecast of a circle of 100',
        columns: ['`GET /circle/forecast`', 'p50 ms', 'longest ms', 'CPU p50 ms', 'CPU longest ms', 'goal', 'verdict'],
        rows: [row('kept, with its futures', kept), row('the first after a change', first)],
        notes: [
          `${first.length} times each, in turns: a member asks on one connection once the futures are there, somebody confirms a donation, which ends what is kept, and the member asks again. That answer is without the futures, which begin with it. CPU: processor time of the server's loop (Linux), which other work on the machine distorts less. Hit: the longest is within the goal.`,
        ],
      }
    } finally {
      await server.stop()
      await installation.close()
    }
  },
}
