import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { quickFolder } from '#server/testing/quick-folder.ts'
import type { Dice } from '../frame/dice.ts'
import { eachRound } from '../frame/each-round.ts'
import type { Course, Report } from '../frame/part.ts'
import { CircleOfPeople, RARE, UPLOADS } from './circle-of-people.ts'
import { inspect } from './inspect.ts'
import { startServer } from './server.ts'
import type { Server, StartOptions, Target } from './server.ts'

/** The instant at which every installation of a soak begins. */
export const BEGINS = Date.UTC(2026, 0, 10, 15)
const PEOPLE = 8
/** An installation is given up after so many ends: its ledger grows, and a fresh one is another story. */
const ENDS_OF_ONE = 40

/** The moments of an end, in turn: every second one is in the middle of everything that people do. */
const MOMENTS = ['load', 'start', 'load', 'upload', 'load', 'first start', 'rare', 'shutdown'] as const
type Moment = (typeof MOMENTS)[number]
/** The things that people do meanwhile: all, those that write pictures, or those that come seldom. */
const VERBS_AT = { load: {}, upload: { only: UPLOADS }, rare: { only: RARE } } as const

/** A place for data folders, and the way in which processes end there. */
export type Place = {
  readonly folder: string
  /** True when nothing that is answered from the end on ever reached anybody: the power went. */
  readonly isSilent?: boolean
  /** Ends the server, the engine, or both as the place does it; a place that ends everything may ignore the target. */
  end(server: Server, target: Target): Promise<void>
  remove(): Promise<void>
}

/** Processes are killed; every byte they wrote is still in the kernel, and stays. */
export async function killedPlace(): Promise<Place> {
  const folder = mkdtempSync(path.join(quickFolder(), 'ciranda-soak-'))
  return {
    folder,
    end: (server, target) => server.kill(target),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

export type LifeOptions = {
  readonly makePlace: () => Promise<Place>
  readonly start?: StartOptions
  /** Done in the data folder before people act. */
  readonly prepare?: (folder: string) => void
  /** Under load it ends once something was acknowledged since `prepare`, and no earlier: on a slow machine that may take a while. */
  readonly awaitsWrite?: boolean
}

/**
 * Round after round a real server with its PostgreSQL is ended while people act, while it starts for the first time or
 * again, and while it ends; then it is started again, and has to have kept everything it acknowledged. The folder is
 * kept from round to round: each begins where the last one was recovered.
 */
export async function endAgainAndAgain(course: Course, options: LifeOptions): Promise<void> {
  const life = new Life(course.report, options)
  try {
    await eachRound(course, async ({ index, dice }) => {
      const moment = MOMENTS[index % MOMENTS.length]!
      try {
        if (moment === 'first start') await endFirstStart(dice, course.report, options)
        else await life.end(moment, dice)
        course.report.count(`at ${moment}`)
      } catch (error) {
        await life.giveUp()
        throw new Error(`${moment}: ${(error as Error).message}`, { cause: error })
      }
    })
  } finally {
    await life.giveUp()
  }
}

/** Only ends what hangs: a failure of those who act is told once they end. */
const ACKNOWLEDGED_WITHIN_MS = 30_000

const TARGETS: readonly Target[] = ['server', 'engine', 'both']

/** After a start something is not as it was promised; anything else that is thrown is a fault of the soak itself. */
export class BrokenPromise extends Error {}

/** One installation that is ended again and again. */
export class Life {
  private readonly report: Report
  private readonly options: LifeOptions
  private place: Place | null = null
  private server: Server | null = null
  private circle = new CircleOfPeople(BEGINS)
  private ends = 0

  constructor(report: Report, options: LifeOptions) {
    this.report = report
    this.options = options
  }

  async end(moment: Exclude<Moment, 'first start'>, dice: Dice): Promise<void> {
    if (this.ends >= ENDS_OF_ONE) await this.giveUp()
    const server = await this.running(dice)
    this.ends += 1
    if (moment === 'start') await this.endStart(dice)
    else if (moment === 'shutdown') await this.endShutdown(server, dice)
    else await this.endUnderLoad(server, moment, dice)
    await this.inspectAgain().catch((error: Error) => {
      throw new BrokenPromise(error.message, { cause: error })
    })
  }

  /** Kills what is there, and removes its folder. */
  async giveUp(): Promise<void> {
    await this.server?.kill('both')
    await this.place?.remove()
    this.server = null
    this.place = null
    this.ends = 0
  }

  private async running(dice: Dice): Promise<Server> {
    if (this.server !== null) return this.server
    this.place = await this.options.makePlace()
    this.circle = new CircleOfPeople(BEGINS)
    this.server = this.start()
    await this.circle.begin(await this.server.ready(), PEOPLE, dice)
    return this.server
  }

  private start(): Server {
    return startAt(this.place!, this.circle.now, this.options.start)
  }

  private async endUnderLoad(server: Server, moment: keyof typeof VERBS_AT, dice: Dice): Promise<void> {
    const target = dice.pick(TARGETS)
    this.options.prepare?.(this.place!.folder)
    const before = this.circle.acknowledged
    const living = this.live(dice, moment)
    await wait(dice.between(50, 1_500))
    const end = performance.now() + (this.options.awaitsWrite ? ACKNOWLEDGED_WITHIN_MS : 0)
    while (this.circle.acknowledged === before && performance.now() < end) await wait(10)
    this.circle.isDeaf = this.place!.isSilent === true
    await this.place!.end(server, target)
    await living.end()
  }

  private async endShutdown(server: Server, dice: Dice): Promise<void> {
    const living = this.live(dice, 'load')
    await wait(dice.between(50, 500))
    server.signal('SIGTERM')
    await wait(dice.between(0, 400))
    this.circle.isDeaf = this.place!.isSilent === true
    await this.place!.end(server, dice.pick(['server', 'both']))
    await living.end()
  }

  /** Ended, and ended again in the middle of the start after that. */
  private async endStart(dice: Dice): Promise<void> {
    await this.place!.end(this.server!, dice.pick(['server', 'both']))
    this.server = this.start()
    await wait(dice.between(50, 2_500))
    await this.place!.end(this.server, dice.pick(['server', 'both']))
  }

  private live(dice: Dice, moment: keyof typeof VERBS_AT): { end(): Promise<void> } {
    let isOver = false
    const living = this.circle.live(() => isOver, dice, VERBS_AT[moment])
    // A failure before `end` is told by it.
    living.catch(() => undefined)
    return {
      end: async () => {
        isOver = true
        await living
      },
    }
  }

  private async inspectAgain(): Promise<void> {
    const began = performance.now()
    if (this.server!.hasEnded()) this.server = this.start()
    const url = await this.server!.ready()
    await untilHealthy(url)
    this.report.most('ms until it answers again', performance.now() - began)
    this.report.count('acknowledged effects looked for', this.circle.facts.length)
    this.circle.isDeaf = false
    await inspect(this.circle, url, this.place!.folder)
    this.report.count('acknowledged writes', this.circle.acknowledged)
    this.report.count('unanswered writes', this.circle.unanswered)
    this.circle.acknowledged = 0
    this.circle.unanswered = 0
  }
}

function startAt({ folder }: Place, now: number, { settings, ...options }: StartOptions = {}): Server {
  return startServer(folder, { ...options, settings: { CLOCK: new Date(now).toISOString(), ...settings } })
}

/** A lost engine is started again by the server, which says meanwhile that it cannot answer. */
export async function untilHealthy(url: string): Promise<void> {
  const end = performance.now() + 30_000
  while (performance.now() < end) {
    const answer = await fetch(`${url}/api/health`).catch(() => null)
    if (answer?.status === 200) return
    await wait(20)
  }
  throw new Error('It was not healthy again within 30 s.')
}

/**
 * A first start on an empty folder, ended anywhere, perhaps twice; the next one makes all of it, and prints logins
 * that work.
 */
async function endFirstStart(dice: Dice, report: Report, { makePlace, start }: LifeOptions): Promise<void> {
  const place = await makePlace()
  const { folder } = place
  const settings = { SEED: 'demo', ADMIN_PASSWORD: '' }
  let server: Server | null = null
  let said = ''
  try {
    for (let kill = dice.between(1, 2); kill > 0; kill -= 1) {
      server = startAt(place, BEGINS, { ...start, settings })
      await wait(dice.between(100, 6_000))
      await place.end(server, dice.pick(['server', 'both']))
      said += server.said()
    }
    server = startAt(place, BEGINS, { ...start, settings })
    const url = await server.ready()
    await wait(50)
    said += server.said()
    const printed = [...said.matchAll(/^ {2}.+?: (\S+@\S+) {2}senha: (\S+)$/gm)].map(([, email, password]) => ({
      email: email!,
      password: password!,
    }))
    const administrators = printed.filter(({ email }) => email.startsWith('admin@'))
    if (administrators.length === 0) throw new Error(`No login of an administrator was printed: ${said}`)
    const circle = new CircleOfPeople(BEGINS)
    circle.administrator.passwords = administrators.map(({ password }) => password)
    report.count('first starts completed')
    await inspect(circle, url, folder)
    const { body } = await circle.as(circle.administrator, 'GET /users?limit=100')
    const people = (body.items ?? body.data ?? body) as unknown[]
    if (people.length < 14) throw new Error(`The demonstration has ${people.length} people.`)
  } finally {
    await server?.kill('both')
    await place.remove()
  }
}
