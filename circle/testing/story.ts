import type { Command } from '../circle.ts'
import { decide } from '../circle.ts'
import { ensureSettled, openBooks } from './invariants.ts'
import type { UpgradeOffer } from '../levels.ts'
import { upgradesOffered } from '../levels.ts'
import { DAY_MS } from '../period.ts'
import type { Level, Plan } from '../plan.ts'
import { LEVELS, presets } from '../plan.ts'
import type { CircleEvent, CircleMode, CircleState, Donation, Entry, EventKind, EventOfKind, Member } from '../state.ts'

/**
 * A circle told in domain words, driven through `decide` alone; the independent books are checked after every command.
 */
export function story(options: { plan?: Plan; mode?: CircleMode; at?: string; rules?: number } = {}): Story {
  const { plan = presets.termos, mode = 'demonstracao', at = '2026-01-05T12:00:00Z', rules } = options
  return new Story({ kind: 'create_circle', mode, plan, rules }, at)
}

export class Story {
  now: number
  /** The events of the last command. */
  events: readonly CircleEvent[] = []
  #state: CircleState | null = null
  readonly #books = openBooks()
  #ids = 0

  constructor(founding: Command, at: string) {
    this.now = Date.parse(at)
    this.does(founding)
  }

  get state(): CircleState {
    return this.#state!
  }

  /** Performs a command; a refusal here is a mistake in the test. */
  does(command: Command): this {
    const result = decide(this.#state, command, this.#context())
    if (!result.ok) throw new Error(`${command.kind} was refused: ${result.code} ${JSON.stringify(result.details)}`)
    this.events = result.events
    this.#state = result.state
    for (const event of result.events) this.#books.record(event)
    this.#books.check(this.state)
    ensureSettled(this.state)
    return this
  }

  /** The code a command is refused with, or null when it would be carried out. Nothing changes. */
  refusal(command: Command): string | null {
    const result = decide(this.#state, command, this.#context())
    return result.ok ? null : result.code
  }

  refusalDetails(command: Command): Readonly<Record<string, string | number>> {
    const result = decide(this.#state, command, this.#context())
    if (result.ok) throw new Error(`${command.kind} was not refused`)
    return result.details
  }

  #context() {
    return { now: this.now, newId: () => `id-${String((this.#ids += 1)).padStart(6, '0')}` }
  }

  // Time

  at(instant: string): this {
    this.now = Date.parse(instant)
    return this
  }

  days(count: number): this {
    this.now += count * DAY_MS
    return this
  }

  /**
   * Advances month by month, each begun with a pull, until something holds; a story that never gets there is a mistake
   * in the test.
   */
  until(holds: (told: this) => boolean, month: (told: this) => unknown): this {
    for (let months = 0; months < 200; months += 1) {
      if (holds(this)) return this
      month(this.days(28).pull())
    }
    throw new Error(`Not in 200 months: ${holds.toString()}`)
  }

  // People and places

  /** Approves m1 … mN; called again, it goes on counting. */
  members(count: number): this {
    const before = this.state.members.size
    for (let n = before + 1; n <= before + count; n += 1) this.does({ kind: 'approve_member', memberId: `m${n}` })
    return this
  }

  /** Places every member without a place in the queue, in the order of approval, at the lowest free positions. */
  placed(level: Level = 1): this {
    for (const memberId of this.state.members.keys())
      if (!this.findEntry(memberId, level)) this.place(memberId, { level })
    return this
  }

  place(memberId: string, where: { level?: Level; position?: number; isReceiver?: boolean } = {}): this {
    return this.does(this.placing(memberId, where))
  }

  placing(memberId: string, where: { level?: Level; position?: number; isReceiver?: boolean } = {}): Command {
    const { level = 1, position = this.#lowestFree(level), isReceiver = false } = where
    return { kind: 'place', memberId, level, position, isReceiver }
  }

  #lowestFree(level: Level): number {
    const taken = new Set(this.#entriesOf(level).map((entry) => entry.position))
    let position = 1
    while (taken.has(position)) position += 1
    return position
  }

  remove(memberId: string, level: Level = 1): this {
    return this.does({ kind: 'remove', entryId: this.entryId(memberId, level) })
  }

  swap(memberId: string, otherId: string, level: Level = 1): this {
    return this.does({
      kind: 'swap',
      entryId: this.entryId(memberId, level),
      otherEntryId: this.entryId(otherId, level),
    })
  }

  toEnd(memberId: string, level: Level = 1): this {
    return this.does({ kind: 'move_to_end', memberId, level })
  }

  reorder(memberId: string, position: number, level: Level = 1): this {
    return this.does({ kind: 'reorder', entryId: this.entryId(memberId, level), position })
  }

  setReceiver(memberId: string, nextId: string, level: Level = 1): this {
    return this.does({
      kind: 'set_receiver',
      entryId: this.entryId(memberId, level),
      nextEntryId: this.entryId(nextId, level),
    })
  }

  nextReceiver(memberId: string, level: Level = 1): this {
    return this.does({ kind: 'next_receiver', entryId: this.entryId(memberId, level) })
  }

  leaves(memberId: string): this {
    return this.does({ kind: 'depart_member', memberId, how: 'left' })
  }

  suspended(memberId: string): this {
    return this.does({ kind: 'depart_member', memberId, how: 'suspended' })
  }

  reinstated(memberId: string): this {
    return this.does({ kind: 'reinstate_member', memberId })
  }

  // Money

  pull(): this {
    return this.does({ kind: 'generate_pull' })
  }

  /** The member sends the receipt of every donation still to be paid. */
  sendsReceipt(memberId: string): this {
    for (const { id, status } of this.#donationsOf(memberId)) {
      if (status === 'PENDING_PAYMENT') this.does({ kind: 'send_receipt', donationId: id, memberId })
    }
    return this
  }

  /** The receiver rejects the receipt of a donation. */
  rejects(memberId: string, donation: string): this {
    return this.does({ kind: 'reject_receipt', donationId: this.donationId(donation), memberId, stays: true })
  }

  /** Every receipt that this donor sent is confirmed by its receiver. */
  confirmedFor(memberId: string): this {
    for (const { id, status, receiverId } of this.#donationsOf(memberId)) {
      if (status === 'PENDING_CONFIRMATION') this.does({ kind: 'confirm', donationId: id, by: byReceiver(receiverId) })
    }
    return this
  }

  /** Each of these members pays what they have open, and the receivers confirm. */
  paid(...memberIds: string[]): this {
    for (const memberId of memberIds) this.sendsReceipt(memberId).confirmedFor(memberId)
    return this
  }

  /** Everybody pays until nothing is open; what waits for a receiver waits. */
  everyonePays(): this {
    while (this.state.donations.size > 0) {
      for (const memberId of this.state.members.keys()) this.paid(memberId)
    }
    return this
  }

  upgrades(memberId: string, fromLevel: Level = 1): this {
    return this.does({ kind: 'accept_upgrade', memberId, fromLevel, toLevel: (fromLevel + 1) as Level })
  }

  everyoneUpgrades(): this {
    for (const memberId of this.state.members.keys()) {
      for (const { fromLevel } of this.offers(memberId)) this.upgrades(memberId, fromLevel)
    }
    return this
  }

  expire(): this {
    return this.does({ kind: 'expire' })
  }

  /** The unpaid is late past its deadline, and in a roda stays owed. */
  late(): this {
    return this.does({ kind: 'expire', late: true })
  }

  reports(memberId: string, donation: string, reportId = 'report'): this {
    return this.does({ kind: 'report', reportId, donationId: this.donationId(donation), memberId })
  }

  opensCase(donation: string, reportId = 'case'): this {
    return this.does({ kind: 'open_case', reportId, donationId: this.donationId(donation), bounded: true })
  }

  resolved(outcome: 'keep' | 'confirm' | 'cancel', reportId = 'report'): this {
    return this.does({ kind: 'resolve_report', reportId, resolution: 'RESOLVED', outcome })
  }

  // Views for expectations

  /** A queue in one line, receivers starred: `1:m1* 2:m2 5:m3`. */
  queue(level: Level = 1): string {
    return this.#entriesOf(level)
      .map((entry) => `${entry.position}:${entry.memberId}${entry.isReceiver ? '*' : ''}`)
      .join(' ')
  }

  /** Open donations by age: `m2→m1`, with the type unless it is a PULL, and `sent` once the receipt is there. */
  open(): string[] {
    return this.#donations().map(
      (donation) => `${nameOf(donation)}${donation.status === 'PENDING_CONFIRMATION' ? ' sent' : ''}`,
    )
  }

  /** Obligations that wait for a receiver, by age: `m1 PULL`, and `overdue` when its donation expired. */
  waiting(): string[] {
    return [...this.state.obligations.values()]
      .filter((owed) => owed.status === 'waiting')
      .sort((a, b) => a.order - b.order)
      .map((owed) => `${owed.memberId} ${owed.type}${owed.overdue ? ' overdue' : ''}`)
  }

  /**
   * A member's received amount less the given amount, in reais: in one queue, or in all and to the administrative
   * account.
   */
  balance(memberId: string, level?: Level): number {
    const { given, received } = this.member(memberId)
    const levels: readonly Level[] = level === undefined ? LEVELS : [level]
    const net = levels.reduce((sum, each) => sum + received[each] - given[each], 0)
    return (net - (level === undefined ? given.administration : 0)) / 100
  }

  member(memberId: string): Member {
    return this.state.members.get(memberId)!
  }

  findEntry(memberId: string, level: Level = 1): Entry | undefined {
    return this.#entriesOf(level).find((entry) => entry.memberId === memberId)
  }

  entryId(memberId: string, level: Level = 1): string {
    return this.findEntry(memberId, level)?.id ?? 'no-entry'
  }

  passed(memberId: string, level: Level = 1): readonly string[] {
    return this.findEntry(memberId, level)!.passedMemberIds
  }

  /** The confirmed and open donations of a member's running turn: `1+2 of 3`. */
  turn(memberId: string, level: Level = 1): string {
    const turn = this.state.turns.get(this.findEntry(memberId, level)?.turnId ?? '')
    return turn ? `${turn.confirmed}+${turn.open} of ${turn.required}` : 'none'
  }

  offers(memberId: string): UpgradeOffer[] {
    return upgradesOffered(this.state, memberId)
  }

  isOverdue(memberId: string): boolean {
    return [...this.state.obligations.values()].some((owed) => owed.memberId === memberId && owed.overdue)
  }

  donation(name: string): Donation {
    const found = this.#donations().find((donation) => nameOf(donation) === name)
    if (!found) throw new Error(`No open donation ${name} among: ${this.open().join(', ')}`)
    return found
  }

  donationId(name: string): string {
    return this.donation(name).id
  }

  /** The events of one kind that the last command caused. */
  happened<K extends EventKind>(kind: K): EventOfKind<K>[] {
    return this.events.filter((event): event is EventOfKind<K> => event.kind === kind)
  }

  #entriesOf(level: Level): Entry[] {
    return [...this.state.entries.values()]
      .filter((entry) => entry.level === level)
      .sort((a, b) => a.position - b.position)
  }

  #donations(): Donation[] {
    return [...this.state.donations.values()].sort((a, b) => a.order - b.order)
  }

  #donationsOf(donorId: string): Donation[] {
    return this.#donations().filter((donation) => donation.donorId === donorId)
  }
}

function nameOf({ donorId, receiverId, type }: Donation): string {
  return `${donorId}→${receiverId ?? 'administration'}${type === 'PULL' ? '' : ` ${type}`}`
}

function byReceiver(receiverId: string | null): { memberId: string } | 'administration' {
  return receiverId === null ? 'administration' : { memberId: receiverId }
}
