import { DAY_MS } from '../period.ts'
import type { Level, Plan } from '../plan.ts'
import { LEVELS, levelPlan } from '../plan.ts'
import { strict } from '../strict.ts'
import type { Chance } from './chance.ts'
import type { Dues } from './dues.ts'
import { ADMINISTRATION, contributionTo, duesOf } from './dues.ts'
import { MemberQueue } from './member-queue.ts'
import { Numbers } from './numbers.ts'
import { ENDED, Obligations, OPEN, WAITING } from './obligations.ts'
import type { SimulatedCircle } from './scenario.ts'
import { CANCELLED, COMPLETED, CONFIRMED, EXPIRED, MATCHED, OWED, RECEIVED, ROLE, Tally, UPGRADED, VOID } from './tally.ts'

const REENTRY_NONE = 0
const REENTRY_OWING = 1
const REENTRY_ALLOWED = 2

/**
 * The rules over arrays, for a simulation: the same members, queues, turns and obligations as numbers in place, nothing copied.
 * Each method is the rule of the same name in `circle/`; what can't happen in a simulation (reports, administrators'
 * moves, leaving, an overdue upgrade) isn't here. by-arrays.property.test.ts holds it equal to `decide`.
 */
export class CircleByArrays implements SimulatedCircle {
  readonly tally: Tally
  readonly #members: number
  readonly #plan: Plan
  readonly #deadlineMs: number
  readonly #dues: Dues
  readonly #queues: readonly [MemberQueue, MemberQueue, MemberQueue]
  readonly #owed = new Obligations()
  readonly #due = new Numbers(512)
  readonly #expired = new Numbers(64)
  /** By N1 position: whether it is taken. Where the others stand matters only as an order. */
  readonly #taken: Uint8Array
  /** Complete turns not yet used for an upgrade, level by level. */
  readonly #unused: Int32Array
  readonly #finalPayments: Int32Array
  readonly #reentry: Uint8Array
  /** How many members may be given a place again. */
  #waitingForPlace = 0

  constructor(plan: Plan, members: number) {
    this.#plan = plan
    this.#members = members
    this.#deadlineMs = plan.deadlineDays * DAY_MS
    this.#dues = duesOf(plan)
    const [first, second, third] = plan.levels
    this.#queues = [new MemberQueue(members, first.required), new MemberQueue(members, second.required), new MemberQueue(members, third.required)]
    this.#taken = new Uint8Array(members + 1)
    this.#unused = new Int32Array(members * LEVELS.length)
    this.#finalPayments = new Int32Array(members)
    this.#reentry = new Uint8Array(members)
    this.tally = new Tally(members)
    this.reset()
  }

  /** Back to the first day, everybody at their N1 position, for the next future. */
  reset(): void {
    this.tally.reset()
    this.#owed.reset()
    for (const queue of this.#queues) queue.reset()
    for (let member = 0; member < this.#members; member += 1) this.#queues[0].add(member)
    this.#taken.fill(1)
    this.#unused.fill(0)
    this.#finalPayments.fill(0)
    this.#reentry.fill(REENTRY_NONE)
    this.#waitingForPlace = 0
  }

  get due(): Int32Array {
    return this.#due.items
  }

  expire(now: number): void {
    const expired = this.#expired
    this.#owed.takeExpired(now, expired)
    for (let index = 0; index < expired.length; index += 1) this.#expireContribution(expired.items[index]!)
    if (expired.length > 0) this.#match(now)
  }

  returnPlaces(now: number): void {
    if (this.#waitingForPlace === 0) return
    for (let member = 0; member < this.#members; member += 1) {
      if (this.#reentry[member] !== REENTRY_ALLOWED) continue
      let position = this.#members
      while (this.#taken[position] === 1) position -= 1
      this.#queues[0].add(member, this.#memberBehind(position))
      this.#taken[position] = 1
      this.#reentry[member] = REENTRY_NONE
      this.#waitingForPlace -= 1
      this.#match(now)
    }
  }

  pull(now: number, chance: Chance, missed: number): void {
    for (const level of LEVELS) {
      const { contributes, required } = levelPlan(this.#plan, level)
      if (contributes) this.#pullQueue(level, required, chance, missed)
    }
    this.#match(now)
  }

  payable(): number {
    this.#owed.takePayable(this.#due)
    return this.#due.length
  }

  pay(order: number, now: number): number {
    const { donor, kind, receiver, status } = this.#owed
    if (status[order] !== OPEN) return -1
    status[order] = ENDED
    const giver = donor[order]!
    const target = this.#dues.target[kind[order]!]!
    const amount = this.#dues.amountCents[kind[order]!]!
    this.tally.count(CONFIRMED, giver)
    this.tally.given[giver]! += amount
    if (this.#dues.isFinalPayment[kind[order]!] === 1) this.#allowReentry(giver)
    if (target === ADMINISTRATION) {
      this.tally.administration += amount
      return -1
    }
    const taker = receiver[order]!
    this.tally.count(RECEIVED, taker)
    this.tally.received[taker]! += amount
    const queue = this.#queues[target - 1]!
    queue.confirmed[taker]! += 1
    if (queue.confirmed[taker] !== levelPlan(this.#plan, target as Level).required) return -1
    this.#completeTurn(taker, target as Level)
    this.#match(now)
    return taker
  }

  isOffered(member: number, from: Level): boolean {
    return this.#unused[(from - 1) * this.#members + member]! > 0 && this.#queues[from as 1 | 2].holds[member] === 0
  }

  acceptUpgrade(member: number, from: Level, now: number): void {
    this.tally.count(UPGRADED, member)
    this.#unused[(from - 1) * this.#members + member]! -= 1
    this.#owe(member, from)
    this.#queues[from as 1 | 2].add(member)
    this.#match(now)
  }

  /** Owed = waiting + open + confirmed + void: throws when an obligation was lost. */
  ensureNothingLost(): void {
    const { size, status, waiting } = this.#owed
    const found = [0, 0, 0, 0]
    for (let order = 1; order <= size; order += 1) found[status[order]!]! += 1
    const listed = waiting.reduce((sum, list) => sum + list.length, 0)
    const { tally } = this
    strict(tally.total(OWED) === size && found[WAITING] === listed, 'an obligation that waits stands in its list')
    strict(found[ENDED] === tally.total(CONFIRMED) + tally.total(VOID), 'owed = waiting + open + confirmed + void')
    strict(found[OPEN] === tally.total(MATCHED) - tally.total(CONFIRMED) - tally.total(EXPIRED) - tally.total(CANCELLED), 'each open obligation has one donation')
  }

  #pullQueue(level: Level, required: number, chance: Chance, missed: number): void {
    const queue = this.#queues[level - 1]!
    const { next, end } = queue
    const last = queue.lastServed(Math.ceil(queue.length / required))
    // Round the ring from behind the run's last receiver; `end` lies between the last entry and the first.
    let member = last
    for (let left = queue.length; left > 0; left -= 1) {
      member = next[member]!
      if (member === end) member = next[end]!
      this.tally.count(OWED, member)
      this.#owed.owe(member, contributionTo(level), level, chance.happens(missed))
    }
  }

  #owe(member: number, level: Level): void {
    for (const kind of this.#dues.ofLevel[level]!) {
      this.tally.count(OWED, member)
      this.#owed.owe(member, kind, this.#dues.target[kind]!, false)
      this.#finalPayments[member]! += this.#dues.isFinalPayment[kind]!
    }
  }

  #match(now: number): void {
    const deadline = now + this.#deadlineMs
    const toAdministration = this.#owed.waiting[ADMINISTRATION]!
    for (let index = 0; index < toAdministration.length; index += 1) this.#begin(toAdministration.items[index]!, 0, deadline)
    toAdministration.length = 0
    for (let target = 1; target <= LEVELS.length; target += 1) {
      if (this.#owed.waiting[target]!.length > 0) this.#matchQueue(target, deadline)
    }
  }

  #matchQueue(target: number, deadline: number): void {
    const queue = this.#queues[target - 1]!
    const waiting = this.#owed.waiting[target]!
    const { next, key, isReceiver, end } = queue
    const { donor } = this.#owed
    let kept = 0
    // The first receiver with a need and the first member without the role, who takes it when no such receiver is left.
    let receiver = queue.receiverInNeed(queue.first)
    let other = queue.first
    for (let index = 0; index < waiting.length; index += 1) {
      const order = waiting.items[index]!
      const giver = donor[order]!
      let chosen = receiver === giver ? queue.receiverInNeed(next[receiver]!) : receiver
      if (chosen === end) {
        other = queue.nonReceiver(other)
        chosen = other === giver ? queue.nonReceiver(next[other]!) : other
      }
      if (chosen === end && receiver === end && other === end) {
        kept = waiting.close(kept, index)
        break
      }
      if (chosen === end) {
        waiting.items[kept] = order
        kept += 1
        continue
      }
      if (isReceiver[chosen] === 0) {
        queue.giveRole(chosen)
        this.tally.count(ROLE, chosen)
        if (receiver === end || key[chosen]! < key[receiver]!) receiver = chosen
      }
      queue.assign(chosen)
      this.#begin(order, chosen, deadline)
      receiver = queue.receiverInNeed(receiver)
    }
    waiting.length = kept
  }

  #begin(order: number, receiver: number, deadline: number): void {
    this.tally.count(MATCHED, this.#owed.donor[order]!)
    this.#owed.begin(order, receiver, deadline)
  }

  #expireContribution(order: number): void {
    const { donor, kind, receiver, status } = this.#owed
    if (status[order] !== OPEN) return
    const giver = donor[order]!
    const queue = this.#queues[this.#dues.target[kind[order]!]! - 1]!
    status[order] = ENDED
    this.tally.count(EXPIRED, giver)
    this.tally.count(VOID, giver)
    queue.reopen(receiver[order]!)
    if (queue.holds[giver] === 1 && queue.isReceiver[giver] === 0) queue.moveToEnd(giver)
  }

  #completeTurn(member: number, level: Level): void {
    const { owedWhen, onCompletion } = levelPlan(this.#plan, level)
    const queue = this.#queues[level - 1]!
    this.tally.count(COMPLETED + level - 1, member)
    queue.endTurn(member)
    if (level < 3) this.#unused[(level - 1) * this.#members + member]! += 1
    if (owedWhen === 'level_completed') this.#owe(member, level)
    if (onCompletion === 'back_of_queue') queue.moveToEnd(member)
    else this.#remove(member, level)
    if (onCompletion === 'leave_circle_queues') this.#finishCircle(member)
  }

  #finishCircle(member: number): void {
    if (this.#queues[0].holds[member] === 1) this.#remove(member, 1)
    if (this.#reentry[member] === REENTRY_ALLOWED) this.#waitingForPlace -= 1
    this.#reentry[member] = REENTRY_OWING
  }

  #allowReentry(member: number): void {
    this.#finalPayments[member]! -= 1
    if (this.#reentry[member] !== REENTRY_OWING || this.#finalPayments[member]! > 0) return
    this.#reentry[member] = REENTRY_ALLOWED
    this.#waitingForPlace += 1
  }

  /** A receiver's unpaid donations are released, the member's unpaid contribution to the queue is void, and the next in order takes the role. */
  #remove(member: number, level: Level): void {
    const queue = this.#queues[level - 1]!
    let heir = queue.end
    if (queue.isReceiver[member] === 1) {
      heir = queue.nonReceiver(queue.next[member]!)
      if (heir === queue.end) heir = queue.nonReceiver(queue.first)
      this.#releaseUnpaid(member, level)
    }
    if (level === 1) this.#taken[this.#positionOf(member)] = 0
    queue.remove(member)
    if (levelPlan(this.#plan, level).contributes) this.#voidContributions(member, level)
    if (heir === queue.end) return
    queue.giveRole(heir)
    this.tally.count(ROLE, heir)
  }

  #releaseUnpaid(member: number, level: Level): void {
    const { size, status, receiver, kind } = this.#owed
    for (let order = 1; order <= size; order += 1) {
      if (status[order] === OPEN && receiver[order] === member && this.#dues.target[kind[order]!] === level) this.#release(order)
    }
  }

  #release(order: number): void {
    const { donor, kind, receiver } = this.#owed
    const target = this.#dues.target[kind[order]!]!
    this.tally.count(CANCELLED, donor[order]!)
    this.#queues[target - 1]!.reopen(receiver[order]!)
    this.#owed.release(order, target)
  }

  #voidContributions(member: number, level: Level): void {
    const { size, status, donor, kind } = this.#owed
    const isTheirs = (order: number) => donor[order] === member && kind[order] === contributionTo(level)
    for (let order = 1; order <= size; order += 1) {
      if (status[order] === OPEN && isTheirs(order)) this.#release(order)
    }
    const waiting = this.#owed.waiting[level]!
    let kept = 0
    for (let index = 0; index < waiting.length; index += 1) {
      const order = waiting.items[index]!
      if (isTheirs(order)) {
        status[order] = ENDED
        this.tally.count(VOID, member)
      } else {
        waiting.items[kept] = order
        kept += 1
      }
    }
    waiting.length = kept
  }

  #positionOf(member: number): number {
    let place = 1
    for (let each = this.#queues[0].first; each !== member; each = this.#queues[0].next[each]!) place += 1
    let position = 0
    while (place > 0) place -= this.#taken[(position += 1)]!
    return position
  }

  /** Who stands behind a free position, or the end of the queue. */
  #memberBehind(position: number): number {
    let member = this.#queues[0].first
    for (let before = 1; before < position; before += 1) if (this.#taken[before] === 1) member = this.#queues[0].next[member]!
    return member
  }
}
