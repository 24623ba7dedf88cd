import { IntegerList } from './integer-list.ts'

export const WAITING = 1
export const OPEN = 2
export const ENDED = 3

/** Every obligation of a run by its order, from 1: whose, what, and while it is open, to whom and until when. */
export class Obligations {
  /** The number of obligations, which is also the highest order. */
  size = 0
  donor: Uint16Array
  kind: Uint16Array
  receiver: Uint16Array
  status: Uint8Array
  missed: Uint8Array
  overdue: Uint8Array
  deadline: Float64Array
  /** From when it is paid: 0 for all but a month that was left out. */
  from: Float64Array
  /** By target, 0 the administrative account: what waits for a receiver, oldest first. */
  readonly waiting: readonly IntegerList[] = [
    new IntegerList(64),
    new IntegerList(512),
    new IntegerList(512),
    new IntegerList(512),
  ]
  /**
   * Obligations that are open and will be paid. Some may have ended or stand here twice, so readers check the status.
   */
  readonly open = new IntegerList(512)
  /** Obligations that are open and will never be paid; readers check the status here too. */
  readonly unpaid = new IntegerList(512)

  constructor(capacity = 4096) {
    this.donor = new Uint16Array(capacity)
    this.kind = new Uint16Array(capacity)
    this.receiver = new Uint16Array(capacity)
    this.status = new Uint8Array(capacity)
    this.missed = new Uint8Array(capacity)
    this.overdue = new Uint8Array(capacity)
    this.deadline = new Float64Array(capacity)
    this.from = new Float64Array(capacity)
  }

  reset(): void {
    this.size = 0
    this.open.length = 0
    this.unpaid.length = 0
    for (const list of this.waiting) list.length = 0
  }

  owe(donor: number, kind: number, target: number, missed: boolean): void {
    const order = (this.size += 1)
    if (order === this.donor.length) this.grow()
    this.donor[order] = donor
    this.kind[order] = kind
    this.status[order] = WAITING
    this.missed[order] = missed ? 1 : 0
    this.overdue[order] = 0
    this.from[order] = 0
    this.waiting[target]!.push(order)
  }

  /** Open from before the run; `begin` follows once it is known whether it is missed. */
  loadOpen(donor: number, kind: number, receiver: number, deadline: number): void {
    const order = (this.size += 1)
    if (order === this.donor.length) this.grow()
    this.donor[order] = donor
    this.kind[order] = kind
    this.status[order] = OPEN
    this.missed[order] = 0
    this.overdue[order] = 0
    this.from[order] = 0
    this.receiver[order] = receiver
    this.deadline[order] = deadline
  }

  /** Matched: a donation with a receiver and a deadline. */
  begin(order: number, receiver: number, deadline: number): void {
    this.status[order] = OPEN
    this.receiver[order] = receiver
    if (this.missed[order] === 0) return this.open.push(order)
    this.deadline[order] = deadline
    return this.unpaid.push(order)
  }

  /** Returns an obligation to its waiting list, with its age. */
  release(order: number, target: number): void {
    this.status[order] = WAITING
    this.waiting[target]!.insert(order)
  }

  /** Takes what is open and will be paid by now, oldest first and each once; what is paid later stays in the list. */
  takePayable(now: number, into: IntegerList): void {
    const { open, status, from } = this
    open.sort()
    into.length = 0
    let kept = 0
    let last = 0
    for (let index = 0; index < open.length; index += 1) {
      const order = open.items[index]!
      if (status[order] !== OPEN || order === last) continue
      last = order
      if (from[order]! <= now) into.push(order)
      else open.items[kept++] = order
    }
    open.length = kept
  }

  /** Takes what is open and past its deadline, oldest first; the same order may come twice. */
  takeExpired(now: number, into: IntegerList): void {
    const { unpaid, status, deadline } = this
    into.length = 0
    let kept = 0
    for (let index = 0; index < unpaid.length; index += 1) {
      const order = unpaid.items[index]!
      if (status[order] !== OPEN) continue
      if (now > deadline[order]!) {
        into.push(order)
      } else {
        unpaid.items[kept] = order
        kept += 1
      }
    }
    unpaid.length = kept
    into.sort()
  }

  private grow(): void {
    const capacity = this.donor.length * 2
    this.donor = copied(this.donor, new Uint16Array(capacity))
    this.kind = copied(this.kind, new Uint16Array(capacity))
    this.receiver = copied(this.receiver, new Uint16Array(capacity))
    this.status = copied(this.status, new Uint8Array(capacity))
    this.missed = copied(this.missed, new Uint8Array(capacity))
    this.overdue = copied(this.overdue, new Uint8Array(capacity))
    this.deadline = copied(this.deadline, new Float64Array(capacity))
    this.from = copied(this.from, new Float64Array(capacity))
  }
}

function copied<T extends Uint8Array | Uint16Array | Float64Array>(from: T, to: T): T {
  to.set(from)
  return to
}
