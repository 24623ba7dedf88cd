import { DAY_MS } from '#circle/period.ts'
import type { Level } from '#circle/plan.ts'
import type { CircleEvent, CircleState } from '#circle/state.ts'
import type { NaiveCircle, NaiveDonation, NaivePlace } from './naive-circle.ts'
import { nameOfPlace } from './naive-circle.ts'

/**
 * The ids of the rules by the naive names: a place by level and member, everything else by its number in the order of
 * making. Debts have that number in both.
 */
export class Names {
  readonly ids = new Map<string, string>()
  private readonly names = new Map<string, string>()
  private made = { d: 0, t: 0, r: 0 }

  /** The id behind a name; what is unknown stays as it is, and the rules do not find it either. */
  idOf(name: string): string {
    return this.ids.get(name) ?? name
  }

  nameOf(id: string | null): string | null {
    return id === null ? null : (this.names.get(id) ?? `unknown ${id}`)
  }

  note(event: CircleEvent): void {
    switch (event.kind) {
      case 'entry.placed':
        return this.placed(event, event.level)
      case 'entry.removed':
        this.ids.delete(this.names.get(event.entryId)!)
        return
      case 'place.handed_over':
        for (const which of [1, 2, 3]) {
          const id = this.ids.get(nameOfPlace({ level: event.level, member: event.memberId, which }))
          if (id === undefined) continue
          this.ids.delete(this.names.get(id)!)
          this.set(nameOfPlace({ level: event.level, member: event.newcomerId, which }), id)
        }
        return
      case 'queue.drawn':
      case 'circle.brought_in':
        for (const place of event.places) this.placed(place, event.level)
        return
      case 'queue.change_undone':
        for (const entryId of event.drop) this.ids.delete(this.names.get(entryId)!)
        for (const { entryId } of event.restore) this.set(this.names.get(entryId)!, entryId)
        return
      case 'donation.matched':
        return this.set(this.next('d'), event.donationId)
      case 'turn.started':
        return this.set(this.next('t'), event.turnId)
      case 'donation.reported':
        return this.set(this.next('r'), event.reportId)
      default:
    }
  }

  /** A place keeps its name; a new one has the first that is free. */
  private placed({ memberId, entryId }: { memberId: string; entryId: string }, level: Level): void {
    const known = this.names.get(entryId)
    if (known !== undefined && this.ids.get(known) === entryId) return
    const free = [1, 2, 3].find((which) => !this.ids.has(nameOfPlace({ level, member: memberId, which })))!
    this.set(nameOfPlace({ level, member: memberId, which: free }), entryId)
  }

  private next(kind: keyof Names['made']): string {
    this.made[kind] += 1
    return `${kind}${this.made[kind]}`
  }

  private set(name: string, id: string): void {
    this.ids.set(name, id)
    this.names.set(id, name)
  }
}

/** The first thing in which the state of the rules differs from the naive circle, as a sentence; null where they agree. */
export function differenceOf(state: CircleState, naive: NaiveCircle, names: Names): string | null {
  const said = (what: string, rules: unknown, plain: unknown) =>
    `${what}: the rules have ${JSON.stringify(rules)}, the naive circle ${JSON.stringify(plain)}`
  const counts: readonly (readonly [string, number, number])[] = [
    ['members', state.members.size, naive.members.length],
    ['places', state.entries.size, naive.places.length],
    ['turns', state.turns.size, naive.turns.length],
    ['debts', state.obligations.size, naive.debts.length],
    ['donations', state.donations.size, naive.donations.length],
    ['reports', state.reports.size, naive.reports.length],
    ['pulled', state.pulled.size, naive.pulled.length],
    ['donations ever made', state.donationsMade, naive.made.donations],
    ['rotations', state.rotation, naive.rotation.number],
    ['came in from elsewhere', Number(state.isBroughtIn), Number(naive.brought)],
    ['the rotation’s first number', state.rotationFrom, naive.rotation.after + 1],
    ['the next number', state.nextOrder, naive.made.debts + 1],
  ]
  for (const [what, rules, plain] of counts) if (rules !== plain) return said(what, rules, plain)
  if (state.pulledPeriod !== naive.pulledPeriod) return said('month', state.pulledPeriod, naive.pulledPeriod)
  for (const key of naive.pulled) if (!state.pulled.has(key)) return `only the naive circle has asked ${key}`
  for (const { name, completed, n3At, ...plain } of naive.members) {
    const { completedAt, n3CompletedAt, id: _, ...own } = state.members.get(name)!
    const rules = { ...own, completedAt, n3CompletedAt }
    const differs =
      own.status !== plain.status ||
      own.reentry !== plain.reentry ||
      own.isPassedOver !== plain.unserved ||
      own.pauses !== plain.pauses.count ||
      own.pausedRotation !== plain.pauses.rotation ||
      own.ahead.map(({ period }) => period).join() !== plain.ahead.map(({ month }) => month).join() ||
      own.shares !== plain.shares ||
      own.givenBefore !== plain.before ||
      n3CompletedAt !== n3At ||
      ([1, 2, 3] as const).some(
        (level) =>
          completedAt[level] !== completed[level] ||
          own.given[level] !== plain.given[level] ||
          own.received[level] !== plain.received[level],
      ) ||
      own.given.administration !== plain.given.administration
    if (differs) return said(name, rules, { ...plain, completed, n3At })
  }
  for (const place of naive.places) {
    const entry = state.entries.get(names.idOf(nameOfPlace(place)))
    if (!entry) return `only the naive circle has the place ${nameOfPlace(place)}`
    const rules: NaivePlace = {
      member: entry.memberId,
      level: entry.level,
      which: place.which,
      position: entry.position,
      receiver: entry.isReceiver,
      passed: entry.passedMemberIds,
      turn: numberOf(names.nameOf(entry.turnId)),
      since: entry.createdAt,
    }
    if (differ(rules, place)) return said(nameOfPlace(place), rules, place)
  }
  for (const turn of naive.turns) {
    const own = state.turns.get(names.idOf(`t${turn.number}`))
    const rules = own && {
      number: turn.number,
      member: own.memberId,
      level: own.level,
      required: own.required,
      confirmed: own.confirmed,
      cents: own.receivedCents,
      complete: own.status === 'complete',
      since: own.startedAt,
    }
    if (!own || differ(rules!, turn) || own.open !== naive.openOf(turn.number))
      return said(`turn ${turn.number}`, own && { ...rules, open: own.open }, turn)
  }
  const byOrder = new Map([...state.obligations.values()].map((owed) => [owed.order, owed]))
  for (const debt of naive.debts) {
    const own = byOrder.get(debt.number)
    const rules = own && {
      number: own.order,
      member: own.memberId,
      type: own.type,
      cents: own.amountCents,
      target: own.target,
      period: own.period,
      since: own.owedAt,
      overdue: own.overdue,
      later: own.pausedUntil,
      early: own.isAhead,
    }
    if (!own || differ(rules!, debt) || (own.status === 'waiting') !== naive.isWaiting(debt))
      return said(`debt ${debt.number}`, own, debt)
  }
  for (const donation of naive.donations) {
    const own = state.donations.get(names.idOf(`d${donation.number}`))
    const rules: NaiveDonation | undefined = own && {
      number: donation.number,
      debt: own.order,
      donor: own.donorId,
      receiver: own.receiverId,
      turn: numberOf(names.nameOf(own.turnId)),
      isSent: own.status === 'PENDING_CONFIRMATION',
      parts: donation.parts.length === own.parts ? donation.parts : [own.parts],
      sum: own.sentCents,
      deadline: own.deadlineAt,
      late: own.isLate,
      report: numberOf(names.nameOf(own.reportId)),
      rejections: own.rejections,
      rejectedAt: own.rejectedAt,
      left: own.leftMs,
      disputed: own.isUndecided,
    }
    if (!rules || differ(rules, donation)) return said(`donation ${donation.number}`, rules, donation)
  }
  for (const report of naive.reports) {
    const own = state.reports.get(names.idOf(`r${report.number}`))
    const rules = own && {
      number: report.number,
      donation: numberOf(names.nameOf(own.donationId)),
      by: own.reporterId,
      status: own.status,
      at: own.reportedAt,
      days: own.holdsMs === null ? null : own.holdsMs / DAY_MS,
    }
    if (!rules || differ(rules, report)) return said(`report ${report.number}`, rules, report)
  }
  return null
}

const numberOf = (name: string | null): number | null => (name === null ? null : Number(name.slice(1)))

function differ<T extends object>(a: { readonly [K in keyof T]: unknown }, b: T): boolean {
  for (const key of Object.keys(b) as (keyof T)[]) {
    const [one, other] = [a[key], b[key]]
    if (one === other) continue
    if (!Array.isArray(one) || !Array.isArray(other) || one.join() !== other.join()) return true
  }
  return false
}
