import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Removal } from '../frame/control.ts'
import { Dice } from '../frame/dice.ts'
import { eachRound } from '../frame/each-round.ts'
import type { Part, Report } from '../frame/part.ts'
import { buildChecker, check } from './checker.ts'
import { withLie } from './history.ts'
import type { Called, CallKind } from './history.ts'
import { LIST, Site } from './site.ts'
import type { Donation } from './site.ts'
import type { Answer } from '../installation/client.ts'
import type { AsRequest } from '../model/as-requests.ts'

const CLIENTS = 10
const TRIES_MAX = 20
const ENDED = ['done', 'donation.already_confirmed']
const SHOWN_MS_MAX = 60_000
const LENGTH = 500
/** The harm of a round; each second one has none, and its history is the densest. */
const HARMS = ['server', 'postgres', 'server', 'machine', 'server', 'restart', 'server', 'pause'] as const
const LETTERS: Readonly<Record<string, string>> = { PENDING_PAYMENT: 'a', PENDING_CONFIRMATION: 's', CONFIRMED: 'c' }
const REACHED = { done: 'commands done', refused: 'commands refused', lies: 'lies found' } as const

const removals: readonly Removal[] = [
  {
    what: 'a state from the cache is of the head that the circle’s row has',
    file: 'server/circle-store/read-circle.ts',
    from: '  return known?.seq === seq && known.headHash === headHash ? known : null\n',
    // Only later than the founding, which would not get to its end.
    to: '  return known && (known.seq >= 100 || (known.seq === seq && known.headHash === headHash)) ? known : null\n',
  },
  {
    what: 'what is on its way is read, and not what was read a moment ago',
    file: 'server/donations/routes.ts',
    from: "  'GET /donations/to-receive': (context) => listToReceive(context),\n",
    to: `  'GET /donations/to-receive': async (context) => {
    const kept = ((globalThis as any).kept ??= new Map())
    const known = kept.get(context.actor.id)
    if (known && performance.now() - known.at < 500) return known.list
    const list = await listToReceive(context)
    kept.set(context.actor.id, { at: performance.now(), list })
    return list
  },
`,
  },
]

/**
 * Ten clients send, reject, confirm and read the donations of one month, through two processes, while one of them is killed or
 * the primary of PostgreSQL is lost. Porcupine is asked whether the circle did one thing after another, each between its
 * invocation and its answer: strict serializability. A command whose answer nobody got may have been done, or be done later.
 */
export const serial: Part = {
  name: 'serial',
  unit: 'commands',
  full: 100_000,
  small: 0,
  reaches: { after: 4 * LENGTH, counts: Object.values(REACHED) },
  control: { removals, dose: 4 * LENGTH },
  async run(course) {
    buildChecker()
    const site = await Site.open(new Dice(course.seed, course.from))
    try {
      await eachRound(course, ({ index, dice }) => round(site, index / LENGTH, dice, course.report), { units: LENGTH })
    } finally {
      await site.close()
    }
  },
}

async function round(site: Site, number: number, dice: Dice, report: Report): Promise<void> {
  const donations = await site.nextMonth()
  const month = new Month(site, donations, dice)
  const how = number % 2 === 0 ? null : HARMS[((number - 1) / 2) % HARMS.length]!
  const harming = how === null ? Promise.resolve() : wait(dice.between(200, 3_000)).then(() => site.harm(how, dice))
  const ends = await Promise.allSettled([month.live(), harming])
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  await month.end()
  const history = { donations: donations.length, calls: month.calls }
  const commands = month.calls.filter(({ kind, client }) => kind !== 'read' && client < CLIENTS)
  const unknown = commands.filter(({ answered }) => answered === 0).length
  const done = commands.filter(({ answer }) => answer === 'done').length
  report.count(REACHED.done, done)
  report.count(REACHED.refused, commands.length - done - unknown)
  report.count('commands without an answer', unknown)
  report.count('reads', month.calls.length - commands.length)
  report.count(how === null ? 'months without harm' : `months with harm (${how})`)
  if (month.strange.length > 0) throw new Error(`Answered 500: ${month.strange.slice(0, 5).join('; ')}`)
  const verdict = check(history)
  // The search for an order grows with each call whose answer nobody got.
  if (verdict === 'undecided') return report.count('months undecided')
  if (verdict === 'no order') throw new Error(`No order of its calls explains this history: ${keep(history)}`)
  const lie = withLie(history)
  if (lie === null) return
  if (check(lie) === 'ordered') throw new Error(`A lie was not seen: ${keep(lie)}`)
  report.count(REACHED.lies)
}

/** The history, for whoever wants to see it drawn. */
function keep(history: object): string {
  const file = path.join(tmpdir(), `ciranda-history-${crypto.randomUUID()}.json`)
  writeFileSync(file, JSON.stringify(history))
  return file
}

/** The calls of ten clients in one month, and the answers they got. */
class Month {
  readonly calls: Called[] = []
  readonly strange: string[] = []
  readonly #site: Site
  readonly #donations: readonly Donation[]
  readonly #dice: Dice
  #begun = 0

  constructor(site: Site, donations: readonly Donation[], dice: Dice) {
    this.#site = site
    this.#donations = donations
    this.#dice = dice
  }

  async live(): Promise<void> {
    const client = async (_: unknown, number: number) => {
      while (this.#begun < LENGTH) {
        if (this.#dice.happens(1 / 3)) {
          await this.call(number, 'read', this.#dice.below(this.#donations.length))
          continue
        }
        this.#begun += 1
        const donation = this.#chooseDonation()
        await this.call(number, this.#chooseCommand(donation), donation)
      }
    }
    await Promise.all(Array.from({ length: CLIENTS }, client))
  }

  /** All is paid and confirmed, so that the next month begins as this one did, and looked at. */
  async end(): Promise<void> {
    for (const donation of this.#donations.keys()) {
      const isOver = () =>
        this.calls.some((one) => one.kind === 'confirm' && one.donation === donation && ENDED.includes(one.answer))
      for (let tries = 0; !isOver(); tries += 1) {
        if (tries === TRIES_MAX) throw new Error(`Donation ${donation} is not confirmed`)
        await this.call(CLIENTS, 'send', donation)
        await this.call(CLIENTS, 'confirm', donation)
      }
    }
    const called = now()
    await this.#note({ client: CLIENTS, kind: 'read', donation: 0, called }, null, LIST, await this.#site.lookAtAll())
  }

  /** Mostly one of three at a time, the same for all clients, so that they meet. */
  #chooseDonation(): number {
    const count = this.#donations.length
    if (this.#dice.happens(0.2)) return this.#dice.below(count)
    return Math.min(count - 1, Math.floor((this.#begun / LENGTH) * count) + this.#dice.below(3))
  }

  #chooseCommand(donation: number): CallKind {
    const isOld = donation < Math.floor((this.#begun / LENGTH) * this.#donations.length)
    if (this.#dice.happens(isOld ? 0.5 : 0.08)) return 'confirm'
    return this.#dice.happens(0.6) ? 'send' : 'reject'
  }

  async call(client: number, kind: CallKind, donation: number): Promise<void> {
    const { id, donorId, receiverId } = this.#donations[donation]!
    const [who, request] = this.#requestOf(kind, { id, donorId, receiverId })
    const called = now()
    const answer = await this.#site.callers.ask(who, request).catch((error: unknown) => error)
    if (!isAnswer(answer) && wasNotSent(answer)) return await this.#untilShown()
    await this.#note({ client, kind, donation, called }, who, request, isAnswer(answer) ? answer : null)
  }

  async #note(of: Of, who: string | null, request: AsRequest, answer: Answer | null): Promise<void> {
    const answered = now()
    if (answer?.status === 500) this.strange.push(`${request.call}: ${JSON.stringify(answer.body)}`)
    const isKnown = answer !== null && answer.status < 500
    if (isKnown && of.kind === 'read')
      this.calls.push({ ...of, answered, answer: 'done', seen: this.#seenIn(who, answer.body) })
    else if (isKnown)
      this.calls.push({ ...of, answered, answer: answer.status < 300 ? 'done' : String(answer.body?.code), seen: '' })
    // A read that nobody answered says nothing.
    else if (of.kind !== 'read') this.calls.push({ ...of, answered: 0, answer: '', seen: '' })
    if (!isKnown) await this.#untilShown()
  }

  /** Looks until something is shown again, after a call without an answer: each one makes the search for an order longer. */
  async #untilShown(): Promise<void> {
    const end = performance.now() + SHOWN_MS_MAX
    while (performance.now() < end) {
      await wait(200)
      const answer = await this.#site.callers.ask(null, LIST).catch(() => null)
      if (answer?.status === 200) return
    }
  }

  #requestOf(kind: CallKind, { id, donorId, receiverId }: Donation): [who: string | null, AsRequest] {
    if (kind === 'send') return [donorId, { call: `POST /donations/${id}/comprovante`, picture: true }]
    if (kind === 'confirm') return [receiverId, { call: `PATCH /donations/${id}/confirm` }]
    if (kind === 'reject')
      return [receiverId, { call: `POST /donations/${id}/reject-receipt`, body: { reason: 'No ensaio.' } }]
    return this.#dice.happens(0.5) ? [null, LIST] : [receiverId, { call: 'GET /donations/to-receive' }]
  }

  /** The administrator sees all; a receiver what is on its way to them: a donation that is not among it was confirmed. */
  #seenIn(who: string | null, body: Answered): string {
    const list = Array.isArray(body) ? body : body.data
    const shown = new Map(list.map(({ id, status }) => [id, LETTERS[status] ?? '?']))
    return this.#donations
      .map(({ id, receiverId }) => shown.get(id) ?? (who === null ? '.' : receiverId === who ? 'c' : '.'))
      .join('')
  }
}

type Of = Pick<Called, 'client' | 'kind' | 'donation' | 'called'>

const isAnswer = (given: unknown): given is Answer => typeof given === 'object' && given !== null && 'status' in given

/** Whether nothing listened at the address: the call was not done, and will not be. */
function wasNotSent(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ((cause as NodeJS.ErrnoException).code === 'ECONNREFUSED') return true
  return false
}

type Shown = { readonly id: string; readonly status: string }
type Answered = readonly Shown[] & { readonly data: readonly Shown[] }

const now = () => Math.round(performance.now() * 1_000)
