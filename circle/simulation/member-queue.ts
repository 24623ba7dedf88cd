import type { Level } from '../plan.ts'
import type { Owing } from './owing.ts'
import type { TurnLog } from './turn-log.ts'

type QueueOptions = {
  readonly level: Level
  readonly required: number
  readonly owing: Owing
  readonly turns: TurnLog
}
type Resumed = {
  readonly isReceiver: boolean
  readonly isRunning: boolean
  readonly confirmed: number
  readonly open: number
}

/** Receivers and the others; and the same again of those who are served last. */
const RANKS = 4
const RANKS_SERVED_FIRST = 2

/**
 * One queue of numbered members, in order of position, with what each still needs: the arrays behind `queueOf`,
 * `servingOrder` and `needOf`. It is a linked list, because completing a turn moves a member to the end; `key` grows
 * along the list, so that two places can be compared. Whoever has no role needs something: a turn's open donations are
 * released with the role. Those who owe what is overdue are served last.
 */
export class MemberQueue {
  /** Stands before the first and behind the last. */
  readonly end: number
  readonly next: Int16Array
  readonly key: Int32Array
  readonly holds: Uint8Array
  readonly isReceiver: Uint8Array
  length = 0
  /** The number of receivers with a need, so that no search starts when there is none. */
  private inNeed = 0
  private readonly need: Int16Array
  private readonly confirmed: Int16Array
  private readonly previous: Int16Array
  /** Whether a turn runs: it began with its first donation, and ends by completion or with the place. */
  private readonly running: Uint8Array
  private readonly level: Level
  private readonly required: number
  private readonly owing: Owing
  private readonly turns: TurnLog
  private lastKey = 0

  constructor(members: number, { level, required, owing, turns }: QueueOptions) {
    this.end = members
    this.level = level
    this.required = required
    this.owing = owing
    this.turns = turns
    this.running = new Uint8Array(members)
    this.next = new Int16Array(members + 1)
    this.previous = new Int16Array(members + 1)
    this.key = new Int32Array(members + 1)
    this.holds = new Uint8Array(members)
    this.isReceiver = new Uint8Array(members)
    this.need = new Int16Array(members)
    this.confirmed = new Int16Array(members)
    this.reset()
  }

  reset(): void {
    this.next[this.end] = this.end
    this.previous[this.end] = this.end
    this.holds.fill(0)
    this.isReceiver.fill(0)
    this.length = 0
    this.inNeed = 0
    this.lastKey = 0
  }

  get first(): number {
    return this.next[this.end]!
  }

  /** A new entry behind everybody, or before another member. */
  add(member: number, before = this.end): void {
    this.holds[member] = 1
    this.length += 1
    this.resetTurn(member)
    this.link(member, before)
    if (before !== this.end) this.renumber()
  }

  /** The turn that a member of a live circle has come to. */
  resume(member: number, { isReceiver, isRunning, confirmed, open }: Resumed): void {
    this.confirmed[member] = confirmed
    this.need[member] = this.required - confirmed - open
    this.running[member] = isRunning ? 1 : 0
    if (isReceiver) this.giveRole(member)
  }

  remove(member: number): void {
    this.turns.lose(this.level, member)
    this.unlink(member)
    this.holds[member] = 0
    this.endTurn(member)
    this.length -= 1
  }

  moveToEnd(member: number): void {
    this.unlink(member)
    this.link(member, this.end)
  }

  giveRole(member: number): void {
    this.isReceiver[member] = 1
    if (this.need[member]! > 0) this.inNeed += 1
  }

  /** One donation more for a receiver. */
  assign(member: number): void {
    const need = this.need[member]! - 1
    this.need[member] = need
    if (this.running[member] === 0) {
      this.running[member] = 1
      this.turns.begin(this.level, member)
    }
    if (need === 0) this.inNeed -= 1
  }

  /** A receiver's donation ended without money. */
  reopen(member: number): void {
    const need = this.need[member]! + 1
    this.need[member] = need
    if (need === 1) this.inNeed += 1
  }

  /** The turn is complete, or the place is lost: the role ends with it. */
  endTurn(member: number): void {
    if (this.isReceiver[member] === 1 && this.need[member]! > 0) this.inNeed -= 1
    this.isReceiver[member] = 0
    this.resetTurn(member)
  }

  /** One donation is confirmed. Answers whether the turn is complete. */
  confirm(member: number): boolean {
    const confirmed = this.confirmed[member]! + 1
    this.confirmed[member] = confirmed
    if (confirmed !== this.required) return false
    this.turns.complete(this.level, member)
    return true
  }

  /** The member who takes a leaving receiver's role: the next in order without it, wrapping round, or `end`. */
  successorOf(member: number): number {
    const behind = this.nonReceiver(this.next[member]!)
    return behind === this.end ? this.nonReceiver(this.first) : behind
  }

  /** The number of members before a member. */
  placeOf(member: number): number {
    let place = 0
    for (let each = this.first; each !== member; each = this.next[each]!) place += 1
    return place
  }

  /** The member with so many others before them, or `end`. */
  at(place: number): number {
    let member = this.first
    for (let left = place; left > 0; left -= 1) member = this.next[member]!
    return member
  }

  /** From a member on, that member included: the first receiver that still needs donations, or `end`. */
  receiverInNeed(from: number): number {
    const { next, isReceiver, need, end } = this
    if (this.inNeed === 0) return end
    let member = from
    while (member !== end && (isReceiver[member] === 0 || need[member]! <= 0)) member = next[member]!
    return member
  }

  /** From a member on, that member included: the first without the role, or `end`. */
  nonReceiver(from: number): number {
    const { next, isReceiver, end } = this
    let member = from
    while (member !== end && isReceiver[member] !== 0) member = next[member]!
    return member
  }

  /** The last of the first `count` members in serving order with a need, or `end` when nobody needs anything. */
  lastServed(count: number): number {
    let last = this.end
    let left = count
    const ranks = this.owing.total === 0 ? RANKS_SERVED_FIRST : RANKS
    for (let rank = 0; rank < ranks && left > 0; rank += 1) {
      let member = this.inRank(rank, this.first)
      for (; member !== this.end && left > 0; left -= 1) {
        last = member
        member = this.inRank(rank, this.next[member]!)
      }
    }
    return last
  }

  /** The first in serving order with a need who is not this member, or `end`; for when somebody is served last. */
  firstServed(except: number): number {
    for (let rank = 0; rank < RANKS; rank += 1) {
      let member = this.inRank(rank, this.first)
      if (member === except) member = this.inRank(rank, this.next[member]!)
      if (member !== this.end) return member
    }
    return this.end
  }

  /** The first in serving order with a need who is meant, or `end`. */
  firstThat(isMeant: (member: number) => boolean): number {
    for (let rank = 0; rank < RANKS; rank += 1) {
      let member = this.inRank(rank, this.first)
      while (member !== this.end && !isMeant(member)) member = this.inRank(rank, this.next[member]!)
      if (member !== this.end) return member
    }
    return this.end
  }

  /** From a member on, that member included: the first of a rank who needs something, or `end`. See `servingOrder`. */
  private inRank(rank: number, from: number): number {
    const { next, isReceiver, need, end, owing } = this
    const owes = rank >= RANKS_SERVED_FIRST
    const hasRole = rank % 2 === 0 ? 1 : 0
    let member = from
    while (
      member !== end &&
      (isReceiver[member] !== hasRole || need[member]! <= 0 || owing.count[member]! > 0 !== owes)
    )
      member = next[member]!
    return member
  }

  private resetTurn(member: number): void {
    this.need[member] = this.required
    this.confirmed[member] = 0
    this.running[member] = 0
  }

  private link(member: number, before: number): void {
    const after = this.previous[before]!
    this.next[after] = member
    this.previous[member] = after
    this.next[member] = before
    this.previous[before] = member
    this.key[member] = this.lastKey += 1
  }

  private unlink(member: number): void {
    const after = this.previous[member]!
    const before = this.next[member]!
    this.next[after] = before
    this.previous[before] = after
  }

  private renumber(): void {
    this.lastKey = 0
    for (let member = this.first; member !== this.end; member = this.next[member]!) this.key[member] = this.lastKey += 1
  }
}
