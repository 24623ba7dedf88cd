import { runDueJobs } from '#server/jobs/jobs.ts'
import { NOON } from '#server/testing/test-app.ts'
import { ensureKept, peopleOf } from './apps/people.ts'
import { makeWorld, withTestServer } from './apps/test-server.ts'
import type { App } from './apps/test-server.ts'
import type { Dice } from './frame/dice.ts'
import { eachRound } from './frame/each-round.ts'
import type { Part } from './frame/part.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const JUMPS = 8
const ACTS_BETWEEN = 3

/**
 * The clocks of two processes jump, each by itself, while people act: over the midnight of São Paulo to the millisecond, to
 * the 31st, the end of February and of the year, weeks ahead and back again. After each jump the jobs may run. Nothing
 * acknowledged is lost, and everything is whole. A round is so many jumps.
 */
export const clock: Part = {
  name: 'clock',
  unit: 'jumps',
  full: 10_000,
  small: JUMPS,
  run: (course) =>
    withTestServer((server) =>
      eachRound(
        course,
        async ({ dice }) => {
          const world = await makeWorld(server)
          try {
            const apps = [await world.open(), await world.open()] as const
            Object.assign(apps[1].services, { files: apps[0].services.files })
            const circle = await peopleOf(world, apps, dice)
            circle.pixels = [64]
            // On a day that most months do not have.
            await circle.as(circle.administrator, 'PATCH /admin/circle/calendar', {
              body: { calendar: { day: 31, hour: 0 } },
            })
            await circle.pull(dice)
            for (let jump = 0; jump < JUMPS; jump += 1) {
              const app = dice.pick(apps)
              app.clock.moveTo(jumpFrom(app.clock.now(), dice))
              circle.now = Math.max(circle.now, app.clock.now())
              if (dice.happens(0.5)) await runDueJobs(dice.pick(apps).services)
              await Promise.all([1, 2].map(() => severalActs(circle.act.bind(circle), dice)))
            }
            const latest = Math.max(...apps.map((app) => app.clock.now()))
            await settle(apps, latest)
            course.report.count('acknowledged effects looked for', circle.facts.length)
            course.report.count('acknowledged writes', circle.acknowledged)
            await ensureKept(circle, apps[0], { clocksJumped: true })
          } finally {
            await world.close()
          }
        },
        { units: JUMPS },
      ),
    ),
}

async function severalActs(act: (dice: Dice) => Promise<void>, dice: Dice): Promise<void> {
  for (let done = 0; done < ACTS_BETWEEN; done += 1) await act(dice)
}

/** Both clocks agree again, and every job has run on both. */
async function settle(apps: readonly App[], at: number): Promise<void> {
  for (const app of apps) {
    app.clock.moveTo(at + 1)
    await runDueJobs(app.services)
  }
}

/** An instant to which a clock jumps: one at which a day, a month or a year turns in São Paulo, or any other. */
function jumpFrom(now: number, dice: Dice): number {
  const beside = dice.pick([-1, 0, 1, -HOUR_MS, HOUR_MS])
  const year = new Date(now).getUTCFullYear()
  switch (dice.below(6)) {
    case 0:
      return nextMidnight(now) + beside
    case 1:
      return midnightOf(year, dice.below(12), 31) + beside
    case 2:
      return midnightOf(year, 2, 1) + beside
    case 3:
      return midnightOf(year + 1, 0, 1) + beside
    case 4:
      return now + dice.between(1, 40 * 24) * HOUR_MS
    default:
      // Backwards, but never to before the circle was made: there nothing could have been signed in to.
      return Math.max(NOON, now - dice.between(1, 40 * 24) * HOUR_MS)
  }
}

/** São Paulo has been three hours behind UTC, summer and winter, since 2019. */
const midnightOf = (year: number, month: number, day: number) => Date.UTC(year, month, day, 3)
const nextMidnight = (now: number) => Math.ceil((now - 3 * HOUR_MS + 1) / DAY_MS) * DAY_MS + 3 * HOUR_MS
