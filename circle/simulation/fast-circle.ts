import type { Level, Plan } from '../plan.ts'
import { levelPlan, levelsOf } from '../plan.ts'
import type { SeededRandom } from './seeded-random.ts'
import { Debts } from './debts.ts'
import { ADMINISTRATION, contributionTo } from './obligation-kinds.ts'
import { POSITIONS } from './opening.ts'
import type { Opening } from './opening.ts'
import { Owing } from './owing.ts'
import { MemberQueue } from './member-queue.ts'
import { IntegerList } from './integer-list.ts'
import { OPEN } from './obligations.ts'
import { SharedPlaces } from './shared-places.ts'
import { TakenPositions } from './taken-positions.ts'
import type { SimulatedCircle } from './scenario.ts'
import { TurnLog } from './turn-log.ts'
import { COMPLETED, CONFIRMED, RECEIVED, ROLE, Tally, UPGRADED } from './tally.ts'

const REENTRY_NONE = 0
const REENTRY_OWING = 1
const REENTRY_ALLOWED = 2

/**
 * The rules over arrays, for a simulation: the same members, queues, turns and obligations as numbers in place,
 * nothing copied. Each method is the rule of the same name in `circle/`; what can't happen in a simulation (reports,
 * administrators' moves, leaving, an upgrade that becomes overdue) isn't here. It begins with everybody at their N1
 * position, or with an opening: a live circle, whatever happened in it. fast-circle.property.test.ts holds it equal to
 * `decide`.
 */
export class FastCircle implements SimulatedCircle {
  readonly tally: Tally
  readonly turns: TurnLog
  readonly #opening: Opening | null
  readonly #members: number
  readonly #plan: Plan
  readonly #levels: readonly Level[]
  readonly #queues: readonly [MemberQueue, ...MemberQueue[]]
  readonly #debts: Debts
  readonly #owing: Owing
  readonly #shared: SharedPlaces | null
  readonly #takenPositions: TakenPositions
  readonly #due = new IntegerList(512)
  readonly #expired = new IntegerList(64)
  /** Complete turns not yet used for an upgrade, level by level. */
  readonly #unused: Int32Array
  readonly #finalPayments: Int32Array
  readonly #reentry: Uint8Array
  /** Contributions that the rotation which was brought in still asks for; endlessly many in every other. */
  readonly #left: Float64Array
  /** Months that a member of the opening is ahead. */
  readonly #ahead: Uint8Array
  /** The number of members who may be given a place again. */
  #waitingForPlace = 0

  constructor(plan: Plan, members: number, opening: Opening | null = null) {
    this.#plan = plan
    this.#opening = opening
    this.#members = members
    this.tally = new Tally(members, plan.levels.length)
    this.turns = new TurnLog(members, plan.levels.length)
    this.#levels = levelsOf(plan)
    this.#owing = new Owing(members, opening?.holders ? opening.owners : null)
    const queue = (level: Level) => {
      const { required } = levelPlan(plan, level)
      return new MemberQueue(members, { level, required, owing: this.#owing, turns: this.turns })
    }
    this.#queues = [queue(1), ...this.#levels.slice(1).map(queue)]
    this.#shared = opening?.holders ? new SharedPlaces(opening) : null
    this.#debts = new Debts(plan, this.#queues, this.#owing, { tally: this.tally, shared: this.#shared })
    this.#takenPositions = new TakenPositions(opening ? POSITIONS : members)
    this.#unused = new Int32Array(members * plan.levels.length)
    this.#finalPayments = new Int32Array(members)
    this.#reentry = new Uint8Array(members)
    this.#left = new Float64Array(members)
    this.#ahead = new Uint8Array(members)
    this.reset()
  }

  /** A live circle that runs on from its opening. */
  static from(opening: Opening): FastCircle {
    return new FastCircle(opening.plan, opening.memberIds.length, opening)
  }

  /** Returns to the first day, or to the opening, for the next run. */
  reset(): void {
    this.tally.reset()
    this.turns.reset()
    this.#owing.reset()
    this.#debts.owed.reset()
    for (const queue of this.#queues) queue.reset()
    this.#shared?.reset()
    this.#unused.fill(0)
    this.#finalPayments.fill(0)
    this.#reentry.fill(REENTRY_NONE)
    this.#left.fill(Infinity)
    this.#ahead.fill(0)
    this.#waitingForPlace = 0
    if (this.#opening) return this.#load(this.#opening)
    for (let member = 0; member < this.#members; member += 1) this.#queues[0].add(member)
    this.#takenPositions.reset()
  }

  begin(random: SeededRandom, missed: number): void {
    const { obligations } = this.#opening!
    for (let index = 0; index < obligations.length; index += 1)
      this.#debts.settle(index + 1, obligations[index]!.isContribution && random.happens(missed))
  }

  get due(): Int32Array {
    return this.#due.items
  }

  expire(now: number): void {
    const expired = this.#expired
    this.#debts.owed.takeExpired(now, expired)
    for (let index = 0; index < expired.length; index += 1) this.#expireContribution(expired.items[index]!)
    if (expired.length > 0) this.#debts.match(now)
  }

  returnPlaces(now: number): void {
    if (this.#waitingForPlace === 0) return
    for (let member = 0; member < this.#members; member += 1) {
      if (this.#reentry[member] !== REENTRY_ALLOWED) continue
      const queue = this.#queues[0]
      if (queue.length === this.#takenPositions.count) return
      queue.add(member, queue.at(this.#takenPositions.takeLast()))
      this.#reentry[member] = REENTRY_NONE
      this.#waitingForPlace -= 1
      this.#debts.match(now)
    }
  }

  pull(now: number, random: SeededRandom, missed: number): void {
    if (this.#opening?.isMisfit) return
    for (const level of this.#levels) {
      const { contributes, required } = levelPlan(this.#plan, level)
      if (contributes) this.#pullQueue(level, required, random, missed)
    }
    this.#debts.match(now)
  }

  payable(now: number): number {
    this.#debts.owed.takePayable(now, this.#due)
    return this.#due.length
  }

  pay(order: number, now: number): number {
    const { kinds } = this.#debts
    const { donor, kind, receiver, status } = this.#debts.owed
    if (status[order] !== OPEN) return -1
    this.#debts.end(order)
    const giver = donor[order]!
    const target = kinds.target[kind[order]!]!
    const amount = kinds.amountCents[kind[order]!]!
    this.tally.count(CONFIRMED, giver)
    this.tally.given[giver]! += amount
    if (kinds.isFinalPayment[kind[order]!] === 1) this.#allowReentry(giver)
    if (target === ADMINISTRATION) {
      this.tally.administration += amount
      return -1
    }
    const taker = receiver[order]!
    this.tally.count(RECEIVED, this.#ownerOf(taker))
    this.tally.received[this.#ownerOf(taker)]! += amount
    if (!this.#queues[target - 1]!.confirm(taker)) return -1
    this.#completeTurn(taker, target as Level)
    this.#debts.match(now)
    return taker
  }

  isOffered(member: number, from: Level): boolean {
    const next = this.#queues[from]!
    const hasRoom = next.holds[member] === 0 && next.length < POSITIONS
    return hasRoom && this.#unused[(from - 1) * this.#members + member]! > 0
  }

  acceptUpgrade(member: number, from: Level, now: number): void {
    this.tally.count(UPGRADED, member)
    this.#unused[(from - 1) * this.#members + member]! -= 1
    if (levelPlan(this.#plan, from).owedWhen === 'upgrade_accepted') this.#oweFor(member, from)
    this.#queues[from]!.add(member)
    this.#debts.match(now)
  }

  ensureNothingLost(): void {
    this.#debts.ensureNothingLost()
  }

  #load({ positions, places, today, turns, obligations, left, ahead, unused, reentries }: Opening): void {
    this.#ahead.set(ahead)
    for (const [member, count] of left.entries()) this.#left[member] = count ?? Infinity
    this.#takenPositions.load(positions)
    for (let index = 0; index < places.length; index += 1) {
      const place = places[index]!
      const queue = this.#queues[place.level - 1]!
      queue.add(place.member)
      queue.resume(place.member, place)
    }
    this.turns.load(today, turns)
    for (let index = 0; index < obligations.length; index += 1) this.#debts.load(obligations[index]!)
    for (const { member, level, count } of unused) this.#unused[(level - 1) * this.#members + member] = count
    for (const { member, isAllowed, owes } of reentries) {
      this.#reentry[member] = isAllowed ? REENTRY_ALLOWED : REENTRY_OWING
      this.#finalPayments[member] = owes
      if (isAllowed) this.#waitingForPlace += 1
    }
  }

  #pullQueue(level: Level, required: number, random: SeededRandom, missed: number): void {
    const queue = this.#queues[level - 1]!
    const { next, end } = queue
    let member = queue.lastServed(this.#levels.length === 1 ? 1 : Math.ceil(queue.length / required))
    // Round the ring from behind the run's last receiver, or with one level its first; `end` lies between the last entry and the first.
    const due = this.#shared?.due(this.#ahead) ?? null
    for (let left = queue.length; left > 0; left -= 1) {
      member = next[member]!
      if (member === end) member = next[end]!
      if (this.#left[member] === 0 || due?.[this.#ownerOf(member)] === 0) continue
      if (due) due[this.#ownerOf(member)]! -= 1
      if (this.#ahead[member]! > 0) {
        this.#ahead[member]! -= 1
        continue
      }
      this.#left[member]! -= 1
      this.#debts.owe(this.#ownerOf(member), contributionTo(level), random.happens(missed))
    }
  }

  /** Adds the obligations that completing a level costs. */
  #oweFor(member: number, level: Level): void {
    const { kinds } = this.#debts
    for (const kind of kinds.ofLevel[level]!) {
      this.#debts.owe(member, kind, false)
      this.#finalPayments[member]! += kinds.isFinalPayment[kind]!
    }
  }

  /** Its giver still has the place: losing it would have made the contribution void. */
  #expireContribution(order: number): void {
    if (!this.#debts.expire(order)) return
    const giver = this.#debts.owed.donor[order]!
    this.#left[giver]! += 1
    const queue = this.#queues[this.#debts.targetOf(order) - 1]!
    for (const place of this.#placesOf(giver, queue)) queue.moveToEnd(place)
  }

  /** The places of somebody in a queue without the role, in their order. */
  #placesOf(member: number, { holds, isReceiver, key }: MemberQueue): number[] {
    const own = this.#shared
      ? this.#shared.owners.flatMap((owner, place) => (owner === member ? [place] : []))
      : [member]
    return own.filter((place) => holds[place] === 1 && isReceiver[place] === 0).sort((a, b) => key[a]! - key[b]!)
  }

  #ownerOf(place: number): number {
    return this.#shared ? this.#shared.owners[place]! : place
  }

  #completeTurn(member: number, level: Level): void {
    const { owedWhen, onCompletion } = levelPlan(this.#plan, level)
    const queue = this.#queues[level - 1]!
    this.tally.count(COMPLETED + level - 1, this.#ownerOf(member))
    queue.endTurn(member)
    this.#unused[(level - 1) * this.#members + member]! += 1
    if (owedWhen === 'level_completed') this.#oweFor(member, level)
    if (onCompletion === 'back_of_queue') queue.moveToEnd(member)
    else this.#remove(member, level)
    if (onCompletion === 'leave_circle_queues') this.#finishCircle(member)
  }

  #finishCircle(member: number): void {
    if (this.#queues[0].holds[member] === 1) this.#remove(member, 1)
    if (this.#reentry[member] === REENTRY_ALLOWED) this.#waitingForPlace -= 1
    this.#reentry[member] = REENTRY_OWING
  }

  /** A member who completed the circle, perhaps twice, may return after the last final payment. */
  #allowReentry(member: number): void {
    this.#finalPayments[member]! -= 1
    if (this.#reentry[member] !== REENTRY_OWING || this.#finalPayments[member]! > 0) return
    this.#reentry[member] = REENTRY_ALLOWED
    this.#waitingForPlace += 1
  }

  /**
   * A receiver's unpaid donations are released, the member's unpaid contribution to the queue is void, and the next in
   * order takes the role.
   */
  #remove(member: number, level: Level): void {
    const queue = this.#queues[level - 1]!
    const successor = queue.isReceiver[member] === 1 ? queue.successorOf(member) : queue.end
    if (queue.isReceiver[member] === 1) this.#debts.releaseUnpaid(member, level)
    if (level === 1) this.#takenPositions.free(queue.placeOf(member))
    queue.remove(member)
    if (levelPlan(this.#plan, level).contributes) this.#debts.voidContributions(member, level)
    if (successor === queue.end) return
    queue.giveRole(successor)
    this.tally.count(ROLE, successor)
  }
}
