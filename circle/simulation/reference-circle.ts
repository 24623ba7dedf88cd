import type { Command } from '../circle.ts'
import { decide } from '../circle.ts'
import { upgradesOffered } from '../levels.ts'
import type { Level, Plan } from '../plan.ts'
import { queueOf } from '../decision.ts'
import { CAPACITY } from '../queue.ts'
import type { CircleEvent, CircleState } from '../state.ts'
import { POSITIONS } from './opening.ts'
import type { Opening } from './opening.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { SimulatedCircle } from './scenario.ts'
import { TurnLog } from './turn-log.ts'
import {
  CANCELLED,
  COMPLETED,
  CONFIRMED,
  EXPIRED,
  MATCHED,
  OWED,
  RECEIVED,
  ROLE,
  Tally,
  UPGRADED,
  VOID,
} from './tally.ts'

/**
 * The reference: every step is a command to `decide`, and what is counted is read from its events. Slow, and plainly
 * right.
 */
export class ReferenceCircle implements SimulatedCircle {
  readonly tally: Tally
  readonly turns: TurnLog
  due = new Int32Array(0)
  #state: CircleState | null = null
  readonly #members: number
  readonly #missed = new Set<number>()
  readonly #memberIds: readonly string[]
  readonly #numbers: ReadonlyMap<string, number>
  /** The numbers of places that are not their member's own. */
  readonly #seats: ReadonlyMap<string, number>
  readonly #positions: number
  readonly #isMisfit: boolean
  #ids = 0

  constructor(plan: Plan, members: number, opening: Opening | null = null) {
    this.#memberIds = opening?.memberIds ?? Array.from({ length: members }, (_, member) => `m${member}`)
    this.#numbers = new Map(this.#memberIds.map((id, member) => [id, opening?.owners[member] ?? member]))
    this.#seats = opening?.seats ?? new Map()
    this.#members = members
    this.#isMisfit = opening?.isMisfit ?? false
    this.#positions = opening ? POSITIONS : members
    this.tally = new Tally(members, plan.levels.length)
    this.turns = new TurnLog(members, plan.levels.length)
    if (opening) this.#load(opening)
    else this.#create(plan)
  }

  /** A live circle that runs on from its opening. */
  static from(opening: Opening): ReferenceCircle {
    return new ReferenceCircle(opening.plan, opening.memberIds.length, opening)
  }

  begin(random: SeededRandom, missed: number): void {
    for (const { order, type } of [...this.state.obligations.values()].sort((a, b) => a.order - b.order))
      if (type === 'PULL' && random.happens(missed)) this.#missed.add(order)
  }

  get state(): CircleState {
    return this.#state!
  }

  expire(now: number): void {
    this.#perform(now, { kind: 'expire' })
  }

  returnPlaces(now: number): void {
    for (let member = 0; member < this.#members; member += 1) {
      const memberId = this.#memberIds[member]!
      if (this.state.members.get(memberId)!.reentry !== 'allowed') continue
      const taken = new Set(queueOf(this, 1).map((entry) => entry.position))
      let position = this.#positions
      while (taken.has(position)) position -= 1
      if (position === 0) return
      this.#perform(now, { kind: 'place', memberId, level: 1, position, isReceiver: false })
    }
  }

  pull(now: number, random: SeededRandom, missed: number): void {
    if (this.#isMisfit) return
    for (const event of this.#perform(now, { kind: 'generate_pull' })) {
      if (event.kind === 'obligation.owed' && random.happens(missed)) this.#missed.add(event.order)
    }
  }

  payable(now: number): number {
    const orders = [...this.state.donations.values()]
      .filter(({ obligationId }) => (this.state.obligations.get(obligationId)!.pausedUntil ?? 0) <= now)
      .map((donation) => donation.order)
      .filter((order) => !this.#missed.has(order))
    this.due = Int32Array.from(orders).sort()
    return orders.length
  }

  pay(order: number, now: number): number {
    const donation = [...this.state.donations.values()].find((candidate) => candidate.order === order)
    if (!donation) return -1
    const { id: donationId, donorId, receiverId } = donation
    this.#perform(now, { kind: 'send_receipt', donationId, memberId: donorId })
    const by = receiverId === null ? ('administration' as const) : { memberId: receiverId }
    const completed = this.#perform(now, { kind: 'confirm', donationId, by }).find(
      (event) => event.kind === 'turn.completed',
    )
    return completed ? this.#numbers.get(completed.memberId)! : -1
  }

  isOffered(member: number, from: Level): boolean {
    const memberId = this.#memberIds[member]!
    if (this.state.members.get(memberId)!.status !== 'approved') return false
    if (queueOf(this, (from + 1) as Level).length === CAPACITY) return false
    return upgradesOffered(this.state, memberId).some((offer) => offer.fromLevel === from)
  }

  acceptUpgrade(member: number, from: Level, now: number): void {
    this.#perform(now, {
      kind: 'accept_upgrade',
      memberId: this.#memberIds[member]!,
      fromLevel: from,
      toLevel: (from + 1) as Level,
    })
  }

  #perform(now: number, command: Command): readonly CircleEvent[] {
    const newId = () => `simulated-${String((this.#ids += 1)).padStart(9, '0')}`
    const result = decide(this.#state, command, { now, newId })
    if (!result.ok) throw new Error(`The simulator asked for what the rules refuse: ${command.kind}, ${result.code}`)
    this.#state = result.state
    for (const event of result.events) this.#count(event)
    return result.events
  }

  #create(plan: Plan): void {
    this.#perform(0, { kind: 'create_circle', mode: 'demonstracao', plan })
    for (const [member, memberId] of this.#memberIds.entries()) {
      this.#perform(0, { kind: 'approve_member', memberId })
      this.#perform(0, { kind: 'place', memberId, level: 1, position: member + 1, isReceiver: false })
    }
  }

  #load({ state, today, turns, obligations }: Opening): void {
    this.#state = state
    this.turns.load(today, turns)
    for (const { donor, open } of obligations) {
      this.tally.count(OWED, donor)
      if (open) this.tally.count(MATCHED, donor)
    }
  }

  #count(event: CircleEvent): void {
    const { tally, turns } = this
    const numberOf = (memberId: string) => this.#numbers.get(memberId)!
    const seatOf = (of: { entryId: string; memberId: string }) => this.#seats.get(of.entryId) ?? numberOf(of.memberId)
    switch (event.kind) {
      case 'obligation.owed':
        return tally.count(OWED, numberOf(event.memberId))
      case 'obligation.void':
        return tally.count(VOID, numberOf(event.memberId))
      case 'donation.matched':
        return tally.count(MATCHED, numberOf(event.donorId))
      case 'donation.expired':
        return tally.count(EXPIRED, numberOf(event.donorId))
      case 'donation.cancelled':
        return tally.count(CANCELLED, numberOf(event.donorId))
      case 'turn.started':
        return turns.begin(event.level, seatOf(event))
      case 'entry.removed':
        return turns.lose(event.level, seatOf(event))
      case 'turn.completed':
        turns.complete(event.level, seatOf(event))
        return tally.count(COMPLETED + event.level - 1, numberOf(event.memberId))
      case 'upgrade.accepted':
        return tally.count(UPGRADED, numberOf(event.memberId))
      case 'receiver.set':
        return tally.count(ROLE, numberOf(event.memberId))
      case 'donation.confirmed':
        return countMoney(
          tally,
          numberOf(event.donorId),
          event.receiverId === null ? null : numberOf(event.receiverId),
          event.amountCents,
        )
      default:
    }
  }
}

function countMoney(tally: Tally, donor: number, receiver: number | null, amountCents: number): void {
  tally.count(CONFIRMED, donor)
  tally.given[donor]! += amountCents
  if (receiver === null) {
    tally.administration += amountCents
    return
  }
  tally.count(RECEIVED, receiver)
  tally.received[receiver]! += amountCents
}
