import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, statfsSync, statSync } from 'node:fs'
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
/** Room that is freed meanwhile is taken again so soon. */
const FILLED_EVERY_MS = 20
/** The last of so many rounds lets each write of one thing find the disk full; another installation begins behind it. */
const WRITES_EVERY = 20

/**
 * A disk that fills up under everything that people do, on a filesystem of its own: each request is done whole or
 * answered 507 (503 while the engine recovers), nothing acknowledged is lost, and with room again the same process
 * goes on, without anybody's help. Some rounds let each write of one thing find the disk full (`soak/disk-writes.ts`).
 */
export const disk: Part = {
  name: 'disk',
  unit: 'full disks',
  full: 500,
  small: 1,
  async run(course) {
    const hindrance = powerHindrance()
    if (hindrance !== null) throw new Error(hindrance)
    let filled: Filled | undefined
    try {
      await eachRound(course, async ({ index, dice }) => {
        const isOfWrites = index % WRITES_EVERY === WRITES_EVERY - 1
        if (isOfWrites) filled = void (await filled?.end())
        if (isOfWrites) return await fillAtEachWrite(Math.floor(index / WRITES_EVERY), dice, course.report)
        try {
          filled ??= await Filled.begin(dice)
          await filled.fill(dice, course.report)
        } catch (error) {
          filled = void (await filled?.end())
          throw error
        }
      })
    } finally {
      await filled?.end()
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
    circle.answers.clear()
    const filler = path.join(place.folder, '..', 'filler')
    let isOver = false
    const living = circle.live(() => isOver, dice)
    await wait(dice.between(0, 300))
    fillAllBut(filler, dice.below(LEFT_BYTES_MAX))
    const end = performance.now() + FULL_MS_MAX
    const answered = () => (circle.answers.get(507) ?? 0) + (circle.answers.get(503) ?? 0)
    while (answered() < 3 && performance.now() < end && !server.hasEnded()) {
      await wait(FILLED_EVERY_MS)
      fillAllBut(filler, 0)
    }
    const wasFull = answered() > 0
    isOver = true
    rmSync(filler)
    await living
    report.count('answers 507', circle.answers.get(507) ?? 0)
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

/** Takes all room but so many bytes: a reservation fills a disk as writing does, and at once. */
function fillAllBut(file: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(path.dirname(file))
  const [from, length] = [existsSync(file) ? statSync(file).size : 0, bavail * bsize - bytes]
  if (length <= 0) return
  // Where the last blocks are needed for the reservation itself, it takes what it can.
  const { status, stderr } = spawnSync('fallocate', ['-o', `${from}`, '-l', `${length}`, file], { encoding: 'utf8' })
  if (status !== 0 && !stderr.includes('No space left')) throw new Error(`fallocate: ${stderr}`)
}
