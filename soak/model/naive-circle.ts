import type { Command } from '#circle/circle.ts'
import type { DonationType, Level, LevelPlan, OwedItem, Plan, Target } from '#circle/plan.ts'
import type { RefusalCode } from '#circle/refusal.ts'

// The rules once more, written to be read, not to be fast: nothing is indexed or kept twice, nothing becomes an event,
// and whatever can be counted is counted anew. What both agree on after a million random commands was understood the
// same way twice.

export type NaivePlace = {
  member: string
  level: Level
  /** Which of its member's places it is, from 1: only its name. */
  which: number
  position: number
  receiver: boolean
  passed: readonly string[]
  /** The number of the running turn. */
  turn: number | null
  since: number
}
export type NaiveTurn = {
  number: number
  member: string
  level: Level
  required: number
  confirmed: number
  cents: number
  complete: boolean
  since: number
}
export type NaiveDebt = {
  number: number
  member: string
  type: DonationType
  /** Still owed. */
  cents: number
  target: Target
  period: string | null
  since: number
  overdue: boolean
  /** When a month that was left out comes up again. */
  later: number | null
  /** Its month has not been asked for. */
  early: boolean
}
export type NaiveDonation = {
  number: number
  /** The number of the debt that it pays. */
  debt: number
  donor: string
  receiver: string | null
  turn: number | null
  isSent: boolean
  /** The sums that came, in order, and that of the receipt that waits where it is not for the whole. */
  parts: readonly number[]
  sum: number | null
  deadline: number
  /** The deadline passed in a roda, where it is still to come. */
  late: boolean
  /** The number of its report, also once that has ended. */
  report: number | null
  rejections: number
  rejectedAt: number | null
  left: number | null
  /** Its receipt was rejected, and nobody has decided since: nothing but a decision or the money ends it. */
  disputed: boolean
}
export type NaiveReport = {
  number: number
  donation: number
  by: string | null
  status: 'PENDING' | 'INVESTIGATING'
  at: number
  /** Whole days of which it stops a clock; null: by who opened it. */
  days: number | null
}
export type NaiveMember = {
  name: string
  status: 'approved' | 'suspended' | 'left'
  completed: Partial<Record<Level, number>>
  n3At: number | null
  reentry: 'none' | 'owing' | 'allowed'
  /** They are paid by nobody: the last month's asking left them out for want of their consent. */
  unserved: boolean
  /** How many places of a roda they take. */
  shares: number
  /** The centavos that they had given when this rotation began. */
  before: number
  /** How many months they left out in which of their rotations. */
  pauses: { rotation: number; count: number }
  /** The debts of months that were not asked for yet. */
  ahead: { debt: number; month: string }[]
  given: Record<Target, number>
  received: Record<Level, number>
}

type NaivePerson = ReturnType<NaiveCircle['people']>[number]

/** The answer to a command: done, or why not. */
export type Verdict = { readonly ok: true } | { readonly ok: false; readonly code: RefusalCode }

const DAY = 86_400_000
const PLACES = 100

class No extends Error {
  readonly code: RefusalCode
  constructor(code: RefusalCode) {
    super(code)
    this.code = code
  }
}

function no(code: RefusalCode): never {
  throw new No(code)
}

/**
 * A circle by the naive rules. Commands name a place `N1:member`, a donation `d7` and a report `r2` by its number in the
 * order of making. The month of an instant is given, so that its reading of the calendar is its own.
 */
export class NaiveCircle {
  mode: 'demonstracao' | 'real'
  plan: Plan
  members: NaiveMember[] = []
  places: NaivePlace[] = []
  turns: NaiveTurn[] = []
  debts: NaiveDebt[] = []
  donations: NaiveDonation[] = []
  reports: NaiveReport[] = []
  pulledPeriod: string | null = null
  pulled: string[] = []
  /** Which rotation runs, and how many debts there were when it began. */
  rotation = { number: 1, after: 0 }
  /** Its first rotation began elsewhere. */
  brought = false
  made = { debts: 0, donations: 0, turns: 0, reports: 0 }
  /** How a queue was before its last change, as long as nothing rests on that. */
  before: { level: Level; places: NaivePlace[]; reentry: Map<string, NaiveMember['reentry']> } | null = null
  /** The queues whose money or places this command has touched. */
  private touched = { money: new Set<Level>(), places: new Set<Level>() }
  private now = 0
  private readonly periodOf: (at: number) => string

  /** Founded by rules that count each person of a roda for themselves. */
  private readonly counts: boolean

  constructor(mode: 'demonstracao' | 'real', plan: Plan, periodOf: (at: number) => string, rules = 1) {
    this.mode = mode
    this.plan = plan
    this.counts = rules >= 5
    this.periodOf = periodOf
  }

  /** Performs a command at a time, in epoch ms. A refused one changes nothing. */
  perform(command: Command, now: number): Verdict {
    const kept = this.copy()
    this.now = now
    this.touched = { money: new Set(), places: new Set() }
    try {
      this.dispatch(command)
    } catch (error) {
      if (!(error instanceof No)) throw error
      Object.assign(this, kept)
      return { ok: false, code: error.code }
    }
    this.rememberForUndo(command, kept)
    return { ok: true }
  }

  private copy() {
    const each = <T extends object>(list: readonly T[]): T[] => list.map((one) => ({ ...one }))
    return {
      plan: this.plan,
      members: this.members.map((one) => {
        return { ...one, given: { ...one.given }, received: { ...one.received }, ahead: [...one.ahead] }
      }),
      places: each(this.places),
      turns: each(this.turns),
      debts: each(this.debts),
      donations: each(this.donations),
      reports: each(this.reports),
      pulledPeriod: this.pulledPeriod,
      pulled: [...this.pulled],
      made: { ...this.made },
      rotation: this.rotation,
      brought: this.brought,
      before: this.before,
    }
  }

  private dispatch(command: Command): void {
    switch (command.kind) {
      case 'create_circle':
        throw new Error('The circle exists already')
      case 'change_plan':
        return this.changePlan(command.plan)
      case 'approve_member':
        return this.approve(command.memberId)
      case 'depart_member':
        return this.depart(command.memberId, command.how)
      case 'reinstate_member': {
        const member = this.member(command.memberId)
        if (member.status === 'approved') no('member.not_suspended')
        if (member.status === 'left') this.ensureMayReturn(command.memberId)
        member.status = 'approved'
        return
      }
      case 'generate_pull':
        return this.pull(command)
      case 'serve_again':
        this.member(command.memberId).unserved = false
        return this.match()
      case 'send_receipt':
        return this.send(command.donationId, command.memberId, command.cents)
      case 'reject_receipt':
        return this.reject(command.donationId, command.memberId, command.stays === true)
      case 'confirm': {
        const donation = this.donation(command.donationId)
        const by = command.by === 'administration' ? null : command.by.memberId
        if (donation.receiver !== by) no('donation.not_receiver')
        this.ensureSent(donation)
        if (command.cents !== (donation.sum ?? undefined)) no('donation.part_differs')
        this.settle(donation)
        return this.match()
      }
      case 'expire':
        return this.expire(command.late === true && this.isRoda())
      case 'report': {
        const donation = this.donation(command.donationId)
        const { memberId } = command
        if (memberId !== donation.donor && memberId !== donation.receiver) no('donation.not_party')
        if (donation.report !== null) no('donation.already_reported')
        return this.openCase(donation, memberId)
      }
      case 'open_case': {
        const donation = this.donation(command.donationId)
        if (this.liveReportOf(donation)) no('donation.already_reported')
        return this.openCase(donation, null, command.bounded ? (donation.report === null ? 14 : 0) : null)
      }
      case 'set_report_status': {
        const report = this.openReport(command.reportId)
        if (command.status === 'PENDING' || command.status === 'INVESTIGATING') report.status = command.status
        else this.closeCase(report, 'keep')
        return this.match()
      }
      case 'resolve_report':
        return this.resolve(command)
      case 'decide_appeal':
        return this.appeal(command)
      case 'accept_upgrade':
        return this.upgrade(command.memberId, command.fromLevel, command.toLevel)
      case 'swap_turns': {
        if (this.plan.levels.length > 1) no('swap.not_here')
        const { memberId, otherId, position, otherPosition } = command
        if (memberId === otherId) no('swap.oneself')
        const [a, b] = [this.stillWaiting(memberId), this.stillWaiting(otherId)]
        if (a.position !== position || b.position !== otherPosition) no('swap.changed')
        this.swap(a, b)
        return this.match()
      }
      case 'hand_over':
        return this.handOver(command)
      case 'bring_in':
        return this.bringIn(command.rows)
      case 'take_shares':
        return this.takeShares(command.memberId, command.shares)
      case 'begin_rotation':
        return this.beginAgain()
      case 'pay_ahead':
        return this.payAhead(command.memberId, command.receiverId)
      case 'pause_month':
        return this.pause(this.donation(command.donationId))
      case 'apply_draw':
        return this.draw(command.memberIds)
      case 'undo':
        return this.undo()
      default:
        this.arrange(command)
        this.match()
    }
  }

  private arrange(command: Arrangement): void {
    switch (command.kind) {
      case 'place':
        return this.place(command.memberId, command.level, command.position, command.isReceiver)
      case 'remove': {
        const place = this.placeNamed(command.entryId)
        this.vacateAll(place.member, place.level)
        return this.oweDifference(place.member, place.level)
      }
      case 'swap':
        return this.swap(this.placeNamed(command.entryId), this.placeNamed(command.otherEntryId))
      case 'move_to_end':
        if (!this.placeOf(command.memberId, command.level)) no('queue.member_not_in_queue')
        for (const place of this.placesOf(command.memberId, command.level)) this.toEnd(place)
        return
      case 'reorder': {
        const place = this.placeNamed(command.entryId)
        const position = this.positionOf(command.position)
        if (this.queue(place.level).some((other) => other.position === position)) this.goAmong(place, position)
        else this.goTo(place, position)
        return
      }
      case 'set_receiver': {
        const [a, b] = [this.placeNamed(command.entryId), this.placeNamed(command.nextEntryId)]
        if (a === b) no('queue.same_entry')
        if (a.level !== b.level) no('queue.other_queue')
        if (!a.receiver) no('queue.not_receiver')
        if (b.receiver) no('queue.already_receiver')
        return this.handRole(a, b)
      }
      case 'next_receiver': {
        const place = this.placeNamed(command.entryId)
        if (!place.receiver) no('queue.not_receiver')
        return this.handRole(place, this.nextWithoutRole(place) ?? no('queue.no_next_receiver'))
      }
      case 'edit_entry': {
        const place = this.placeNamed(command.entryId)
        const position = this.positionOf(command.position ?? place.position)
        if (position !== place.position) this.ensureFree(place.level, position)
        this.goTo(place, position)
        if (command.isReceiver === true && !place.receiver) this.giveRole(place)
        if (command.isReceiver === false && place.receiver) this.takeRole(place)
      }
    }
  }

  private changePlan(plan: Plan): void {
    if (this.brought || this.made.donations > 0 || this.debts.length > 0) no('plan.frozen')
    if (this.mode === 'real' && !returnsAll(plan)) no('plan.not_balanced')
    if (this.places.some(({ level }) => level > plan.levels.length)) no('plan.invalid')
    const isRoda = plan.levels.length === 1 && returnsAll(plan)
    if (!isRoda && this.members.some(({ shares }) => shares > 1)) no('shares.plan')
    this.plan = plan
  }

  // Looking things up.

  private level(level: Level): LevelPlan {
    return this.plan.levels[level - 1]!
  }

  private levels(): Level[] {
    return ([1, 2, 3] as const).filter((level) => level <= this.plan.levels.length)
  }

  private member(name: string): NaiveMember {
    return this.members.find((member) => member.name === name) ?? no('member.not_in_circle')
  }

  queue(level: Level): NaivePlace[] {
    return this.places.filter((place) => place.level === level).sort((a, b) => a.position - b.position)
  }

  private placeOf(member: string, level: Level): NaivePlace | undefined {
    return this.placesOf(member, level)[0]
  }

  private placesOf(member: string, level: Level): NaivePlace[] {
    return this.queue(level).filter((place) => place.member === member)
  }

  private placeNamed(name: string): NaivePlace {
    return this.places.find((place) => nameOfPlace(place) === name) ?? no('queue.entry_not_found')
  }

  private donation(name: string): NaiveDonation {
    return this.donations.find(({ number }) => `d${number}` === name) ?? no('donation.ended')
  }

  private debtOf(donation: NaiveDonation): NaiveDebt {
    return this.debts.find(({ number }) => number === donation.debt)!
  }

  private turn(number: number | null): NaiveTurn | undefined {
    return this.turns.find((turn) => turn.number === number)
  }

  openOf(turn: number): number {
    return this.donations.filter((donation) => donation.turn === turn).length
  }

  isWaiting(debt: NaiveDebt): boolean {
    return !this.donations.some((donation) => donation.debt === debt.number)
  }

  private need(place: NaivePlace): number {
    const turn = this.turn(place.turn)
    return turn ? turn.required - turn.confirmed - this.openOf(turn.number) : this.level(place.level).required
  }

  private serving(level: Level): NaivePlace[] {
    const queue = this.queue(level).filter((place) => !this.member(place.member).unserved)
    const isLast = (place: NaivePlace) => this.debts.some((debt) => debt.overdue && debt.member === place.member)
    return [false, true].flatMap((last) =>
      [true, false].flatMap((receiver) =>
        queue.filter((place) => isLast(place) === last && place.receiver === receiver),
      ),
    )
  }

  // Places and roles.

  private place(name: string, level: Level, at: number, receiver: boolean): void {
    if (level > this.plan.levels.length) no('level.not_in_plan')
    const position = this.positionOf(at)
    const member = this.member(name)
    if (member.status !== 'approved') no('queue.member_not_approved')
    const own = this.placesOf(name, level)
    if (own.length >= member.shares) no('queue.member_already_in')
    this.ensureFree(level, position)
    if (level === 1 && member.reentry === 'owing') no('queue.reentry_pending')
    if (level === 1) member.reentry = 'none'
    const which = this.freeName(own)
    this.places.push({ member: name, level, which, position, receiver, passed: [], turn: null, since: this.now })
    this.touched.places.add(level)
    if (own.length + 1 < member.shares) this.placeLast(name, level)
  }

  private freeName(own: readonly NaivePlace[]): number {
    return [1, 2, 3].find((number) => own.every(({ which }) => which !== number))!
  }

  /** Before anything is asked a member says how many places they take; the new ones stand last, the last ones go. */
  private takeShares(name: string, shares: number): void {
    if (this.plan.levels.length > 1 || !returnsAll(this.plan)) no('shares.not_here')
    const member = this.member(name)
    if (member.status !== 'approved') no('queue.member_not_approved')
    if (this.pulledPeriod !== null || this.made.donations > 0 || this.brought) no('shares.late')
    if (![1, 2, 3].includes(shares)) no('shares.too_many')
    if (member.shares === shares) no('shares.same')
    member.shares = shares
    const own = this.placesOf(name, 1)
    const kept = this.isEachCounted() ? this.mostTheirs(own) : own
    for (const place of kept.slice(shares)) this.vacate(place)
    if (own.length > 0 && own.length < shares) this.placeLast(name, 1)
    this.match()
  }

  /** The oldest first; nobody gains by having drawn for more places than they keep. */
  private mostTheirs(own: readonly NaivePlace[]): NaivePlace[] {
    return [...own].sort((a, b) => (a.since === b.since ? b.position - a.position : a.since - b.since))
  }

  /** Everybody finds enough others for a whole turn, and for what they give. */
  private ensureFits(): void {
    if (this.pulledPeriod !== null || this.made.donations > 0 || this.brought) return
    const all = this.queue(1)
    for (const { member } of all) {
      const others = all.filter((place) => place.member !== member).length
      const own = all.length - others
      if (own > 1 && (others < own || this.level(1).required > others)) no('shares.misfit')
    }
  }

  private placeLast(name: string, level: Level): void {
    const queue = this.queue(level)
    if (queue.length >= PLACES) no('queue.full')
    let last = queue.at(-1)?.position ?? 0
    if (last === PLACES) {
      // The last hole is filled from behind.
      while (queue.some(({ position }) => position === last)) last -= 1
      for (const place of queue) if (place.position > last) this.goTo(place, place.position - 1)
      last = PLACES - 1
    }
    this.place(name, level, last + 1, false)
  }

  private positionOf(position: number): number {
    if (!Number.isInteger(position) || position < 1 || position > PLACES) no('queue.position_invalid')
    return position
  }

  private ensureFree(level: Level, position: number): void {
    if (this.queue(level).some((place) => place.position === position)) no('queue.position_taken')
  }

  private goTo(place: NaivePlace, position: number): void {
    if (place.position === position) return
    place.position = position
    this.touched.places.add(place.level)
  }

  /** The place of somebody who has not received in this rotation and does not now. */
  private stillWaiting(name: string): NaivePlace {
    const member = this.member(name)
    const place = this.placeOf(name, 1) ?? no('swap.no_place')
    if (member.status !== 'approved' || member.unserved) no('swap.no_place')
    if (member.shares > 1) no('swap.shares')
    const isInTurn = this.turns.some((turn) => turn.member === name && turn.level === 1 && !turn.complete)
    if (place.receiver || isInTurn) no('swap.receiving')
    const isOwing = ({ donor, late, rejections }: NaiveDonation) => donor === name && (late || rejections > 0)
    const isLate = this.donations.some((one) => isOwing(one) || (one.donor === name && this.isTooLate(one)))
    if (this.isEachCounted() && isLate) no('swap.owing')
    if (member.received[1] > member.given[1]) no('swap.received')
    return place
  }

  /** Somebody new stands where a member stood; all that is not paid, and the sums, are theirs from now on. */
  private handOver({ memberId, newcomerId, givenCents, receivedCents }: Extract<Command, { kind: 'hand_over' }>): void {
    if (this.plan.levels.length > 1 || !returnsAll(this.plan)) no('substitute.not_here')
    const leaver = this.member(memberId)
    if (!this.placeOf(memberId, 1)) no('substitute.no_place')
    const newcomer = this.members.find(({ name }) => name === newcomerId)
    if (newcomer?.status === 'suspended') no('substitute.suspended')
    if (newcomer?.status !== 'approved') no('substitute.not_approved')
    if (this.placeOf(newcomerId, 1)) no('substitute.in_roda')
    const isOf = (name: string) => (one: NaiveDonation) => one.donor === name || one.receiver === name
    const isAsked = this.pulled.includes(`1:${newcomerId}`)
    const isUsed = isAsked || newcomer.given[1] + newcomer.received[1] > 0 || this.donations.some(isOf(newcomerId))
    if (isUsed || this.debts.some(({ member }) => member === newcomerId)) no('substitute.not_new')
    for (const donation of this.donations.filter(isOf(memberId)).toSorted((a, b) => a.debt - b.debt)) {
      if (donation.report !== null || donation.rejections > 0) no('substitute.case_open')
      if (donation.parts.length > 0) no('substitute.part_paid')
      if (donation.isSent) no('substitute.receipt_waits')
    }
    if (leaver.given[1] !== givenCents || leaver.received[1] !== receivedCents) no('substitute.changed')
    for (const one of this.donations) {
      if (one.donor === memberId) one.donor = newcomerId
      if (one.receiver === memberId) one.receiver = newcomerId
    }
    for (const one of [...this.places, ...this.debts, ...this.turns])
      if (one.member === memberId) one.member = newcomerId
    this.pulled = this.pulled.map((key) => (key === `1:${memberId}` ? `1:${newcomerId}` : key))
    const { given, received, pauses, shares, ahead, before } = leaver
    Object.assign(newcomer, { given, received, pauses, shares, ahead, before, unserved: false })
    leaver.ahead = []
    leaver.before = 0
    leaver.pauses = { rotation: 0, count: 0 }
    leaver.given = { 1: 0, 2: 0, 3: 0, administration: 0 }
    leaver.received = { 1: 0, 2: 0, 3: 0 }
    Object.assign(leaver, { status: 'left', reentry: 'none', unserved: false, shares: 1 })
    this.touched.places.add(1)
    this.touched.money.add(1)
    this.match()
  }

  /** Whether a place has had, or is about to have, more of the others' money than it gave them. */
  hasOthersMoney(name: string): boolean {
    const member = this.members.find((one) => one.name === name)
    if (!member) return false
    let sum = member.received[1]
    for (const { receiver, debt } of this.donations)
      if (receiver === name) sum += this.debts.find(({ number }) => number === debt)!.cents
    return sum > member.given[1]
  }

  private swap(a: NaivePlace, b: NaivePlace): void {
    if (a === b) no('queue.same_entry')
    if (a.level !== b.level) no('queue.other_queue')
    const [position, was] = [a.position, a.receiver]
    this.goTo(a, b.position)
    this.goTo(b, position)
    if (was && !b.receiver) this.handRole(a, b)
    else if (b.receiver && !was) this.handRole(b, a)
  }

  /** To a position that is taken; those between move one taken position towards where it stood. */
  private goAmong(place: NaivePlace, position: number): void {
    if (position === place.position) return
    const queue = this.queue(place.level)
    const positions = queue.map((other) => other.position)
    const [from, to] = [queue.indexOf(place), positions.indexOf(position)]
    const between = queue.slice(Math.min(from, to), Math.max(from, to) + 1).filter((other) => other !== place)
    for (const other of between) {
      if (to > from) isPassed(place, other.member)
      else isPassed(other, place.member)
    }
    queue.splice(from, 1)
    queue.splice(to, 0, place)
    for (const [index, other] of queue.entries()) this.goTo(other, positions[index]!)
    if (to < from || !place.receiver) return
    const next = between.find((other) => !other.receiver)
    if (next) this.handRole(place, next)
    else this.takeRole(place)
  }

  private toEnd(place: NaivePlace): void {
    this.goAmong(place, this.queue(place.level).at(-1)!.position)
  }

  /** To the end of those who have had no more turns than this place: who received already stays behind it. */
  private behindThoseWaiting(place: NaivePlace): void {
    const { required, donationCents } = this.level(1)
    const hadOf = (one: NaivePlace) => {
      const own = this.placesOf(one.member, 1)
      const before = own.length - 1 - own.indexOf(one)
      let turns = Math.floor(this.member(one.member).received[1] / (required * donationCents)) - before
      let had = 0
      for (; turns > 0; turns -= own.length) had += 1
      return had
    }
    const others = this.queue(1).filter((one) => hadOf(one) <= hadOf(place))
    const { position } = others.at(-1)!
    if (position <= place.position) return
    if (place.receiver) this.takeRole(place)
    this.goAmong(place, position)
  }

  private giveRole(place: NaivePlace): void {
    place.receiver = true
    this.touched.places.add(place.level)
  }

  private takeRole(place: NaivePlace): void {
    place.receiver = false
    this.touched.places.add(place.level)
    this.releaseTurn(place.turn)
  }

  private handRole(from: NaivePlace, to: NaivePlace): void {
    this.takeRole(from)
    this.giveRole(to)
  }

  private nextWithoutRole(place: NaivePlace): NaivePlace | undefined {
    const queue = this.queue(place.level)
    const at = queue.indexOf(place)
    return [...queue.slice(at + 1), ...queue.slice(0, at)].find((other) => !other.receiver)
  }

  private vacateAll(member: string, level: Level): void {
    for (const place of this.placesOf(member, level)) this.vacate(place)
  }

  private vacate(place: NaivePlace): void {
    const next = place.receiver ? this.nextWithoutRole(place) : undefined
    this.releaseTurn(place.turn)
    const turn = this.turn(place.turn)
    if (turn) this.endTurn(turn)
    this.places = this.places.filter((other) => other !== place)
    this.touched.places.add(place.level)
    this.forgive(place.member, ({ type, target }) => type === 'PULL' && target === place.level)
    if (next) this.giveRole(next)
  }

  // Debts and donations.

  private owe(
    member: string,
    type: DonationType,
    cents: number,
    target: Target,
    period: string | null = null,
    early = false,
  ): NaiveDebt {
    this.made.debts += 1
    const { debts: number } = this.made
    const debt = { number, member, type, cents, target, period, since: this.now, overdue: false, later: null, early }
    this.debts.push(debt)
    this.touchMoney(target)
    return debt
  }

  private oweAll(member: string, items: readonly OwedItem[]): void {
    for (const { type, amountCents, target, count } of items)
      for (let one = 0; one < count; one += 1) this.owe(member, type, amountCents, target)
  }

  private touchMoney(target: Target): void {
    if (target !== 'administration') this.touched.money.add(target)
  }

  /** The donation ends without money; its debt waits again. */
  private unmake(donation: NaiveDonation): void {
    this.touchMoney(this.debtOf(donation).target)
    this.donations = this.donations.filter((other) => other !== donation)
  }

  private drop(debt: NaiveDebt): void {
    this.touchMoney(debt.target)
    this.debts = this.debts.filter((other) => other !== debt)
    const member = this.member(debt.member)
    member.ahead = member.ahead.filter((one) => one.debt !== debt.number)
  }

  private releaseTurn(turn: number | null): void {
    if (turn === null) return
    const unpaid = this.donations.filter((one) => one.turn === turn && !one.isSent)
    // Oldest debt first: several rejected ones become cases, which are numbered as they are opened.
    for (const donation of unpaid.toSorted((one, other) => one.debt - other.debt))
      if (donation.disputed) this.leaveToSomebody(donation)
      else this.unmake(donation)
  }

  /** A member owes no more what they have not paid. */
  private forgive(member: string, concerns: (debt: NaiveDebt) => boolean): void {
    for (const debt of this.debts.filter((one) => one.member === member && concerns(one))) {
      const donation = this.donations.find((one) => one.debt === debt.number)
      if (donation?.isSent) continue
      if (donation?.disputed) {
        this.leaveToSomebody(donation)
        continue
      }
      if (donation) this.unmake(donation)
      this.drop(debt)
    }
  }

  /** In a plan that returns all, who stands outside a queue and received more from it than was given owes the rest. */
  private oweDifference(name: string, level: Level): void {
    const member = this.members.find((one) => one.name === name)
    if (!member || !returnsAll(this.plan) || this.placeOf(name, level)) return
    const cents = this.level(level).donationCents
    const owed = () =>
      this.debts
        .filter((debt) => debt.member === name && debt.target === level)
        .reduce((sum, debt) => sum + debt.cents, 0)
    while (member.received[level] - member.given[level] - owed() >= cents) this.owe(name, 'SETTLEMENT', cents, level)
  }

  private match(): void {
    for (const target of ['administration', ...this.levels()] as const) {
      let isMade = true
      while (isMade) isMade = this.matchOne(target)
    }
    if (this.isEachCounted() && this.debts.some((debt) => this.isWaiting(debt))) this.forgetWhatNobodyReceives()
  }

  private isEachCounted(): boolean {
    return this.counts && this.isRoda()
  }

  /** A contribution that its donor alone could receive is not owed, unless somebody outside may come back for it. */
  private forgetWhatNobodyReceives(): void {
    const people = this.people()
    const end = this.endFor(people)
    for (const debt of this.debts.filter((one) => one.type === 'PULL' && this.isWaiting(one))) {
      const isMeant = this.members.some(({ name, unserved, given, received }) => {
        if (name === debt.member) return false
        const person = people.find((one) => one.name === name)
        return person ? !unserved && this.lacks(person, end) > 0 : given[1] > received[1]
      })
      if (!isMeant) this.drop(debt)
    }
  }

  private matchOne(target: Target): boolean {
    const waiting = this.debts
      .filter((debt) => debt.target === target && this.isWaiting(debt))
      .sort((a, b) => a.number - b.number)
    const [oldest] = waiting
    if (!oldest) return false
    if (target === 'administration') {
      this.donate(oldest, null)
      return true
    }
    const hasSeveral = new Set(this.queue(1).map(({ member }) => member)).size < this.queue(1).length
    const people = this.isEachCounted() || hasSeveral ? this.people() : []
    const served = this.whoIsServed(people)
    const able = this.serving(target).filter((place) => this.need(place) > 0 && !served.includes(place.member))
    const must = people.length > 0 ? this.mustBeGiven(people) : []
    for (const debt of waiting) {
      const others = able.filter(({ member }) => member !== debt.member)
      const place = others.find(({ member }) => must.includes(member)) ?? others[0]
      if (!place) continue
      if (!place.receiver) this.giveRole(place)
      this.donate(debt, place)
      return true
    }
    return false
  }

  /** The holders of a roda's places, and how far each is, in contributions: of this rotation, where each is counted. */
  people() {
    const places = this.queue(1)
    const { donationCents } = this.level(1)
    const whole = (cents: number) => Math.floor(cents / donationCents)
    const sum = (debts: readonly NaiveDebt[]) => debts.reduce((all, { cents }) => all + cents, 0)
    return [...new Set(places.map(({ member }) => member))].map((name) => {
      const { given, received, before: all, unserved, ahead } = this.member(name)
      const before = this.isEachCounted() ? all : 0
      const debts = this.debts.filter(({ member }) => member === name)
      const coming = this.donations.filter(({ receiver }) => receiver === name).map((one) => this.debtOf(one))
      return {
        name,
        count: places.filter(({ member }) => member === name).length,
        asked: whole(given[1] - before + sum(debts)),
        early: ahead.length,
        waiting: whole(sum(debts.filter((debt) => this.isWaiting(debt)))),
        had: whole(received[1] - before + sum(coming)),
        unserved,
      }
    })
  }

  /** The end of the rotation in which the last month is that everybody was asked for. */
  private endFor(people: readonly NaivePerson[]): number {
    const { required } = this.level(1)
    const months = Math.min(...people.map(({ asked, count }) => Math.floor(asked / count)))
    let end = required
    while (people.length > 0 && end < months) end += required
    return end
  }

  private lacks({ count, had, asked }: NaivePerson, end: number): number {
    const share = this.isEachCounted() ? Math.max(count * end, asked) : count * end
    return Math.max(0, share - had)
  }

  /** Those who have received all that a rotation has for them. */
  private whoIsServed(people = this.people()): string[] {
    if (!this.isEachCounted()) return []
    const end = this.endFor(people)
    return people.filter((one) => this.lacks(one, end) === 0).map(({ name }) => name)
  }

  /** Of how many of their places somebody is asked this month: each gives as much as a rotation has, while another lacks it. */
  private askedOf(name: string, people: readonly NaivePerson[]): number {
    const { required } = this.level(1)
    const done = Math.min(...people.map(({ asked, early, count }) => Math.floor((asked - early) / count)))
    let end = required
    while (end <= done) end += required
    const { asked, early, count } = people.find((one) => one.name === name)!
    const isWanted = people.some((one) => one.name !== name && !one.unserved && this.lacks(one, end) > 0)
    return isWanted ? Math.max(0, Math.min(count, count * end - (asked - early))) : 0
  }

  /**
   * Where somebody has several places, or each is counted: those who will end the rotation with a turn that only they could pay,
   * if one more contribution of somebody else's went to another.
   */
  private mustBeGiven(people = this.people()): string[] {
    const isCounted = this.isEachCounted()
    if (!isCounted && people.length === this.queue(1).length) return []
    const months = Math.min(...people.map(({ asked, count }) => Math.floor(asked / count)))
    const end = this.endFor(people)
    const lacks = (one: NaivePerson) => this.lacks(one, end)
    const all = people.reduce((lacking, one) => lacking + lacks(one), 0)
    const willGive = ({ waiting, count, asked }: NaivePerson) =>
      waiting + (isCounted ? Math.max(0, count * end - asked) : count * (end - months))
    return people.filter((one) => lacks(one) > 0 && willGive(one) >= all - lacks(one)).map(({ name }) => name)
  }

  /** The first moment of a month that has not come, at midnight in São Paulo. */
  private beginsAt({ early, period }: NaiveDebt): number {
    if (!early || period === null || !this.isEachCounted()) return 0
    return beginningOf(period)
  }

  private donate(debt: NaiveDebt, place: NaivePlace | null): void {
    if (place && place.turn === null) place.turn = this.beginTurn(place)
    this.made.donations += 1
    this.touchMoney(debt.target)
    this.donations.push({
      number: this.made.donations,
      debt: debt.number,
      donor: debt.member,
      receiver: place?.member ?? null,
      turn: place?.turn ?? null,
      isSent: false,
      parts: [],
      sum: null,
      deadline: Math.max(this.now, debt.later ?? this.beginsAt(debt)) + this.plan.deadlineDays * DAY,
      late: false,
      report: null,
      rejections: 0,
      rejectedAt: null,
      left: null,
      disputed: false,
    })
  }

  private beginTurn({ member, level }: NaivePlace): number {
    this.made.turns += 1
    const { turns: number } = this.made
    const { required } = this.level(level)
    this.turns.push({ number, member, level, required, confirmed: 0, cents: 0, complete: false, since: this.now })
    return number
  }

  // The month's contributions.

  private pull(asked: Extract<Command, { kind: 'generate_pull' }>): void {
    const [first] = this.plan.levels
    const { donorsCount, amountCents, deadlineDays, type, withoutConsent = [] } = asked
    const contradicts =
      (donorsCount !== undefined && donorsCount !== first.required) ||
      (amountCents !== undefined && amountCents !== first.donationCents) ||
      (deadlineDays !== undefined && deadlineDays !== this.plan.deadlineDays) ||
      (type !== undefined && type !== 'PULL')
    if (contradicts) no('pull.contradicts_plan')
    const period = this.periodOf(this.now)
    if (this.pulledPeriod !== null && period < this.pulledPeriod) no('pull.period_past')
    this.ensureFits()
    // Where the rotation began elsewhere, each is asked until they have given as many as a turn has.
    const toAsk = new Map<string, number>()
    const countEach = () => {
      const people = this.isEachCounted() ? this.people() : []
      for (const { name } of people) toAsk.set(name, this.askedOf(name, people))
    }
    countEach()
    const hasGivenAll = ({ level, member }: NaivePlace) => {
      if (this.isEachCounted()) return toAsk.get(member) === 0
      if (!this.brought || this.rotation.number > 1) return false
      const cents = this.level(level).donationCents
      const owed = this.debts.filter((debt) => debt.member === member && debt.target === level)
      const soFar = this.member(member).given[level] + owed.reduce((sum, debt) => sum + debt.cents, 0)
      return soFar >= this.level(level).required * cents
    }
    const wasAsked = (place: NaivePlace) =>
      hasGivenAll(place) || (this.pulledPeriod === period && this.pulled.includes(`${place.level}:${place.member}`))
    const passOver = () => {
      const who = () => this.members.map(({ unserved }) => unserved).join()
      const before = who()
      for (const place of this.places) {
        if (!this.level(place.level).contributes || wasAsked(place)) continue
        const member = this.member(place.member)
        if (!withoutConsent.includes(place.member)) member.unserved = false
        else if (asked.unserved) member.unserved = true
      }
      return who() !== before
    }
    // Those passed over now lack nothing that others could give; those served again do, for which more people are looked at.
    while (passOver()) countEach()
    for (const level of this.levels()) {
      const { contributes, required, donationCents } = this.level(level)
      if (!contributes) continue
      const due = this.queue(level).filter((place) => !wasAsked(place) && !withoutConsent.includes(place.member))
      const donors = due.filter(({ member }) => this.member(member).ahead.length === 0)
      for (const { member: name } of due.filter((place) => !donors.includes(place))) {
        const member = this.member(name)
        const counted = member.ahead.find(({ month }) => month === period) ?? member.ahead[0]!
        member.ahead = member.ahead.filter((one) => one !== counted)
        for (const debt of this.debts.filter(({ number }) => number === counted.debt))
          Object.assign(debt, { period, early: false })
        this.noteAsked(period, `${level}:${name}`)
      }
      const receivers = this.serving(level)
        .filter((place) => this.need(place) > 0)
        .slice(0, Math.ceil(donors.length / required))
      const behind = (this.plan.levels.length === 1 ? receivers[0] : receivers.at(-1))?.position ?? 0
      const ring = [
        ...donors.filter(({ position }) => position > behind),
        ...donors.filter(({ position }) => position <= behind),
      ]
      for (const { member } of ring) {
        const left = toAsk.get(member) ?? 1
        if (left === 0) continue
        if (this.isEachCounted()) toAsk.set(member, left - 1)
        this.owe(member, 'PULL', donationCents, level, period)
        this.noteAsked(period, `${level}:${member}`)
      }
    }
    this.match()
  }

  private noteAsked(period: string, key: string): void {
    if (this.pulledPeriod !== period) this.pulled = []
    this.pulledPeriod = period
    if (!this.pulled.includes(key)) this.pulled.push(key)
  }

  /** Somebody pays a month before it is asked for, to whom it would fall. */
  private payAhead(name: string, receiver: string): void {
    const expected = this.aheadOf(name)
    if (expected.receiver !== receiver) no('ahead.changed')
    const served = this.whoIsServed()
    const order = this.serving(1).filter((one) => !served.includes(one.member))
    const place = this.placeOf(receiver, 1)!
    for (const one of order.slice(0, order.indexOf(place) + 1))
      if (!one.receiver && this.need(one) > 0) this.giveRole(one)
    const debt = this.owe(name, 'PULL', this.level(1).donationCents, 1, expected.month, true)
    this.member(name).ahead.push({ debt: debt.number, month: expected.month })
    this.donate(debt, place)
    this.donations.at(-1)!.deadline = Math.max(this.now, beginningOf(expected.month)) + this.plan.deadlineDays * DAY
  }

  /** To whom somebody would pay ahead now; null where they may not. */
  payableAhead(name: string): string | null {
    try {
      return this.aheadOf(name).receiver
    } catch (error) {
      if (error instanceof No) return null
      throw error
    }
  }

  /** Which month somebody would pay before it is asked for, and to whom: as it would be if everybody paid. */
  private aheadOf(name: string): { month: string; receiver: string } {
    if (!this.isRoda()) no('ahead.not_here')
    if (new Set(this.places.map((one) => one.member)).size < this.places.length) no('ahead.shares')
    const member = this.member(name)
    if (member.status !== 'approved' || member.unserved || !this.placeOf(name, 1)) no('ahead.no_place')
    if (this.pulledPeriod === null || !this.pulled.includes(`1:${name}`)) no('ahead.not_asked')
    const own = this.donations.filter(({ donor }) => donor === name)
    const isBad = (one: NaiveDonation) =>
      one.late || one.report !== null || one.rejections > 0 || this.debtOf(one).later !== null || this.isTooLate(one)
    if (own.some(isBad)) no('ahead.owing')
    if (member.ahead.length >= 3) no('ahead.enough')
    const { required, donationCents } = this.level(1)
    const months = (who: string) =>
      Math.floor((this.member(who).given[1] + this.contributionsOwed(who)) / donationCents)
    const counted = this.isEachCounted() ? this.people().find((one) => one.name === name)! : null
    if (counted && counted.asked >= required) no('ahead.nothing_left')
    const isFirstOfBrought = (this.brought && this.rotation.number === 1) || counted !== null
    const allOwed = this.debts.filter((debt) => debt.member === name && debt.target === 1)
    const given = member.given[1] + allOwed.reduce((sum, { cents }) => sum + cents, 0)
    if (!counted && isFirstOfBrought && given >= required * donationCents) no('ahead.nothing_left')
    if (!counted && months(name) % required === 0) no('ahead.nothing_left')
    const asked = (who: string) => months(who) - this.member(who).ahead.length
    if (!isFirstOfBrought && this.places.some((one) => asked(one.member) > asked(name))) no('ahead.behind')
    const last = [this.pulledPeriod, ...member.ahead.slice(-1).map(({ month }) => month)].toSorted().at(-1)!
    const receiver = this.receiverByPlan(name)
    if (receiver === null || this.whoIsServed().includes(receiver)) no('ahead.nobody')
    const isOf = ({ donor, receiver: to }: NaiveDonation) => donor === receiver || to === receiver
    if (this.donations.some((one) => isOf(one) && this.liveReportOf(one))) no('ahead.receiver_case')
    if (counted && this.mustBeGiven().some((one) => one !== name && one !== receiver)) no('ahead.nobody')
    return { month: monthAfter(last), receiver }
  }

  private receiverByPlan(name: string): string | null {
    const then = new NaiveCircle(this.mode, this.plan, this.periodOf, this.counts ? 5 : 1)
    Object.assign(then, this.copy())
    const completed = new Set<string>()
    const payAll = () => {
      for (const { number } of then.donations.toSorted((a, b) => a.debt - b.debt)) {
        const donation = then.donations.find((one) => one.number === number)
        if (!donation) continue
        donation.isSent = true
        donation.sum = null
        const before = then.placeOf(donation.receiver ?? '', 1)?.turn ?? null
        then.settle(donation)
        if (before !== null && (then.placeOf(donation.receiver!, 1)?.turn ?? null) !== before)
          completed.add(donation.receiver!)
      }
    }
    then.now = this.now
    payAll()
    const withoutConsent = this.members.filter(({ unserved }) => unserved).map((one) => one.name)
    let month = this.pulledPeriod!
    for (let left = 0; left <= 3; left += 1) {
      month = monthAfter(month)
      then.now = Math.max(this.now, beginningOf(month))
      const already = then.made.donations
      then.pull({ kind: 'generate_pull', withoutConsent, unserved: true })
      const own = then.donations.find(({ number, donor }) => number > already && donor === name)
      if (own) return completed.has(own.receiver!) ? null : own.receiver
      payAll()
    }
    return null
  }

  /** A month is paid behind the others: those that a rotation still asks for, and those left out before. */
  private pause(donation: NaiveDonation): void {
    const debt = this.debtOf(donation)
    const { required, donationCents, contributes } = this.level(1)
    if (this.plan.levels.length > 1 || !contributes || debt.type !== 'PULL') no('pause.not_here')
    if (donation.isSent || donation.disputed || this.liveReportOf(donation)) no('pause.money_moved')
    if (donation.late || this.isTooLate(donation)) no('donation.expired')
    if (debt.later !== null) no('pause.already')
    const member = this.member(donation.donor)
    const isCounted = this.isEachCounted()
    const since = isCounted ? member.before : 0
    const owed = this.debts.filter((one) => one.member === donation.donor && (isCounted || one.type === 'PULL'))
    const cents = member.given[1] - since + owed.reduce((sum, one) => sum + one.cents, 0)
    const months = Math.ceil(Math.floor(cents / donationCents) / member.shares)
    let rotation = 0
    while ((rotation + 1) * required < months) rotation += 1
    const which = isCounted ? this.rotation.number - 1 : rotation
    const before = member.pauses.rotation === which ? member.pauses.count : 0
    if (before === 2) no('pause.too_many')
    member.pauses = { rotation: which, count: before + 1 }
    const behind = (rotation + 1) * required - months + member.pauses.count
    const present = this.periodOf(this.now)
    const isAsked = !isCounted || (this.pulledPeriod !== null && this.pulledPeriod >= present)
    // A month that was not asked for yet is itself one of those that come before.
    const counted = beginningOf(isCounted && isAsked ? this.pulledPeriod! : present, isAsked ? behind : behind - 1)
    const later = Math.max(counted, beginningOf(present, 1))
    for (const one of this.donations.filter(({ donor }) => donor === donation.donor)) {
      const own = this.debtOf(one)
      if (own.type !== 'PULL' || own.period !== debt.period || own.later !== null) continue
      if (one.isSent || one.disputed || this.liveReportOf(one) || this.isTooLate(one)) continue
      own.later = later
      one.deadline = later + this.plan.deadlineDays * DAY
    }
  }

  private contributionsOwed(name: string): number {
    const owed = this.debts.filter(({ member, type }) => member === name && type === 'PULL')
    return owed.reduce((sum, { cents }) => sum + cents, 0)
  }

  // A donation's life.

  private send(donationId: string, memberId: string, sum: number | undefined): void {
    const donation = this.donation(donationId)
    if (donation.donor !== memberId) no('donation.not_donor')
    if (this.isTooLate(donation) && !this.isRoda()) no('donation.expired')
    if (sum !== undefined || donation.parts.length > 0) {
      const { cents } = this.debtOf(donation)
      if (this.plan.levels.length > 1 || !returnsAll(this.plan)) no('donation.no_parts')
      if (sum === undefined || sum > cents || (sum === cents && donation.parts.length === 0)) no('donation.part_amount')
      if (donation.parts.length === 3 && sum < cents) no('donation.parts_over')
    }
    donation.sum = sum ?? null
    if (donation.isSent) return
    donation.isSent = true
    donation.left = this.leftOf(donation)
  }

  private liveReportOf(donation: NaiveDonation): NaiveReport | undefined {
    return this.reports.find(({ number }) => number === donation.report)
  }

  /** How long the clock of a deadline has stood still. */
  private stoodStill(donation: NaiveDonation): number {
    const report = this.liveReportOf(donation)
    if (!report) return 0
    const began = Math.max(report.at, donation.rejectedAt ?? -Infinity)
    const days = this.daysHeld(report, donation)
    const ended = days === null ? this.now : Math.min(this.now, report.at + days * DAY)
    return Math.max(0, ended - began)
  }

  /** How many days a report stops the clock at most; null: until it is decided. */
  private daysHeld(report: NaiveReport, donation: NaiveDonation): number | null {
    if (donation.disputed) return null
    return report.days ?? (report.by === donation.donor ? 14 : null)
  }

  private leftOf(donation: NaiveDonation): number {
    return donation.deadline + this.stoodStill(donation) - this.now
  }

  private isTooLate(donation: NaiveDonation): boolean {
    const report = this.liveReportOf(donation)
    if (donation.isSent || (report && this.daysHeld(report, donation) === null)) return false
    return this.leftOf(donation) < 0
  }

  private ensureSent({ isSent, rejections }: NaiveDonation): void {
    if (!isSent) no(rejections > 0 ? 'donation.receipt_rejected' : 'donation.no_receipt')
  }

  private reject(donationId: string, memberId: string, stays: boolean): void {
    const donation = this.donation(donationId)
    if (donation.receiver !== memberId) no('donation.not_receiver')
    this.ensureSent(donation)
    const isReported = this.liveReportOf(donation) !== undefined
    if (isReported && donation.rejections >= 2) no('donation.report_decides')
    if (!this.canWait(donation)) no('donation.not_returnable')
    donation.deadline = this.now + Math.max(donation.left ?? 0, 2 * DAY)
    donation.isSent = false
    donation.sum = null
    donation.left = null
    donation.rejections += 1
    donation.rejectedAt = this.now
    donation.disputed = stays || donation.parts.length > 0
    if (donation.rejections >= 2 && !isReported) this.openCase(donation, memberId)
  }

  /** Its receiver receives, and its donor would owe it. */
  private canWait(donation: NaiveDonation): boolean {
    if (donation.parts.length > 0) return !this.isForgone(donation)
    const isReceiving = this.places.some(({ receiver, turn }) => receiver && turn !== null && turn === donation.turn)
    return isReceiving && !this.isForgone(donation)
  }

  /** Whether the donor would not owe it again if the receipt were none. */
  private isForgone(donation: NaiveDonation): boolean {
    const { type, target } = this.debtOf(donation)
    if (type === 'SETTLEMENT') return false
    if (this.member(donation.donor).status !== 'approved') return true
    return type === 'PULL' && target !== 'administration' && !this.placeOf(donation.donor, target)
  }

  /** The money came. */
  private settle(donation: NaiveDonation): void {
    if (!donation.isSent) no('donation.no_receipt')
    const debt = this.debtOf(donation)
    const { target, type, number } = debt
    const cents = donation.sum ?? debt.cents
    if (cents < debt.cents) return this.settlePart(donation, debt, cents)
    this.donations = this.donations.filter((other) => other !== donation)
    this.debts = this.debts.filter((other) => other.number !== number)
    const donor = this.member(donation.donor)
    donor.given[target] += cents
    const receiver = donation.receiver !== null && target !== 'administration' ? this.member(donation.receiver) : null
    if (receiver) receiver.received[target as Level] += cents
    if (type === 'FINAL_PAYMENT_N3' && donor.reentry === 'owing') {
      const owesAnother = this.debts.some((one) => one.member === donor.name && one.type === 'FINAL_PAYMENT_N3')
      if (!owesAnother) donor.reentry = 'allowed'
    }
    const report = this.liveReportOf(donation)
    if (donation.late && report?.by === null) this.reports = this.reports.filter((other) => other !== report)
    const turn = this.turn(donation.turn)
    if (turn) {
      turn.confirmed += 1
      turn.cents += cents
      if (turn.confirmed === turn.required) this.complete(turn)
    }
    if (receiver) this.oweDifference(receiver.name, target as Level)
  }

  /** A part came: it counts for both, and the rest is still to come. */
  private settlePart(donation: NaiveDonation, debt: NaiveDebt, cents: number): void {
    const [donor, receiver, turn] = [this.member(donation.donor), donation.receiver!, this.turn(donation.turn)]
    donation.isSent = false
    donation.left = null
    donation.sum = null
    donation.parts = [...donation.parts, cents]
    donation.disputed = true
    donation.deadline = Math.max(donation.deadline, this.now + 2 * DAY)
    debt.cents -= cents
    donor.given[1] += cents
    this.member(receiver).received[1] += cents
    if (turn) turn.cents += cents
    this.oweDifference(receiver, 1)
  }

  private isRoda(): boolean {
    return this.plan.levels.length === 1 && returnsAll(this.plan)
  }

  private expire(stays: boolean): void {
    const late = this.donations.filter((donation) => this.isTooLate(donation)).sort((a, b) => a.debt - b.debt)
    for (const donation of late) {
      const isNew = !donation.late
      if (stays) donation.late = true
      // The rest of what came in parts is in no doubt once somebody said that it is to be paid.
      const isSaid = !isNew && donation.parts.length > 0 && donation.rejections === 0 && donation.report !== null
      if (isSaid && this.isEachCounted() && !this.isForgone(donation)) continue
      if (donation.disputed) {
        this.leaveToSomebody(donation)
        if (stays && isNew && donation.rejections === 0) this.serveLast(donation)
        continue
      }
      const debt = this.debtOf(donation)
      if (stays) {
        if (isNew) this.serveLast(donation)
        continue
      }
      this.unmake(donation)
      if (debt.type !== 'PULL') {
        debt.overdue = true
        continue
      }
      this.drop(debt)
      const idle = this.placesOf(debt.member, debt.target as Level).filter(({ receiver }) => !receiver)
      for (const place of idle) this.toEnd(place)
    }
    if (late.length > 0) this.match()
  }

  private serveLast(donation: NaiveDonation): void {
    const { member, type } = this.debtOf(donation)
    const idle = this.placesOf(member, 1).filter((place) => !this.isServed(place))
    if (type === 'PULL') for (const place of idle) this.behindThoseWaiting(place)
  }

  /** With the role, and not by months alone that are to come, paid or not. */
  private isServed({ receiver, turn: number, member: name }: NaivePlace): boolean {
    if (!receiver || !this.isEachCounted()) return receiver
    const own = this.donations.filter((donation) => number !== null && donation.turn === number)
    if (own.some((one) => !this.debtOf(one).early)) return true
    let early = 0
    for (const one of this.members.filter((member) => member.name !== name))
      early += one.ahead.filter(({ debt }) => this.debts.every((other) => other.number !== debt)).length
    return (this.turn(number)?.confirmed ?? 0) > early
  }

  // Cases.

  private leaveToSomebody(donation: NaiveDonation): void {
    if (!this.liveReportOf(donation)) this.openCase(donation, null)
  }

  private openCase(donation: NaiveDonation, by: string | null, days: number | null = null): void {
    this.made.reports += 1
    donation.report = this.made.reports
    const { report: number, number: of } = donation
    this.reports.push({ number, donation: of, by, status: 'PENDING', at: this.now, days })
  }

  private openReport(name: string): NaiveReport {
    return this.reports.find(({ number }) => `r${number}` === name) ?? no('report.ended')
  }

  private resolve({ reportId, resolution, outcome }: Extract<Command, { kind: 'resolve_report' }>): void {
    if (resolution !== 'RESOLVED' && outcome !== 'keep') no('report.outcome_not_allowed')
    const report = this.openReport(reportId)
    if (resolution === 'INVESTIGATING' || resolution === 'NEEDS_MORE_INFO') report.status = 'INVESTIGATING'
    else this.closeCase(report, outcome)
    this.match()
  }

  private closeCase(report: NaiveReport, outcome: 'keep' | 'confirm' | 'cancel'): void {
    const donation = this.donations.find(({ number }) => number === report.donation)
    if (!donation && outcome !== 'keep') no('donation.ended')
    const wasDisputed = donation?.disputed && !donation.isSent
    if (donation && outcome === 'keep' && !donation.isSent) donation.deadline += this.stoodStill(donation)
    this.reports = this.reports.filter((other) => other !== report)
    if (!donation) return
    donation.disputed = donation.parts.length > 0
    const isOver = wasDisputed && outcome === 'keep' && !this.canWait(donation)
    if (wasDisputed) donation.deadline = Math.max(donation.deadline, this.now + 2 * DAY)
    if (isOver) this.giveUp(donation)
    else this.decide(donation, outcome)
    const waits = this.donations.includes(donation) && !donation.isSent && outcome === 'keep'
    const hadTime = this.isEachCounted() && donation.rejections > 2
    if (waits && (donation.late || hadTime) && donation.rejections > 0) this.serveLast(donation)
  }

  private decide(donation: NaiveDonation, outcome: 'keep' | 'confirm' | 'cancel'): void {
    if (outcome === 'confirm') this.settle(donation)
    if (outcome !== 'cancel') return
    if (donation.parts.length > 0 && !this.isForgone(donation)) {
      const { donor, receiver } = donation
      const isThere = this.member(donor).status === 'approved' || this.member(receiver!).status !== 'left'
      if (isThere || !this.isEachCounted()) no('report.part_paid')
      this.unmake(donation)
      return this.drop(this.debtOf(donation))
    }
    // A month that is over is asked of nobody again; what somebody received they go on owing.
    const staysOwed = this.isEachCounted() && this.debtOf(donation).type === 'SETTLEMENT'
    if (donation.late && !staysOwed && !this.isForgone(donation)) {
      this.unmake(donation)
      return this.drop(this.debtOf(donation))
    }
    this.giveUp(donation)
  }

  /** It is paid by nobody any more: a debt that is still owed is given to another. */
  private giveUp(donation: NaiveDonation): void {
    const debt = this.debtOf(donation)
    this.unmake(donation)
    if (!this.isForgone(donation)) return
    this.drop(debt)
    if (debt.target !== 'administration') this.oweDifference(debt.member, debt.target)
  }

  private appeal({ donationId, decision, outcome }: Extract<Command, { kind: 'decide_appeal' }>): void {
    if (decision === 'UPHELD' && outcome !== 'keep') no('report.outcome_not_allowed')
    const donation = this.donations.find(({ number }) => `d${number}` === donationId)
    if (outcome !== 'keep' && !donation) no('appeal.donation_ended')
    if (outcome !== 'keep' && this.liveReportOf(donation!)) no('appeal.other_case')
    if (donation) this.decide(donation, outcome)
    this.match()
  }

  // Levels.

  private completeTurnsOf(name: string, level: Level): NaiveTurn[] {
    return this.turns
      .filter((turn) => turn.member === name && turn.level === level && turn.complete)
      .sort((a, b) => a.since - b.since || a.number - b.number)
  }

  private endTurn(turn: NaiveTurn): void {
    this.turns = this.turns.filter((other) => other !== turn)
    this.touched.money.add(turn.level)
  }

  private complete(turn: NaiveTurn): void {
    const { level, member: name } = turn
    const member = this.member(name)
    const { owed, owedWhen, onCompletion } = this.level(level)
    const place = this.places.find((one) => one.turn === turn.number)!
    turn.complete = true
    place.turn = null
    this.touched.money.add(level)
    member.completed = { [level]: this.now, ...member.completed }
    if (level === this.plan.levels.length) this.endTurn(turn)
    if (returnsAll(this.plan)) for (const one of this.completeTurnsOf(name, level).slice(2)) this.endTurn(one)
    if (owedWhen === 'level_completed') this.oweAll(name, owed)
    if (place.receiver) this.takeRole(place)
    if (onCompletion === 'back_of_queue') this.toEnd(place)
    else this.vacate(place)
    if (onCompletion !== 'leave_circle_queues') return
    const n1 = this.placeOf(name, 1)
    if (n1) this.vacate(n1)
    member.n3At = this.now
    member.reentry = 'owing'
  }

  /** The upgrades that a member could accept now. */
  offersOf(name: string): { from: Level; to: Level; turn: NaiveTurn }[] {
    return this.levels()
      .slice(0, -1)
      .flatMap((from) => {
        const to = (from + 1) as Level
        const [turn] = this.completeTurnsOf(name, from)
        return turn && !this.placeOf(name, to) ? [{ from, to, turn }] : []
      })
  }

  private upgrade(name: string, from: Level, to: Level): void {
    if (this.member(name).status !== 'approved') no('queue.member_not_approved')
    if (to === from + 1 && to <= this.plan.levels.length && this.placeOf(name, to)) no('upgrade.already_accepted')
    const offer = this.offersOf(name).find((one) => one.from === from && one.to === to) ?? no('upgrade.not_available')
    const { owed, owedWhen } = this.level(from)
    const due = owedWhen === 'upgrade_accepted' ? owed : []
    const cost = due.reduce((sum, { amountCents, count }) => sum + amountCents * count, 0)
    if (cost > offer.turn.cents) no('upgrade.cannot_afford')
    this.turns = this.turns.filter((turn) => turn !== offer.turn)
    this.oweAll(name, due)
    this.placeLast(name, to)
    this.match()
  }

  // Members.

  private approve(name: string): void {
    if (this.members.some((member) => member.name === name)) no('member.already_approved')
    const given = { 1: 0, 2: 0, 3: 0, administration: 0 }
    const received = { 1: 0, 2: 0, 3: 0 }
    this.members.push({
      name,
      status: 'approved',
      completed: {},
      n3At: null,
      reentry: 'none',
      unserved: false,
      pauses: { rotation: 0, count: 0 },
      ahead: [],
      shares: 1,
      before: 0,
      given,
      received,
    })
  }

  private depart(name: string, how: 'left' | 'suspended'): void {
    const member = this.member(name)
    if (member.status === 'left') no('member.left')
    if (member.status === how) no('member.suspended')
    for (const level of this.levels()) {
      this.vacateAll(name, level)
    }
    this.forgive(name, ({ type }) => type !== 'SETTLEMENT')
    member.status = how
    member.reentry = 'none'
    member.unserved = false
    member.shares = 1
    if (how === 'left')
      for (const turn of this.turns.filter((one) => one.member === name && one.complete)) this.endTurn(turn)
    for (const level of this.levels()) this.oweDifference(name, level)
    this.match()
  }

  /** Somebody who left a roda comes back when nothing of before is owed by them or to them. */
  private ensureMayReturn(name: string): void {
    if (!this.isRoda()) no('member.left_for_good')
    const isOwed = this.donations.some(({ receiver }) => receiver === name)
    if (isOwed || this.debts.some(({ member }) => member === name)) no('member.left_open')
  }

  /** Somebody gave, everybody received as much as they gave, and nothing is open. */
  isEven(): boolean {
    const isOpen = this.debts.length > 0 || this.reports.length > 0
    const areEven = this.members.every(({ given, received }) =>
      this.levels().every((level) => given[level] === received[level]),
    )
    const hasGiven = this.members.some(({ given }) => this.levels().some((level) => given[level] > 0))
    return areEven && hasGiven && !isOpen && this.members.every(({ given }) => given.administration === 0)
  }

  /** Also nobody is in the middle of their turn, unless everybody gave as often as a whole rotation asks. */
  isOver(): boolean {
    const months = this.places.map(({ member: name }) => {
      const { given, shares, before } = this.member(name)
      const since = this.isEachCounted() ? before : 0
      return Math.floor((given[1] - since) / this.level(1).donationCents) / shares
    })
    const least = Math.min(...months)
    const areSame = this.isEachCounted() || months.every((one) => one === least)
    const isWhole = areSame && least > 0 && least % this.level(1).required === 0
    const isIn = this.turns.some(({ complete, confirmed }) => !complete && confirmed > 0)
    if (this.isEachCounted() && !isWhole)
      return this.isEven() && this.people().every(({ name }, _, all) => this.askedOf(name, all) === 0)
    return this.isEven() && ((isWhole && months.length > 0) || !isIn)
  }

  /** Everybody being at zero, the same people begin anew. */
  private beginAgain(): void {
    if (this.plan.levels.length > 1 || !returnsAll(this.plan)) no('rotation.not_here')
    if (this.rotation.number > 1 && this.made.debts === this.rotation.after) no('rotation.already')
    if (!this.isOver()) no('rotation.not_over')
    for (const place of this.places) {
      if (place.receiver) this.takeRole(place)
      const turn = this.turn(place.turn)
      if (turn) this.endTurn(turn)
      place.turn = null
    }
    this.rotation = { number: this.rotation.number + 1, after: this.made.debts }
    for (const member of this.members) member.before = member.given[1]
  }

  /** Everybody stands as if what they say of before had happened here: those who received wait behind the others. */
  private bringIn(rows: Extract<Command, { kind: 'bring_in' }>['rows']): void {
    if (this.mode !== 'real' || this.plan.levels.length > 1 || !returnsAll(this.plan)) no('beginning.not_here')
    if (this.brought || this.pulledPeriod !== null || this.made.donations > 0) no('beginning.late')
    const { required, donationCents } = this.level(1)
    const names = rows.map(({ memberId }) => memberId)
    const isIn = (name: string) => this.members.some((one) => one.name === name && one.status === 'approved')
    const areAll = this.places.every(({ member }) => names.includes(member)) && names.every(isIn)
    if (names.some((name) => (this.members.find((one) => one.name === name)?.shares ?? 1) > 1)) no('beginning.shares')
    if (!areAll || new Set(names).size < names.length || names.length <= required || names.length > PLACES)
      no('beginning.people')
    this.ensureHolds(rows, required, donationCents)
    const waits = rows.filter((row) => row.receivedCents === 0)
    const order = [...waits, ...rows.filter((row) => !waits.includes(row))]
    this.places = order.map(({ memberId: member }, index): NaivePlace => {
      const fresh = { member, level: 1 as const, which: 1, passed: [], turn: null, since: this.now }
      return { ...(this.placeOf(member, 1) ?? fresh), position: index + 1, receiver: false }
    })
    for (const { memberId, givenCents, receivedCents } of rows) {
      const member = this.member(memberId)
      member.given[1] = givenCents
      member.received[1] = receivedCents
      if (receivedCents > 0) member.completed = { 1: this.now }
    }
    this.brought = true
    this.touched.places.add(1)
  }

  /** The rest of the rotation, month by month with everybody paying, comes to zero for everybody. */
  private ensureHolds(
    rows: Extract<Command, { kind: 'bring_in' }>['rows'],
    required: number,
    donationCents: number,
  ): void {
    const waiting = rows.filter((row) => row.receivedCents === 0)
    const over = rows.length - waiting.length
    const isFit = rows.every(
      ({ givenCents, receivedCents }) =>
        givenCents >= 0 &&
        givenCents % donationCents === 0 &&
        givenCents <= Math.min(over, required) * donationCents &&
        (receivedCents === 0 || receivedCents === required * donationCents),
    )
    const balance = rows.reduce((sum, row) => sum + row.givenCents - row.receivedCents, 0)
    if (!isFit || balance !== 0 || over === 0 || waiting.length === 0) no('beginning.rows')
    // Before the last one's last contribution is asked, another than they must still have something to receive.
    const last = required - waiting.at(-1)!.givenCents / donationCents
    if (last === 0) return
    let paid = 0
    for (let month = 1; month < last; month += 1)
      paid += rows.filter(({ givenCents }) => required - givenCents / donationCents >= month).length
    if (paid >= (waiting.length - 1) * required) no('beginning.rows')
  }

  // The first order, and taking a change back.

  private draw(names: readonly string[]): void {
    if (this.made.debts > this.rotation.after || (this.brought && this.rotation.number === 1)) no('draw.not_first')
    const stood = this.queue(1)
    const drawn: string[] = []
    const count = (name: string, among: readonly string[]) => among.filter((one) => one === name).length
    const drawNext = (name: string) => {
      const member = this.members.find((one) => one.name === name)
      if (member?.status === 'approved' && count(name, drawn) < member.shares) drawn.push(name)
    }
    for (const name of names) drawNext(name)
    const first = [...drawn]
    for (const place of stood)
      if (this.placesOf(place.member, 1).indexOf(place) >= count(place.member, first)) drawNext(place.member)
    for (const name of new Set(drawn)) for (const _ of [1, 2]) drawNext(name)
    const order: NaivePlace[] = []
    for (const [index, member] of drawn.entries()) {
      const own = this.placesOf(member, 1)
      const isCounted = this.isEachCounted()
      const left = count(member, isCounted ? drawn.slice(index + 1) : drawn.slice(0, index))
      const which = this.freeName([...own, ...order.filter((place) => place.member === member)])
      const fresh = { member, level: 1 as const, which, position: 0, passed: [], turn: null }
      const had = (isCounted ? this.mostTheirs(own) : own)[left]
      order.push(had ?? { ...fresh, receiver: false, since: this.now })
    }
    if (order.length > PLACES) no('queue.full')
    const others = this.places.filter(({ level }) => level !== 1)
    this.places = [...others, ...order.map((place, index) => ({ ...place, position: index + 1, receiver: false }))]
    this.touched.places.add(1)
  }

  /** Takes back the last change of a queue; asked for only while nothing rests on it. */
  private undo(): void {
    const { level, places, reentry } = this.before!
    if (level > this.plan.levels.length) no('queue.undo_impossible')
    const back = places.map((place) => {
      const still = this.places.find((one) => nameOfPlace(one) === nameOfPlace(place))
      const { status, shares } = this.member(place.member)
      const own = places.filter(({ member }) => member === place.member).length
      if (!still && (status !== 'approved' || own !== shares)) no('queue.undo_impossible')
      return { ...place, turn: still?.turn ?? null }
    })
    for (const { member } of this.queue(level)) {
      const isNew = !places.some((place) => place.member === member)
      if (isNew && level === 1 && reentry.get(member) === 'allowed') this.member(member).reentry = 'allowed'
    }
    this.places = [...this.places.filter((place) => place.level !== level), ...back]
    this.touched.places.add(level)
  }

  private rememberForUndo({ kind }: Command, kept: ReturnType<NaiveCircle['copy']>): void {
    const { money, places } = this.touched
    if (!QUEUE_CHANGES.has(kind)) {
      if (this.before && (money.has(this.before.level) || places.has(this.before.level))) this.before = null
      return
    }
    const [level] = places
    if (level === undefined) return
    const reentry = new Map(kept.members.map((member) => [member.name, member.reentry]))
    const were = kept.places.filter((place) => place.level === level)
    this.before = kind === 'apply_draw' || kind === 'undo' || money.has(level) ? null : { level, places: were, reentry }
  }
}

export const nameOfPlace = ({ level, member, which = 1 }: Pick<NaivePlace, 'level' | 'member'> & { which?: number }) =>
  `N${level}:${member}${which > 1 ? `:${which}` : ''}`

type Arrangement = Extract<
  Command,
  { kind: 'place' | 'remove' | 'swap' | 'move_to_end' | 'reorder' | 'set_receiver' | 'next_receiver' | 'edit_entry' }
>

const QUEUE_CHANGES: ReadonlySet<string> = new Set([
  'place',
  'remove',
  'swap',
  'move_to_end',
  'reorder',
  'set_receiver',
  'next_receiver',
  'edit_entry',
  'apply_draw',
  'undo',
])

function monthAfter(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}

/** A month begins at three in the morning of UTC: São Paulo is three hours behind. */
function beginningOf(period: string, later = 0): number {
  const [year, month] = period.split('-').map(Number) as [number, number]
  return Date.UTC(year, month - 1 + later, 1, 3)
}

/** A plan that gives back what it takes: each level is paid by its own members, and owes nothing. */
function returnsAll(plan: Plan): boolean {
  return plan.levels.every(
    ({ contributes, owed, onCompletion }) => contributes && owed.length === 0 && onCompletion === 'back_of_queue',
  )
}

function isPassed(place: NaivePlace, by: string): void {
  if (!place.passed.includes(by)) place.passed = [...place.passed, by]
}
