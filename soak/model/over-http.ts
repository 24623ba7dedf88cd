import type { Command } from '#circle/circle.ts'
import type { CircleEvent } from '#circle/state.ts'
import { shortPlan, twoLevelPlan } from '#circle/testing/walk.ts'
import { loadState } from '#server/circle-store/load.ts'
import { circles } from '#server/tables/circles.ts'
import type { TestServer } from '#server/testing/postgres-server.ts'
import { NOON, SECRET } from '#server/testing/test-app.ts'
import { ensureWhole } from '../apps/ensure-whole.ts'
import { makeWorld, withTestServer } from '../apps/test-server.ts'
import type { App } from '../apps/test-server.ts'
import type { Dice } from '../frame/dice.ts'
import { eachRound } from '../frame/each-round.ts'
import type { Part, Report } from '../frame/part.ts'
import { startServer } from '../installation/server.ts'
import type { Server } from '../installation/server.ts'
import { requestOf } from './as-requests.ts'
import { Callers } from './callers.ts'
import { randomCommand } from './commands.ts'
import { differenceOf, Names } from './compare.ts'
import { NaiveCircle } from './naive-circle.ts'

const LENGTH = 300
const MEMBERS = 6
const MEMBERS_MAX = 12
const HOUR_MS = 3_600_000
/** Plans whose levels are so short that a walk reaches the last one, and the administrative account. */
const PLANS = [shortPlan, shortPlan, twoLevelPlan] as const

/**
 * Random commands as requests to two server processes on one PostgreSQL, each against the naive circle: done or refused, for
 * the same reason where the rules give one, and then the whole state as the tables have it.
 */
export const modelOverHttp: Part = {
  name: 'model-http',
  unit: 'commands',
  full: 100_000,
  small: LENGTH,
  run: (course) =>
    withTestServer((server) =>
      eachRound(course, ({ dice }) => walkOverHttp(server, dice, course.report, LENGTH), { units: LENGTH }),
    ),
}

/** One walk of so many commands; throws where the servers and the naive circle differ. */
export async function walkOverHttp(
  server: TestServer,
  dice: Dice,
  report: Pick<Report, 'count'>,
  length: number,
): Promise<void> {
  const world = await makeWorld(server, { empty: true })
  const servers: Server[] = []
  const path: string[] = []
  try {
    const app = await world.open({ plan: dice.pick(PLANS) })
    const { databaseUrl, ownerUrl } = world.addresses
    const settings = { DATABASE_URL: databaseUrl, MIGRATION_DATABASE_URL: ownerUrl, JWT_SECRET: SECRET }
    const { dataDir } = app.services.config
    for (const _ of [1, 2])
      servers.push(startServer(dataDir, { settings: { ...settings, CLOCK: new Date(NOON).toISOString() } }))
    const pair = await Pair.begin(app, await Promise.all(servers.map((one) => one.ready())), dice)
    for (let step = 0; step < length; step += 1) {
      const command = nextCommand(pair.naive, dice)
      path.push(JSON.stringify(command))
      await pair.perform(command)
      if (pair.naive.queue(3).length > 0) report.count('commands with somebody in N3')
      if (pair.naive.donations.some(({ receiver }) => receiver === null))
        report.count('commands with a donation to the administrative account')
    }
    report.count('commands accepted', pair.accepted)
    report.count('commands refused for the same reason', pair.sameReason)
    for (const [codes, count] of pair.otherReasons) report.count(codes, count)
    await ensureWhole(app)
  } catch (error) {
    const all = `${(error as Error).message}\nafter ${path.length} commands, the last:\n${path.slice(-12).join('\n')}`
    throw new Error(all, { cause: error })
  } finally {
    await Promise.all(servers.map((one) => one.stop()))
    await world.close()
  }
}

/** The commands that a request makes, and that a member with an account gives. */
function nextCommand(naive: NaiveCircle, dice: Dice): Command {
  for (;;) {
    const given = randomCommand(naive, dice, PLANS)
    // Ledgers from before hold another kind of rejection; the server gives only this one.
    const command: Command = given.kind === 'reject_receipt' ? { ...given, stays: true } : given
    if (command.kind === 'approve_member' && naive.members.length >= MEMBERS_MAX) continue
    if (command.kind === 'generate_pull') return { kind: 'generate_pull' }
    if (command.kind === 'depart_member') return { ...command, how: 'suspended' }
    // Ids that name nothing are asked for by the part `http`.
    if (/"[dr]0"/.test(JSON.stringify(command))) continue
    const actor = actorOf(command)
    const isOut = actor !== null && naive.members.find(({ name }) => name === actor)?.status !== 'approved'
    if (!isOut && (command.kind === 'expire' || requestOf(command, new Names()) !== null)) return command
  }
}

/** The member who gives a command; null where the administration does. */
export function actorOf(command: Command): string | null {
  if (command.kind === 'confirm') return command.by === 'administration' ? null : command.by.memberId
  const isTheirs =
    command.kind === 'send_receipt' ||
    command.kind === 'reject_receipt' ||
    command.kind === 'report' ||
    command.kind === 'accept_upgrade'
  return isTheirs ? command.memberId : null
}

/** Two servers and the naive circle side by side. `perform` throws where they differ. */
class Pair {
  readonly naive: NaiveCircle
  accepted = 0
  sameReason = 0
  readonly otherReasons = new Map<string, number>()
  private readonly names = new Names()
  private readonly app: App
  private readonly callers: Callers
  private readonly dice: Dice
  private seq = 0
  private now = NOON

  private constructor(app: App, naive: NaiveCircle, callers: Callers, dice: Dice) {
    this.app = app
    this.callers = callers
    this.dice = dice
    this.naive = naive
  }

  static async begin(app: App, urls: readonly string[], dice: Dice): Promise<Pair> {
    const [circle] = await app.services.db.select().from(circles)
    const naive = new NaiveCircle(circle!.mode, circle!.plan, (at) =>
      // São Paulo has been three hours behind UTC, summer and winter, since 2019.
      new Date(at - 3 * HOUR_MS).toISOString().slice(0, 7),
    )
    const pair = new Pair(app, naive, new Callers(urls, dice), dice)
    for (let n = 1; n <= MEMBERS; n += 1) {
      await pair.perform({ kind: 'approve_member', memberId: 'new' })
      const memberId = naive.members.at(-1)!.name
      await pair.perform({ kind: 'place', memberId, level: 1, position: n, isReceiver: false })
    }
    await pair.perform({ kind: 'generate_pull' })
    return pair
  }

  async perform(given: Command): Promise<void> {
    const isNew = given.kind === 'approve_member' && !this.naive.members.some(({ name }) => name === given.memberId)
    const command = isNew ? { ...given, memberId: await this.callers.register() } : given
    if (command.kind === 'expire') await this.passTime()
    else await this.ask(command)
    await this.compare()
  }

  /** Time stands but for here: the jobs of both processes expire what is due. */
  private async passTime(): Promise<void> {
    this.now += this.dice.happens(0.4) ? this.dice.below(800) * HOUR_MS : this.dice.below(48) * HOUR_MS
    await this.callers.moveClocks(this.now)
    this.naive.perform({ kind: 'expire' }, this.now)
  }

  private async ask(command: Command): Promise<void> {
    const request = requestOf(command, this.names)!
    const { status, body } = await this.callers.ask(actorOf(command), request)
    const verdict = this.naive.perform(command, this.now)
    const code = status < 300 ? 'done' : String(body?.code)
    if (status >= 500 || verdict.ok !== status < 300)
      throw new Error(
        `${request.call} answers ${status} ${JSON.stringify(body)}, the naive circle ${JSON.stringify(verdict)}`,
      )
    if (verdict.ok) this.accepted += 1
    else if (verdict.code === code) this.sameReason += 1
    else {
      const what = `refused with ${code} where the rules say ${verdict.code}`
      this.otherReasons.set(what, (this.otherReasons.get(what) ?? 0) + 1)
    }
  }

  private async compare(): Promise<void> {
    const { db, database } = this.app.services
    const { rows } = await database.db.execute<{ seq: string; kind: string; payload: object }>(
      `select seq, kind, payload from ledger where seq > ${this.seq} order by seq`,
    )
    for (const { seq, kind, payload } of rows) {
      this.seq = Number(seq)
      this.names.note({ ...payload, kind } as CircleEvent)
    }
    const [circle] = await db.select().from(circles)
    const state = await db.transaction((tx) => loadState(tx, circle!))
    const difference = differenceOf(state, this.naive, this.names)
    if (difference !== null) throw new Error(difference)
  }
}
