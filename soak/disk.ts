import { rmSync, statfsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fillAtEachWrite } from './disk-writes.ts'
import type { Dice } from './frame/dice.ts'
import { eachRound } from './frame/each-round.ts'
import type { Part, Report } from './frame/part.ts'
import { CircleOfPeople } from './installation/circle-of-people.ts'
import { inspect } from './installation/inspect.ts'
import { BEGINS, untilHealthy } from './installation/life.ts'
import type { Place } from './installation/life.ts'
import { powerCutPlace, powerHindrance } from './installation/power.ts'
import { startServer } from './installation/server.ts'
import type { Server } from './installation/server.ts'

const PEOPLE = 6
/** So much room is left at first: the k-th write after that is the one that finds none. */
const LEFT_BYTES_MAX = 4 * 1024 ** 2
const FULL_MS_MAX = 15_000

/**
 * A disk that fills up under everything that people do, on a filesystem of its own: each request is done whole or
 * answered 507 (503 while the engine recovers), nothing acknowledged is lost, and with room again the same process
 * goes on, without anybody's help. Every second round lets each write of one thing find the disk full (`soak/disk-writes.ts`).
 */
export const disk: Part = {
  name: 'disk',
  unit: 'full disks',
  full: 500,
  small: 1,
  async run(course) {
    const hindrance = powerHindrance()
    if (hindrance !== null) throw new Error(hindrance)
    let filled: Filled | null = null
    try {
      await eachRound(course, async ({ index, dice }) => {
        if (index % 2 === 1) return await fillAtEachWrite((index - 1) / 2, dice, course.report)
        try {
          filled ??= await Filled.begin(dice)
          await filled.fill(dice, course.report)
        } catch (error) {
          await filled?.end()
          filled = null
          throw error
        }
      })
    } finally {
      await (filled as Filled | null)?.end()
    }
  },
}

/** One installation whose disk is filled again and again. */
class Filled {
  private readonly place: Place
  private readonly server: Server
  private readonly circle: CircleOfPeople

  private constructor(place: Place, server: Server, circle: CircleOfPeople) {
    this.place = place
    this.server = server
    this.circle = circle
  }

  static async begin(dice: Dice): Promise<Filled> {
    const place = await powerCutPlace()
    const server = startServer(place.folder, { settings: { CLOCK: new Date(BEGINS).toISOString() } })
    const circle = new CircleOfPeople(BEGINS)
    try {
      await circle.begin(await server.ready(), PEOPLE, dice)
    } catch (error) {
      await server.kill('both')
      await place.remove()
      throw error
    }
    return new Filled(place, server, circle)
  }

  async end(): Promise<void> {
    await this.server.kill('both')
    await this.place.remove()
  }

  async fill(dice: Dice, report: Report): Promise<void> {
    const { circle, server, place } = this
    const before = (circle.answers.get(507) ?? 0) + (circle.answers.get(503) ?? 0)
    const before507 = circle.answers.get(507) ?? 0
    const filler = path.join(place.folder, '..', 'filler')
    let isOver = false
    const living = circle.live(() => isOver, dice)
    await wait(dice.between(0, 300))
    await fillAllBut(filler, dice.below(LEFT_BYTES_MAX))
    const end = performance.now() + FULL_MS_MAX
    const answered = () => (circle.answers.get(507) ?? 0) + (circle.answers.get(503) ?? 0) - before
    while (answered() < 3 && performance.now() < end && !server.hasEnded()) {
      await wait(dice.between(50, 300))
      await fillAllBut(filler, 0)
    }
    const wasFull = answered() > 0
    isOver = true
    rmSync(filler)
    await living
    report.count('answers 507', (circle.answers.get(507) ?? 0) - before507)
    if (server.hasEnded()) throw new Error(`The process ended: ${server.said()}`)
    if (!wasFull) throw new Error('Nothing found the disk full: this round proves nothing.')
    const began = performance.now()
    await untilHealthy(await server.ready())
    report.most('ms until healthy with room again', performance.now() - began)
    report.count('acknowledged effects looked for', circle.facts.length)
    await inspect(circle, await server.ready(), place.folder).catch((error: unknown) => {
      // An answer of 500 says nothing; the log has its cause.
      const causes = server
        .said()
        .split('\n')
        .filter((line) => /"level":[56]0/.test(line))
      throw new Error([String(error), ...causes.slice(-5)].join('\n'), { cause: error })
    })
  }
}

/** Takes all room but so many bytes. */
async function fillAllBut(file: string, bytes: number): Promise<void> {
  const { bavail, bsize } = statfsSync(path.dirname(file))
  const handle = await open(file, 'a')
  try {
    const piece = Buffer.alloc(4 * 1024 ** 2)
    for (let left = bavail * bsize - bytes; left > 0; left -= piece.length)
      await handle.write(piece, 0, Math.min(left, piece.length), null)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    await handle.close()
  }
}
