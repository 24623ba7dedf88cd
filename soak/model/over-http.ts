import type { Command } from '#circle/circle.ts'
import { rodaPlan } from '#circle/plan.ts'
import type { Plan } from '#circle/plan.ts'
import type { CircleEvent } from '#circle/state.ts'
import { QUEUE_CHANGES } from '#circle/queue-changes.ts'
import { shortPlan, twoLevelPlan } from '#circle/testing/walk.ts'
import type { Draw } from '#contracts/entities/draw.ts'
import type { ErrorCode } from '#contracts/errors.ts'
import { loadState } from '#server/circle-store/load.ts'
import { circles } from '#server/tables/circles.ts'
import type { TestServer } from '#server/testing/postgres-server.ts'
import { NOON, SECRET } from '#server/testing/test-app.ts'
import { ensureWhole } from '../apps/ensure-whole.ts'
import { makeWorld, withTestServer } from '../apps/test-server.ts'
import type { App } from '../apps/test-server.ts'
import { Dice } from '../frame/dice.ts'
import { eachRound } from '../frame/each-round.ts'
import type { Part, Report } from '../frame/part.ts'
import { startServer } from '../installation/server.ts'
import type { Server } from '../installation/server.ts'
import type { Answer } from '../installation/client.ts'
import { requestOf } from './as-requests.ts'
import type { AsRequest } from './as-requests.ts'
import { Callers } from './callers.ts'
import { Cases } from './cases.ts'
import type { Appeal } from './cases.ts'
import { KINDS_OF_REQUESTS, randomCommand } from './commands.ts'
import { differenceOf, Names } from './compare.ts'
import { drawFirstOrder } from './first-order.ts'
import { NaiveCircle, nameOfPlace } from './naive-circle.ts'
import { signedRequests } from './signed-requests.ts'
import { usefulStep } from './useful-steps.ts'

const LENGTH = 300
const MEMBERS = 6
const MEMBERS_MAX = 12
const HOUR_MS = 3_600_000
/** So many steps at the end of a walk may bring everybody to zero. */
const ENDING_STEPS = 80
/** Plans whose levels are so short that a walk reaches the last one, and the administrative account. */
const SHORT = [shortPlan, shortPlan, twoLevelPlan] as const
/** And rodas, in which people live. */
const PLANS = [...SHORT, ...[2, 3, 5].map((months) => rodaPlan({ amountCents: 10_000, months }))] as const
/** The life of a roda beside paying. */
const LIFE = ['swap_turns', 'hand_over', 'pay_ahead', 'pause_month', 'approve_member'] as const
const CALM = ['swap_turns', 'pay_ahead', 'pause_month'] as const
/** Everything that walks are for: a run that met none of one proves less than it says. */
const REACHED = {
  last: 'commands with somebody in N3',
  account: 'donations confirmed by the administrative account',
  undone: 'queue changes undone',
  drawn: 'first orders drawn',
  appealed: 'appeals decided',
  swapped: 'places swapped',
  turnsSwapped: 'turns swapped by two people',
  handedOver: 'places handed over',
  shares: 'several places taken',
  rotation: 'rotations begun',
  paused: 'months left out',
  ahead: 'months paid ahead',
  part: 'parts sent',
  lost: 'phones lost and accounts opened again',
  closed: 'rodas closed',
} as const

/** A command of the rules, or what only people with accounts and servers with a clock do. */
type Step = Command | Appeal | { readonly kind: 'next_month' | 'lose_phone' | 'close' }

/**
 * Random commands as requests to two server processes on one PostgreSQL, each against the naive circle: done or refused, for
 * the same reason where the rules give one, and then the whole state as the tables have it. Two walks of three mostly do
 * what takes them further, and so through the last level to the administrative account.
 */
export const modelOverHttp: Part = {
  name: 'model-http',
  unit: 'commands',
  full: 100_000,
  small: LENGTH,
  reaches: { after: 20 * LENGTH, counts: Object.values(REACHED) },
  run: (course) =>
    withTestServer((server) =>
      eachRound(course, ({ dice }) => walkOverHttp(server, dice, course.report, LENGTH), { units: LENGTH }),
    ),
}

/** So much of a server's log tells why it answered 500. */
const SAID_MAX = 3_000

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
    const plan = dice.pick(PLANS)
    const app = await world.open({ plan })
    const { databaseUrl, ownerUrl } = world.addresses
    const settings = {
      DATABASE_URL: databaseUrl,
      MIGRATION_DATABASE_URL: ownerUrl,
      JWT_SECRET: SECRET,
      FILES: 'folder',
    }
    const { dataDir } = app.services.config
    for (const _ of [1, 2])
      servers.push(startServer(dataDir, { settings: { ...settings, CLOCK: new Date(NOON).toISOString() } }))
    const urls = await Promise.all(servers.map((one) => one.ready()))
    const pair = new Pair({ app, plan, urls, dice, report, path })
    await pair.begin()
    const temper = dice.below(6)
    const seldom = new Dice(temper, length)
    for (let step = 0; step < length; step += 1) {
      await pair.perform(rareStep(pair, seldom) ?? nextStep(pair, dice, temper))
      if (pair.naive.queue(3).length > 0) report.count(REACHED.last)
    }
    await pair.end(Math.min(length, ENDING_STEPS))
    await ensureWhole(app)
  } catch (error) {
    // Their last words may still be on their way.
    await Promise.all(servers.map((one) => one.stop()))
    const said = servers.map((one) => one.said().slice(-SAID_MAX)).join('\n')
    const last = path.slice(-12).join('\n')
    const all = `${(error as Error).message}\nafter ${path.length} commands, the last:\n${last}\n${said}`
    throw new Error(all, { cause: error })
  } finally {
    await Promise.all(servers.map((one) => one.stop()))
    await world.close()
  }
}

/** A phone is lost, or an end is tried too early. */
function rareStep({ naive }: Pair, dice: Dice): Step | null {
  if (dice.happens(0.01)) return { kind: 'lose_phone' }
  return dice.happens(0.01) && !naive.isEven() ? { kind: 'close' } : null
}

/** Commands that are rare among random ones have a share of their own. */
function nextStep(pair: Pair, dice: Dice, temper: number): Step {
  const { naive, cases } = pair
  const isWilling = temper < 4
  // Where nothing but life happens, rotations end, and others begin.
  if ((temper === 0 || temper === 5) && isRoda(naive)) {
    if (naive.isOver() && dice.happens(0.5)) return { kind: 'begin_rotation' }
    return dice.happens(0.1) ? nextCommand(pair, dice, CALM) : usefulStep(naive, monthOf(pair.now), dice)
  }
  if (dice.happens(naive.before === null ? 0.02 : 0.2)) return undoing
  if (dice.happens(0.04)) {
    const [place, other] = [0, 1].map(() => (naive.queue(1).length > 0 ? dice.pick(naive.queue(1)) : null))
    const swap =
      place && other && ({ kind: 'swap', entryId: nameOfPlace(place), otherEntryId: nameOfPlace(other) } as const)
    if (swap && canBeAsked(swap, pair)) return swap
  }
  if (isRoda(naive)) {
    if (naive.isOver() && dice.happens(0.3)) return { kind: 'begin_rotation' }
    if (dice.happens(0.15)) return nextCommand(pair, dice, LIFE)
  }
  const ofCase = dice.happens(0.08) ? cases.nextStep(naive, dice) : null
  if (ofCase) return ofCase
  if (isWilling && dice.happens(0.85)) return usefulStep(naive, monthOf(pair.now), dice)
  return nextCommand(pair, dice)
}

/** Stands for the last change of a queue, whichever that is: the journal of the servers names it. */
const undoing: Command = {
  kind: 'undo',
  seq: 0,
  inverse: { level: 1, places: [], drop: [], restore: [], reentry: [] },
}

// São Paulo has been three hours behind UTC, summer and winter, since 2019.
const monthOf = (at: number) => new Date(at - 3 * HOUR_MS).toISOString().slice(0, 7)

/** The commands that a request makes, and that a member with an account gives. */
function nextCommand(pair: Pair, dice: Dice, kinds: Parameters<typeof randomCommand>[3] = KINDS_OF_REQUESTS): Command {
  const { naive } = pair
  for (;;) {
    const given = randomCommand(naive, dice, PLANS, kinds)
    // Ledgers from before hold another kind of rejection; the server gives only this one.
    const command = asGivenToday(given)
    if (command.kind === 'approve_member' && naive.members.length >= MEMBERS_MAX) continue
    // An appeal comes first, and the case that it is about.
    if (command.kind === 'decide_appeal') continue
    if (command.kind === 'generate_pull') return { kind: 'generate_pull' }
    if (canBeAsked(command, pair)) return command
  }
}

function asGivenToday(given: Command): Command {
  if (given.kind === 'reject_receipt') return { ...given, stays: true }
  return given.kind === 'depart_member' ? { ...given, how: 'suspended' } : given
}

/** Whether a call asks for a command, and its member may still ask. */
function canBeAsked(
  command: Command,
  { naive, withoutConsent, gone }: Pick<Pair, 'naive' | 'withoutConsent' | 'gone'>,
): boolean {
  // Ids that name nothing are asked for by the part `http`.
  if (/"[dr]0"/.test(JSON.stringify(command))) return false
  // The server alone refuses these: somebody who has not accepted the terms takes no debt and no place on.
  if (command.kind === 'pay_ahead' && withoutConsent.has(command.memberId)) return false
  if (command.kind === 'hand_over' && (withoutConsent.has(command.newcomerId) || gone.has(command.newcomerId)))
    return false
  // The account of somebody who left is closed by the same call; the circle stays as it is.
  if (
    command.kind === 'depart_member' &&
    naive.members.some(({ name, status }) => name === command.memberId && status === 'left')
  )
    return false
  // Members are swapped by their names, which tell no second place.
  if (command.kind === 'swap' && naive.members.some(({ name, shares }) => shares > 1 && isIn(command, name)))
    return false
  const actor = actorOf(command)
  if (actor !== null && naive.members.find(({ name }) => name === actor)?.status !== 'approved') return false
  return command.kind === 'expire' || (signedRequests(command) ?? requestOf(command, new Names())) !== null
}

const isIn = (command: Command, name: string) => JSON.stringify(command).includes(name)

const isRoda = ({ plan }: NaiveCircle) => !(SHORT as readonly Plan[]).includes(plan)

/** The member who gives a command; null where the administration does. */
export function actorOf(command: Command): string | null {
  if (command.kind === 'confirm') return command.by === 'administration' ? null : command.by.memberId
  const isTheirs =
    command.kind === 'send_receipt' ||
    command.kind === 'reject_receipt' ||
    command.kind === 'report' ||
    command.kind === 'pay_ahead' ||
    command.kind === 'take_shares' ||
    command.kind === 'hand_over' ||
    command.kind === 'accept_upgrade'
  return isTheirs ? command.memberId : command.kind === 'swap_turns' ? command.otherId : null
}

/** Two servers and the naive circle side by side. `perform` throws where they differ. */
class Pair {
  readonly naive: NaiveCircle
  readonly cases = new Cases()
  /** The people who have not accepted the terms of the rotation that runs. */
  readonly withoutConsent = new Set<string>()
  /** Those who handed their place over: what of their debts went along with it, the tables alone tell. */
  readonly gone = new Set<string>()
  now = NOON
  /** Everybody who ever owed something: they take no place over. */
  private readonly owed = new Set<string>()
  private readonly names = new Names()
  private readonly app: App
  private readonly callers: Callers
  private readonly dice: Dice
  private readonly report: Pick<Report, 'count'>
  private readonly path: string[]
  private seq = 0

  constructor(given: {
    app: App
    plan: Plan
    urls: readonly string[]
    dice: Dice
    report: Pick<Report, 'count'>
    path: string[]
  }) {
    const { app, plan, urls, dice, report, path } = given
    this.app = app
    this.callers = new Callers(urls, dice)
    this.dice = dice
    this.report = report
    this.path = path
    this.naive = new NaiveCircle('demonstracao', plan, monthOf)
  }

  /** Members and their places, the draw of their first order or none, and the first contributions. */
  async begin(): Promise<void> {
    for (let n = 1; n <= MEMBERS; n += 1) {
      await this.perform({ kind: 'approve_member', memberId: 'new' })
      const memberId = this.naive.members.at(-1)!.name
      await this.perform({ kind: 'place', memberId, level: 1, position: n, isReceiver: false })
    }
    await this.arrange()
    if (this.dice.happens(0.6) && (await drawFirstOrder(this, this.dice))) this.report.count(REACHED.drawn)
    if (isRoda(this.naive) && this.dice.happens(0.4)) await this.takeShares()
    await this.perform({ kind: 'generate_pull' })
  }

  async perform(step: Step): Promise<void> {
    this.path.push(JSON.stringify(step))
    switch (step.kind) {
      case 'expire':
        return await this.pass(this.dice.happens(0.4) ? this.dice.below(800) : this.dice.below(48))
      case 'next_month':
        return await this.pass(hoursToNextMonth(this.now))
      case 'lose_phone':
        return await this.losePhone()
      case 'close':
        return await this.close()
      case 'appeal':
        return await this.appeal(step)
      case 'undo':
        return await this.undo()
      default:
        return this.isTied(step) ? undefined : await this.command(step)
    }
  }

  /**
   * Whether two turns that a member completed began in one millisecond, as only a clock that stands has it: their ids decide which is
   * used, and those of two processes say nothing of which came first.
   */
  private isTied(command: Command): boolean {
    if (command.kind !== 'accept_upgrade') return false
    const { memberId, fromLevel } = command
    const own = this.naive.turns.filter((turn) => turn.complete && turn.member === memberId && turn.level === fromLevel)
    return new Set(own.map(({ since }) => since)).size < own.length
  }

  ask(memberId: string | null, request: AsRequest): Promise<Answer> {
    return this.callers.ask(memberId, request)
  }

  /** Time stands but for here: the jobs of both processes do what is due. */
  async pass(hours: number, settle = async () => {}): Promise<void> {
    this.now += hours * HOUR_MS
    await this.callers.moveClocks(this.now)
    this.naive.perform({ kind: 'expire', late: true }, this.now)
    await settle()
    await this.compare()
  }

  /** The queue is arranged by hand, and now and then what was done is undone. */
  async arrange(): Promise<void> {
    for (let count = this.dice.below(3); count > 0; count -= 1) {
      let command = nextCommand(this, this.dice)
      while (!isQueueChange(command)) command = nextCommand(this, this.dice)
      await this.perform(command)
      if (this.dice.happens(0.5)) await this.perform(undoing)
    }
  }

  private async takeShares(): Promise<void> {
    for (const { name: memberId, status } of this.naive.members)
      if (status === 'approved' && this.dice.happens(0.3))
        await this.perform({ kind: 'take_shares', memberId, shares: this.dice.between(1, 3) })
  }

  async pull(): Promise<void> {
    await this.perform({ kind: 'generate_pull' })
  }

  async drawn({ id: drawId, order }: Draw): Promise<void> {
    const verdict = this.naive.perform({ kind: 'apply_draw', drawId, memberIds: order! }, this.now)
    if (!verdict.ok) throw new Error(`The order was drawn, and the naive circle says ${verdict.code}`)
    await this.compare()
  }

  private async command(given: Command): Promise<void> {
    const isNew = given.kind === 'approve_member' && !this.naive.members.some(({ name }) => name === given.memberId)
    const command = isNew ? { ...given, memberId: await this.callers.register() } : this.asServerSays(given)
    const early = this.refusalOfServer(command)
    const { request, answer } = await this.askAll(command)
    if (early !== null && answer.body?.code === early) return
    const verdict = this.naive.perform(command, this.now)
    this.judge(request, answer, verdict.ok ? early : verdict.code)
    if (verdict.ok) {
      this.countReached(command)
      if (command.kind === 'decide_appeal') this.cases.decided(command.reportId)
      if (command.kind === 'hand_over') this.gone.add(command.memberId)
      if (command.kind === 'begin_rotation') await this.askConsent()
    }
    await this.compare()
  }

  /** Every request that a command takes, up to the one that is refused. */
  private async askAll(command: Command): Promise<{ request: AsRequest; answer: Answer }> {
    const steps = signedRequests(command) ?? [{ as: actorOf(command), request: requestOf(command, this.names)! }]
    for (const { as, request } of steps) {
      const answer = await this.ask(as, request)
      if (answer.status >= 300 || request === steps.at(-1)!.request) return { request, answer }
    }
    throw new Error('A command without a request')
  }

  /** The asking passes over who has not accepted the terms. */
  private asServerSays(command: Command): Command {
    return command.kind === 'generate_pull' ? { ...command, withoutConsent: [...this.withoutConsent] } : command
  }

  /** The server’s own refusal, of which the rules do not know; null: nothing stands against it. */
  private refusalOfServer(command: Command): ErrorCode | null {
    switch (command.kind) {
      case 'decide_appeal':
        return this.cases.refusalOfDecision(command.reportId)
      case 'hand_over':
        return this.owed.has(command.newcomerId) ? 'substitute.not_new' : null
      case 'begin_rotation':
        return this.cases.mayChange(this.now) ? 'circle.case_recent' : null
      default:
        return null
    }
  }

  /** Some accept the terms of another rotation, and some do not. */
  private async askConsent(): Promise<void> {
    const { body } = await this.ask(null, { call: 'GET /circle' })
    const { terms_version } = body as { terms_version: string }
    for (const { name, status } of this.naive.members) {
      this.withoutConsent.add(name)
      if (status !== 'approved' || this.dice.happens(0.1)) continue
      const { status: answered } = await this.ask(name, { call: 'POST /me/terms', body: { terms_version } })
      if (answered !== 200) throw new Error(`The terms of a rotation are refused: ${answered}`)
      this.withoutConsent.delete(name)
    }
  }

  private countReached(command: Command): void {
    const reached: Partial<Record<Command['kind'], string>> = {
      swap: REACHED.swapped,
      swap_turns: REACHED.turnsSwapped,
      hand_over: REACHED.handedOver,
      pause_month: REACHED.paused,
      pay_ahead: REACHED.ahead,
      begin_rotation: REACHED.rotation,
      decide_appeal: REACHED.appealed,
    }
    const what = reached[command.kind]
    if (what !== undefined) this.report.count(what)
    if (command.kind === 'take_shares' && command.shares > 1) this.report.count(REACHED.shares)
    if (command.kind === 'confirm' && command.by === 'administration') this.report.count(REACHED.account)
    if (command.kind === 'send_receipt' && command.cents) this.report.count(REACHED.part)
  }

  /** Everything that a walk left open is paid, as far as it goes; where everybody is at zero the circle is closed, and stays as it is. */
  async end(most: number): Promise<void> {
    for (let steps = 0; isRoda(this.naive) && steps < most && !this.naive.isEven(); steps += 1)
      await this.perform(usefulStep(this.naive, monthOf(this.now), this.dice))
    if (this.naive.isEven() && this.cases.mayChange(this.now)) await this.pass(15 * 24)
    await this.perform({ kind: 'close' })
    if (!this.naive.isEven()) return
    for (const call of ['POST /admin/circle/rotation', 'POST /donations/admin/generate-monthly-pull'])
      ensureRefused({ call }, await this.ask(null, { call, body: {} }), 'circle.closed')
    await this.pass(hoursToNextMonth(this.now))
  }

  private async close(): Promise<void> {
    const [circle] = await this.app.services.db.select().from(circles)
    const request = { call: 'POST /admin/circle/close', body: { confirmation: circle!.name } }
    const answer = await this.ask(null, request)
    const recent = this.cases.mayChange(this.now) ? 'circle.case_recent' : null
    const refusal = this.naive.isEven() ? recent : 'circle.not_over'
    if (refusal !== null) return ensureRefused(request, answer, refusal)
    this.judge(request, answer, null)
    this.report.count(REACHED.closed)
    await this.compare()
  }

  /** Nothing of the circle changes by it, whatever others do meanwhile. */
  private async losePhone(): Promise<void> {
    const memberId = this.dice.pick(this.naive.members).name
    if (this.naive.members.find(({ name }) => name === memberId)!.status !== 'approved') return
    await this.callers.losesPhone(memberId, () => this.perform({ kind: 'generate_pull' }))
    this.report.count(REACHED.lost)
    await this.compare()
  }

  private async appeal(appeal: Appeal): Promise<void> {
    const call = `POST /reports/${encodeURIComponent(this.names.idOf(appeal.reportId))}/appeal`
    const request = { call, body: { reason: 'No ensaio, outra vez.' } }
    const refusal = this.cases.refusalOf(appeal, this.now)
    const answer = await this.ask(appeal.memberId, request)
    if (refusal !== null) return ensureRefused(request, answer, refusal)
    this.judge(request, answer, null)
    this.cases.appealed(appeal)
    await this.compare()
  }

  /** The journal says which change was the last, and whether something rests on it; so does the naive circle. */
  private async undo(): Promise<void> {
    const { body: journal } = await this.ask(null, { call: 'GET /queue/changes?limit=1' })
    const last = journal.data[0] as { seq: number; can_undo: boolean; why_not: string | null } | undefined
    const can = this.naive.before !== null
    if ((last?.can_undo === true) !== can)
      throw new Error(`The last change can ${can ? '' : 'not '}be undone, says only the naive circle: ${last?.why_not}`)
    const request = { call: 'POST /queue/changes/undo', body: { seq: last?.seq ?? 1 } }
    const answer = await this.ask(null, request)
    if (!can) {
      if (answer.status !== 409) throw new Error(`Undoing what cannot be undone is answered ${answer.status}`)
      this.report.count('undoings refused, since something rests on the change')
      return await this.compare()
    }
    const verdict = this.naive.perform(undoing, this.now)
    this.judge(request, answer, verdict.ok ? null : verdict.code)
    await this.compare()
    if (!verdict.ok) return
    this.report.count(REACHED.undone)
    ensureRefused(request, await this.ask(null, request), 'queue.undo_done')
    await this.compare()
  }

  /** Done where it has to be and refused where not; for the same reason, where the rules and not the server gave one before. */
  private judge({ call }: AsRequest, { status, body }: Answer, refusal: string | null): void {
    const isDone = status < 300
    if (status >= 500 || isDone !== (refusal === null))
      throw new Error(`${call} answers ${status} ${JSON.stringify(body)}, the naive circle ${refusal ?? 'does it'}`)
    if (isDone) this.report.count('commands accepted')
    else if (body?.code === refusal) this.report.count('commands refused for the same reason')
    else this.report.count(`refused with ${body?.code} where the rules say ${refusal}`)
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
    this.cases.follow(this.naive, this.now)
    for (const { member } of this.naive.debts) this.owed.add(member)
    const [circle] = await db.select().from(circles)
    const state = await db.transaction((tx) => loadState(tx, circle!))
    const difference = differenceOf(state, this.naive, this.names)
    if (difference !== null) throw new Error(difference)
  }
}

/** For what the servers alone know: there is one reason, and no other is right. */
function ensureRefused({ call }: AsRequest, { status, body }: Answer, code: string): void {
  if (body?.code !== code) throw new Error(`${call} answers ${status} ${JSON.stringify(body)} instead of ${code}`)
}

const isQueueChange = ({ kind }: Command) => (QUEUE_CHANGES as readonly string[]).includes(kind)

/** To noon of the second day of the next month. */
function hoursToNextMonth(now: number): number {
  const at = new Date(now)
  const next = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 2, 12)
  return Math.ceil((next - now) / HOUR_MS)
}
