import type { Command } from '../circle.ts'
import { decide } from '../circle.ts'
import { upgradesOffered } from '../levels.ts'
import type { Level, Plan } from '../plan.ts'
import { queueOf } from '../decision.ts'
import type { CircleEvent, CircleState } from '../state.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { SimulatedCircle } from './scenario.ts'
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
  due = new Int32Array(0)
  #state: CircleState | null = null
  readonly #members: number
  readonly #missed = new Set<number>()
  #ids = 0

  constructor(plan: Plan, members: number) {
    this.#members = members
    this.tally = new Tally(members, plan.levels.length)
    this.#perform(0, { kind: 'create_circle', mode: 'demonstracao', plan })
    for (let member = 0; member < members; member += 1) {
      this.#perform(0, { kind: 'approve_member', memberId: idOf(member) })
      this.#perform(0, { kind: 'place', memberId: idOf(member), level: 1, position: member + 1, isReceiver: false })
    }
  }

  get state(): CircleState {
    return this.#state!
  }

  expire(now: number): void {
    this.#perform(now, { kind: 'expire' })
  }

  returnPlaces(now: number): void {
    for (let member = 0; member < this.#members; member += 1) {
      if (this.state.members.get(idOf(member))!.reentry !== 'allowed') continue
      const taken = new Set(queueOf(this, 1).map((entry) => entry.position))
      let position = this.#members
      while (taken.has(position)) position -= 1
      this.#perform(now, { kind: 'place', memberId: idOf(member), level: 1, position, isReceiver: false })
    }
  }

  pull(now: number, random: SeededRandom, missed: number): void {
    for (const event of this.#perform(now, { kind: 'generate_pull' })) {
      if (event.kind === 'obligation.owed' && random.happens(missed)) this.#missed.add(event.order)
    }
  }

  payable(): number {
    const orders = [...this.state.donations.values()]
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
    return completed ? numberOf(completed.memberId) : -1
  }

  isOffered(member: number, from: Level): boolean {
    return upgradesOffered(this.state, idOf(member)).some((offer) => offer.fromLevel === from)
  }

  acceptUpgrade(member: number, from: Level, now: number): void {
    this.#perform(now, {
      kind: 'accept_upgrade',
      memberId: idOf(member),
      fromLevel: from,
      toLevel: (from + 1) as Level,
    })
  }

  #perform(now: number, command: Command): readonly CircleEvent[] {
    const newId = () => `id-${String((this.#ids += 1)).padStart(9, '0')}`
    const result = decide(this.#state, command, { now, newId })
    if (!result.ok) throw new Error(`The simulator asked for what the rules refuse: ${command.kind}, ${result.code}`)
    this.#state = result.state
    for (const event of result.events) count(this.tally, event)
    return result.events
  }
}

function count(tally: Tally, event: CircleEvent): void {
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
    case 'turn.completed':
      return tally.count(COMPLETED + event.level - 1, numberOf(event.memberId))
    case 'upgrade.accepted':
      return tally.count(UPGRADED, numberOf(event.memberId))
    case 'receiver.set':
      return tally.count(ROLE, numberOf(event.memberId))
    case 'donation.confirmed':
      return countMoney(tally, event.donorId, event.receiverId, event.amountCents)
    default:
  }
}

function countMoney(tally: Tally, donorId: string, receiverId: string | null, amountCents: number): void {
  tally.count(CONFIRMED, numberOf(donorId))
  tally.given[numberOf(donorId)]! += amountCents
  if (receiverId === null) {
    tally.administration += amountCents
    return
  }
  tally.count(RECEIVED, numberOf(receiverId))
  tally.received[numberOf(receiverId)]! += amountCents
}

function idOf(member: number): string {
  return `m${member}`
}

function numberOf(memberId: string): number {
  return Number(memberId.slice(1))
}
