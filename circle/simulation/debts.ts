import { DAY_MS } from '../period.ts'
import type { Level, Plan } from '../plan.ts'
import { invariant } from '../assert.ts'
import type { ObligationKinds } from './obligation-kinds.ts'
import { ADMINISTRATION, contributionTo, obligationKindsOf } from './obligation-kinds.ts'
import type { MemberQueue } from './member-queue.ts'
import type { IntegerList } from './integer-list.ts'
import type { OpeningObligation } from './opening.ts'
import type { Owing } from './owing.ts'
import type { SharedPlaces } from './shared-places.ts'
import { ENDED, Obligations, OPEN, WAITING } from './obligations.ts'
import type { Tally } from './tally.ts'
import { CANCELLED, CONFIRMED, EXPIRED, MATCHED, OWED, ROLE, VOID } from './tally.ts'

/**
 * Obligations and their matching over arrays: the rules of matching.ts and release.ts. Every change is counted in the
 * tally.
 */
export class Debts {
  readonly kinds: ObligationKinds
  readonly owed = new Obligations()
  private readonly queues: readonly MemberQueue[]
  private readonly owing: Owing
  private readonly tally: Tally
  private readonly deadlineMs: number
  private readonly shared: SharedPlaces | null

  constructor(
    plan: Plan,
    queues: readonly MemberQueue[],
    owing: Owing,
    { tally, shared }: { tally: Tally; shared: SharedPlaces | null },
  ) {
    this.shared = shared
    this.owing = owing
    this.kinds = obligationKindsOf(plan)
    this.deadlineMs = plan.deadlineDays * DAY_MS
    this.queues = queues
    this.tally = tally
  }

  owe(member: number, kind: number, missed: boolean): void {
    this.tally.count(OWED, member)
    this.shared?.owe(member)
    this.owed.owe(member, kind, this.kinds.target[kind]!, missed)
  }

  /** Takes over what is owed when a live circle begins its run, in the order of age. */
  load({ donor, kind, isOverdue, pausedUntil, open }: OpeningObligation): void {
    const { owed, tally } = this
    tally.count(OWED, donor)
    if (open) {
      tally.count(MATCHED, donor)
      owed.loadOpen(donor, kind, open.receiver, open.deadlineAt)
    } else {
      owed.owe(donor, kind, this.kinds.target[kind]!, false)
    }
    owed.from[owed.size] = pausedUntil ?? 0
    if (!isOverdue) return
    owed.overdue[owed.size] = 1
    this.owing.add(donor)
  }

  /** Says which of the loaded obligations, by order, will be missed, and lets the open ones run. */
  settle(order: number, missed: boolean): void {
    const { status, receiver, deadline } = this.owed
    this.owed.missed[order] = missed ? 1 : 0
    if (status[order] === OPEN) this.owed.begin(order, receiver[order]!, deadline[order]!)
  }

  /** The money of an open donation arrived: nothing is owed any more. */
  end(order: number): void {
    const { donor, status, overdue } = this.owed
    status[order] = ENDED
    if (overdue[order] === 1) this.owing.remove(donor[order]!)
  }

  targetOf(order: number): number {
    return this.kinds.target[this.owed.kind[order]!]!
  }

  /** Gives waiting obligations, oldest first, to the first member in serving order with a need who is not the donor. */
  match(now: number): void {
    const { waiting } = this.owed
    const toAdministration = waiting[ADMINISTRATION]!
    for (let index = 0; index < toAdministration.length; index += 1) this.begin(toAdministration.items[index]!, 0, now)
    toAdministration.length = 0
    for (let target = 1; target <= this.queues.length; target += 1) {
      if (waiting[target]!.length === 0) continue
      if (this.shared) {
        this.matchShared(this.queues[target - 1]!, waiting[target]!, now)
        if (this.shared.isByPerson) this.voidUnreceived(this.shared, waiting[target]!)
      } else if (this.owing.total > 0) this.matchByRank(this.queues[target - 1]!, waiting[target]!, now)
      else this.matchQueue(this.queues[target - 1]!, waiting[target]!, now)
    }
  }

  /**
   * The contribution's deadline has passed: it is void, and its receiver needs another donation. Answers false when it
   * had ended already.
   */
  expire(order: number): boolean {
    const { donor, receiver, status } = this.owed
    if (status[order] !== OPEN) return false
    status[order] = ENDED
    this.tally.count(EXPIRED, donor[order]!)
    this.tally.count(VOID, donor[order]!)
    this.queues[this.targetOf(order) - 1]!.reopen(receiver[order]!)
    this.shared?.expire(donor[order]!, receiver[order]!)
    return true
  }

  /** A receiver's donations go back to the list. */
  releaseUnpaid(member: number, level: Level): void {
    const { size, status, receiver } = this.owed
    for (let order = 1; order <= size; order += 1) {
      if (status[order] === OPEN && receiver[order] === member && this.targetOf(order) === level) this.release(order)
    }
  }

  /** Cancels the contributions that a member still owes to a queue, because the place in it is lost. */
  voidContributions(member: number, level: Level): void {
    const { size, status, donor, kind, waiting } = this.owed
    const isTheirs = (order: number) => donor[order] === member && kind[order] === contributionTo(level)
    for (let order = 1; order <= size; order += 1) {
      if (status[order] === OPEN && isTheirs(order)) this.release(order)
    }
    const list = waiting[level]!
    let kept = 0
    for (let index = 0; index < list.length; index += 1) {
      const order = list.items[index]!
      if (isTheirs(order)) {
        status[order] = ENDED
        this.tally.count(VOID, member)
      } else {
        list.items[kept] = order
        kept += 1
      }
    }
    list.length = kept
  }

  /** Owed = waiting + open + confirmed + void: throws when an obligation was lost. */
  ensureNothingLost(): void {
    const { size, status, waiting } = this.owed
    const { tally } = this
    const found = [0, 0, 0, 0]
    for (let order = 1; order <= size; order += 1) found[status[order]!]! += 1
    const listed = waiting.reduce((sum, list) => sum + list.length, 0)
    invariant(tally.total(OWED) === size && found[WAITING] === listed, 'an obligation that waits stands in its list')
    invariant(found[ENDED] === tally.total(CONFIRMED) + tally.total(VOID), 'owed = waiting + open + confirmed + void')
    invariant(
      found[OPEN] === tally.total(MATCHED) - tally.total(CONFIRMED) - tally.total(EXPIRED) - tally.total(CANCELLED),
      'each open obligation has one donation',
    )
  }

  private matchQueue(queue: MemberQueue, waiting: IntegerList, now: number): void {
    const { next, key, isReceiver, end } = queue
    const { donor } = this.owed
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
      this.begin(order, chosen, now)
      receiver = queue.receiverInNeed(receiver)
    }
    waiting.length = kept
  }

  /** The same while somebody is served last, one search for each obligation: it is rare, and soon over. */
  private matchByRank(queue: MemberQueue, waiting: IntegerList, now: number): void {
    let kept = 0
    for (let index = 0; index < waiting.length; index += 1) {
      const order = waiting.items[index]!
      const chosen = queue.firstServed(this.owed.donor[order]!)
      if (chosen === queue.end) {
        waiting.items[kept] = order
        kept += 1
        continue
      }
      if (queue.isReceiver[chosen] === 0) {
        queue.giveRole(chosen)
        this.tally.count(ROLE, chosen)
      }
      queue.assign(chosen)
      this.begin(order, chosen, now)
    }
    waiting.length = kept
  }

  /** The same where people have several places: nobody gives to one of their own, and some must receive. */
  private matchShared(queue: MemberQueue, waiting: IntegerList, now: number): void {
    const shared = this.shared!
    shared.startMatching()
    let kept = 0
    for (let index = 0; index < waiting.length; index += 1) {
      const order = waiting.items[index]!
      const giver = this.owed.donor[order]!
      const isOthers = (place: number) => shared.owners[place] !== giver
      const must = shared.mustReceive()
      let chosen = must ? queue.firstThat((place) => isOthers(place) && must(place)) : queue.end
      if (chosen === queue.end) chosen = queue.firstThat((place) => isOthers(place) && !shared.isServed(place))
      if (chosen === queue.end) {
        waiting.items[kept] = order
        kept += 1
        continue
      }
      if (queue.isReceiver[chosen] === 0) {
        queue.giveRole(chosen)
        this.tally.count(ROLE, shared.owners[chosen]!)
      }
      queue.assign(chosen)
      shared.begin(giver, chosen)
      this.begin(order, chosen, now)
    }
    waiting.length = kept
  }

  /** Contributions that their donors alone could still receive are owed to nobody. */
  private voidUnreceived(shared: SharedPlaces, waiting: IntegerList): void {
    const { donor, kind, status } = this.owed
    let kept = 0
    for (let index = 0; index < waiting.length; index += 1) {
      const order = waiting.items[index]!
      if (kind[order] === contributionTo(1) && !shared.isReceivable(donor[order]!)) {
        status[order] = ENDED
        this.tally.count(VOID, donor[order]!)
        shared.void(donor[order]!)
        continue
      }
      waiting.items[kept] = order
      kept += 1
    }
    waiting.length = kept
  }

  private begin(order: number, receiver: number, now: number): void {
    this.tally.count(MATCHED, this.owed.donor[order]!)
    this.owed.begin(order, receiver, Math.max(now, this.owed.from[order]!) + this.deadlineMs)
  }

  private release(order: number): void {
    const { donor, receiver } = this.owed
    const target = this.targetOf(order)
    this.tally.count(CANCELLED, donor[order]!)
    this.queues[target - 1]!.reopen(receiver[order]!)
    this.owed.release(order, target)
  }
}
