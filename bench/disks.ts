import { appendFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openInstallation } from './installation.ts'
import type { Installation } from './installation.ts'
import type { Part } from './part.ts'
import { measure, medians } from './rounds.ts'
import type { Figures } from './rounds.ts'
import { startServer } from './servers.ts'
import { prepareWrites } from './writes.ts'

/** Added to each sync, in ms: this machine's own disk, a rented volume, a slow one. */
const DELAYS = [0, 2, 5]
const KEPT_MIN = 0.8
const READ_MS = 500

/** Confirmations in sixteen circles on disks that are slower than this machine's: PostgreSQL waits before it flushes a commit. */
export const disks: Part = {
  name: 'disks',
  rows: [],
  async run({ rounds, circles }) {
    const installation = await openInstallation()
    const server = await startServer('ciranda', installation.environment)
    try {
      const writes = await prepareWrites(installation.services, ['confirm16'], {
        rounds: DELAYS.length * (rounds + 1),
        circles,
      })
      const scenario = writes.scenarioOf('confirm16')
      const figures = new Map<number, Figures[]>(DELAYS.map((ms) => [ms, []]))
      // The first round is for warming up.
      for (let round = 0; round <= rounds; round += 1)
        for (const ms of DELAYS) {
          await slowSyncs(installation, ms)
          const measured = await measure(server, await scenario.load(server, round), installation.postgresPid)
          if (round > 0) figures.get(ms)!.push(measured)
        }
      const [own, ...slower] = DELAYS.map((ms) => ({ ms, ...medians(figures.get(ms)!) }))
      return {
        title: 'Confirmations in 16 circles on slower disks',
        columns: ['a sync takes longer by', 'req/s', 'ratio', 'goal', 'p50 ms', 'p99 ms'],
        rows: [own!, ...slower].map(({ ms, perSecond, p50, p99 }) => [
          `${ms} ms`,
          perSecond.toFixed(0),
          (perSecond / own!.perSecond).toFixed(2),
          ms === 0 ? '–' : KEPT_MIN.toFixed(2),
          p50.toFixed(1),
          p99.toFixed(1),
        ]),
        notes: [
          `Medians of ${rounds} rounds in which the delays take turns, 16 connections, one server. PostgreSQL's own \`commit_delay\` waits before each flush of a commit, with its lock held, as a disk would.`,
        ],
      }
    } finally {
      await server.stop()
      await installation.close()
    }
  },
}

/** From the next commit on: PostgreSQL reads its settings anew. */
async function slowSyncs({ cluster, postgresPid }: Installation, ms: number): Promise<void> {
  appendFileSync(path.join(cluster, 'postgresql.conf'), `commit_siblings = 0\ncommit_delay = ${ms * 1_000}\n`)
  process.kill(postgresPid, 'SIGHUP')
  await wait(READ_MS)
}
