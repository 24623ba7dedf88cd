import type {
  CircleEvent,
  CircleState,
  Donation,
  DonationFacts,
  Entry,
  EventKind,
  EventOfKind,
  Member,
  Obligation,
  Turn,
} from './state.ts'
import { timeLeftMs } from './clock.ts'
import { emptyState } from './state.ts'
import { lastLevel } from './plan.ts'
import type { Level } from './plan.ts'

/** A private copy that events may be applied to in place. Its values are never changed, only replaced. */
export type Draft = {
  mode: CircleState['mode']
  plan: CircleState['plan']
  nextOrder: number
  rotation: number
  rotationFrom: number
  isBroughtIn: boolean
  donationsMade: number
  pulledPeriod: string | null
  pulled: Set<string>
  members: Map<string, Member>
  entries: Map<string, Entry>
  turns: Map<string, Turn>
  obligations: Map<string, Obligation>
  donations: Map<string, Donation>
  reports: CircleState['reports'] extends ReadonlyMap<string, infer R> ? Map<string, R> : never
}

export function draftOf(state: CircleState): Draft {
  return {
    ...state,
    pulled: new Set(state.pulled),
    members: new Map(state.members),
    entries: new Map(state.entries),
    turns: new Map(state.turns),
    obligations: new Map(state.obligations),
    donations: new Map(state.donations),
    reports: new Map(state.reports),
  }
}

/** The state after one event that happened at `at` (epoch ms). Pure: `state` is left as it was. */
export function evolve(state: CircleState | null, event: CircleEvent, at: number): CircleState {
  if (event.kind === 'circle.created') return emptyState(event.mode, event.plan)
  const draft = draftOf(known(state, 'circle'))
  apply(draft, event, at)
  return draft
}

/** Applies an event to a draft in place. */
export function apply<K extends EventKind>(draft: Draft, event: EventOfKind<K>, at: number): void {
  const applier = appliers[event.kind] as (draft: Draft, event: CircleEvent, at: number) => void
  applier(draft, event, at)
}

const appliers: { readonly [K in EventKind]: (draft: Draft, event: EventOfKind<K>, at: number) => void } = {
  'circle.created': (draft, { mode, plan }) => {
    draft.mode = mode
    draft.plan = plan
  },
  'circle.plan_changed': (draft, { plan }) => {
    draft.plan = plan
  },
  'member.approved': (draft, { memberId }) => {
    draft.members.set(memberId, {
      id: memberId,
      status: 'approved',
      completedAt: {},
      n3CompletedAt: null,
      reentry: 'none',
      isPassedOver: false,
      shares: 1,
      pauses: 0,
      pausedRotation: 0,
      ahead: [],
      given: { 1: 0, 2: 0, 3: 0, administration: 0 },
      received: { 1: 0, 2: 0, 3: 0 },
    })
  },
  'member.suspended': (draft, { memberId }) => leave(draft, memberId, 'suspended'),
  'member.left': (draft, { memberId }) => leave(draft, memberId, 'left'),
  'member.reinstated': (draft, { memberId }) => change(draft.members, memberId, { status: 'approved' }),
  'member.completed_circle': (draft, { memberId }, at) =>
    change(draft.members, memberId, { n3CompletedAt: at, reentry: 'owing' }),
  'member.reentry_allowed': (draft, { memberId }) => change(draft.members, memberId, { reentry: 'allowed' }),
  'member.passed_over': (draft, { memberId }) => change(draft.members, memberId, { isPassedOver: true }),
  'member.served_again': (draft, { memberId }) => change(draft.members, memberId, { isPassedOver: false }),

  'shares.taken': (draft, { memberId, shares }) => change(draft.members, memberId, { shares }),

  'entry.placed': (draft, { entryId, memberId, level, position }, at) => {
    draft.entries.set(entryId, {
      id: entryId,
      level,
      position,
      memberId,
      isReceiver: false,
      passedMemberIds: [],
      turnId: null,
      createdAt: at,
    })
    if (level === 1 && draft.members.get(memberId)?.reentry === 'allowed') {
      change(draft.members, memberId, { reentry: 'none' })
    }
  },
  'entry.removed': (draft, { entryId }) => {
    draft.entries.delete(entryId)
  },
  'entry.moved': (draft, { moves }) => {
    for (const { entryId, position, passedMemberIds } of moves) {
      change(draft.entries, entryId, (entry) => ({
        position,
        // Most of those who move were passed by nobody.
        passedMemberIds:
          passedMemberIds.length === 0
            ? entry.passedMemberIds
            : [...new Set([...entry.passedMemberIds, ...passedMemberIds])],
      }))
    }
  },
  'receiver.set': (draft, { entryId }) => change(draft.entries, entryId, { isReceiver: true }),
  'receiver.unset': (draft, { entryId }) => change(draft.entries, entryId, { isReceiver: false }),

  'queue.change_undone': (draft, { level, places, drop, restore, reentry }) => {
    for (const entryId of drop) draft.entries.delete(entryId)
    for (const memberId of reentry) change(draft.members, memberId, () => ({ reentry: 'allowed' as const }))
    for (const { entryId, position, isReceiver, passed } of places)
      change(draft.entries, entryId, (entry) => ({
        position,
        isReceiver,
        passedMemberIds: entry.passedMemberIds.slice(0, passed),
      }))
    for (const { entryId, ...entry } of restore)
      draft.entries.set(entryId, { id: entryId, level, turnId: null, ...entry })
  },
  'queue.drawn': (draft, { level, places }, at) => {
    for (const place of places) stand(draft, level, place, at)
  },
  'circle.brought_in': (draft, { level, places }, at) => {
    draft.isBroughtIn = true
    for (const place of places) {
      stand(draft, level, place, at)
      change(draft.members, place.memberId, ({ given, received }) => ({
        given: { ...given, [level]: place.givenCents },
        received: { ...received, [level]: place.receivedCents },
        completedAt: place.receivedCents > 0 ? { [level]: at } : {},
      }))
    }
  },

  'turn.started': (draft, { turnId, entryId, memberId, level, required }, at) => {
    draft.turns.set(turnId, {
      id: turnId,
      memberId,
      level,
      required,
      confirmed: 0,
      open: 0,
      receivedCents: 0,
      status: 'running',
      startedAt: at,
    })
    change(draft.entries, entryId, { turnId })
  },
  'turn.completed': (draft, { turnId, entryId, memberId, level, first }, at) => {
    change(draft.turns, turnId, { status: 'complete' })
    change(draft.entries, entryId, { turnId: null })
    // A complete turn of the last level can pay for no upgrade, so it has ended.
    if (level === lastLevel(draft.plan)) draft.turns.delete(turnId)
    if (first) change(draft.members, memberId, (member) => ({ completedAt: { ...member.completedAt, [level]: at } }))
  },
  'turn.ended': (draft, { turnId }) => {
    draft.turns.delete(turnId)
    for (const { id, turnId: own } of draft.entries.values())
      if (own === turnId) change(draft.entries, id, { turnId: null })
  },

  'obligation.owed': (
    draft,
    { obligationId, memberId, type, amountCents, target, period, order, ahead = false },
    at,
  ) => {
    draft.obligations.set(obligationId, {
      id: obligationId,
      memberId,
      type,
      amountCents,
      paidCents: 0,
      target,
      period,
      order,
      owedAt: at,
      overdue: false,
      pausedUntil: null,
      isAhead: ahead,
      status: 'waiting',
    })
    draft.nextOrder = order + 1
    if (ahead && period !== null)
      change(draft.members, memberId, (member) => ({ ahead: [...member.ahead, { obligationId, period }] }))
    else if (type === 'PULL' && period !== null) noteAsked(draft, period, `${target}:${memberId}`)
  },
  'contribution.counted': (draft, { obligationId, memberId, level, period }) => {
    noteAsked(draft, period, `${level}:${memberId}`)
    const isOther = (one: { readonly obligationId: string }) => one.obligationId !== obligationId
    change(draft.members, memberId, ({ ahead }) => ({ ahead: ahead.filter(isOther) }))
    if (draft.obligations.has(obligationId)) change(draft.obligations, obligationId, { period, isAhead: false })
  },
  'obligation.void': (draft, { obligationId }) => {
    draft.obligations.delete(obligationId)
  },

  'donation.matched': (draft, event) => {
    const obligation = known(draft.obligations.get(event.obligationId), 'obligation')
    draft.obligations.set(obligation.id, { ...obligation, status: 'open' })
    draft.donations.set(event.donationId, {
      id: event.donationId,
      obligationId: event.obligationId,
      donorId: event.donorId,
      receiverId: event.receiverId,
      turnId: event.turnId,
      type: event.type,
      amountCents: event.amountCents,
      target: event.target,
      status: 'PENDING_PAYMENT',
      order: obligation.order,
      deadlineAt: event.deadlineAt,
      isLate: false,
      reportId: null,
      rejections: 0,
      rejectedAt: null,
      leftMs: null,
      isUndecided: false,
      parts: 0,
      sentCents: null,
    })
    draft.donationsMade += 1
    changeTurn(draft, event.turnId, (turn) => ({ open: turn.open + 1 }))
  },
  'donation.receipt_sent': (draft, { donationId, cents = null }, at) =>
    change(draft.donations, donationId, (donation) => ({
      status: 'PENDING_CONFIRMATION' as const,
      sentCents: cents,
      // Entries from before replacements had a kind of their own say so again: the clock stopped at the first.
      leftMs: donation.status === 'PENDING_PAYMENT' ? timeLeftMs(draft, donation, at) : donation.leftMs,
    })),
  'donation.receipt_replaced': (draft, { donationId, cents = null }) =>
    change(draft.donations, donationId, { sentCents: cents }),
  'donation.receipt_rejected': (draft, { donationId, attempt, deadlineAt, stays = false }, at) =>
    change(draft.donations, donationId, ({ parts }) => ({
      isUndecided: stays || parts > 0,
      status: 'PENDING_PAYMENT' as const,
      sentCents: null,
      rejections: attempt,
      rejectedAt: at,
      leftMs: null,
      deadlineAt,
    })),
  'donation.part_confirmed': (draft, event) => {
    const { donationId, obligationId, turnId, cents, part: parts, deadlineAt } = event
    const waits = { status: 'PENDING_PAYMENT', sentCents: null, leftMs: null } as const
    change(draft.donations, donationId, { ...waits, parts, deadlineAt, isUndecided: true })
    change(draft.obligations, obligationId, ({ amountCents, paidCents }) => ({
      amountCents: amountCents - cents,
      paidCents: paidCents + cents,
    }))
    changeTurn(draft, turnId, ({ receivedCents }) => ({ receivedCents: receivedCents + cents }))
    countMoney(draft, event, cents)
  },
  'donation.confirmed': (draft, event) => {
    const { cents = event.amountCents } = event
    draft.donations.delete(event.donationId)
    draft.obligations.delete(event.obligationId)
    changeTurn(draft, event.turnId, (turn) => ({
      open: turn.open - 1,
      confirmed: turn.confirmed + 1,
      receivedCents: turn.receivedCents + cents,
    }))
    countMoney(draft, event, cents)
  },
  'donation.expired': (draft, event) => {
    endUnpaid(draft, event)
    if (event.type !== 'PULL') change(draft.obligations, event.obligationId, { overdue: true })
  },
  'donation.late': (draft, { donationId }) => change(draft.donations, donationId, { isLate: true }),
  'donation.cancelled': (draft, event) => endUnpaid(draft, event),
  'donation.deadline_moved': (draft, { donationId, deadlineAt }) => change(draft.donations, donationId, { deadlineAt }),
  'rotation.begun': (draft, { rotation }) => {
    draft.rotation = rotation
    draft.rotationFrom = draft.nextOrder
  },
  'contribution.paused': (
    draft,
    { donationId, obligationId, memberId, rotation: pausedRotation, pauses, until, deadlineAt },
  ) => {
    change(draft.donations, donationId, { deadlineAt })
    change(draft.obligations, obligationId, { pausedUntil: until })
    change(draft.members, memberId, { pauses, pausedRotation })
  },
  'donation.reported': (draft, { reportId, donationId, reporterId }, at) => {
    change(draft.donations, donationId, { reportId })
    draft.reports.set(reportId, { id: reportId, donationId, reporterId, status: 'PENDING', reportedAt: at })
  },
  'report.status_changed': (draft, { reportId, status }) => change(draft.reports, reportId, { status }),
  'report.ended': (draft, { reportId, donationId }) => {
    draft.reports.delete(reportId)
    if (draft.donations.has(donationId))
      change(draft.donations, donationId, ({ parts }) => ({ isUndecided: parts > 0 }))
  },
  'upgrade.accepted': (draft, { turnId }) => {
    draft.turns.delete(turnId)
  },
  'place.handed_over': handPlaceOver,
  'donation.handed_over': (draft, { donationId, donorId, receiverId, deadlineAt }) =>
    change(draft.donations, donationId, { donorId, receiverId, deadlineAt }),
  // The places follow as a move of their own.
  'turns.swapped': () => {},
  // Its effect on the donation follows as the donation's own event.
  'appeal.decided': () => {},
  'pull.generated': () => {},
}

/** The newcomer stands where the leaver stood: in the queue, in this month's asking, in every debt, and in the place's sums. */
function handPlaceOver(
  draft: Draft,
  { memberId, newcomerId, level, givenCents, receivedCents }: EventOfKind<'place.handed_over'>,
): void {
  for (const owned of [draft.entries, draft.turns, draft.obligations] as Map<
    string,
    { id: string; memberId: string }
  >[])
    for (const { id, memberId: holder } of owned.values())
      if (holder === memberId) change(owned, id, { memberId: newcomerId })
  if (draft.pulled.delete(`${level}:${memberId}`)) draft.pulled.add(`${level}:${newcomerId}`)
  const { shares, pauses, pausedRotation, ahead } = known(draft.members.get(memberId), memberId)
  const add = (sign: 1 | -1) => (member: Member) => ({
    given: { ...member.given, [level]: member.given[level] + sign * givenCents },
    received: { ...member.received, [level]: member.received[level] + sign * receivedCents },
  })
  change(draft.members, memberId, (member) => ({ ...add(-1)(member), ahead: [] }))
  const taken = { shares, pauses, pausedRotation, ahead, isPassedOver: false }
  change(draft.members, newcomerId, (member) => ({ ...add(1)(member), ...taken }))
}

function noteAsked(draft: Draft, period: string, key: string): void {
  if (draft.pulledPeriod !== period) draft.pulled = new Set()
  draft.pulledPeriod = period
  draft.pulled.add(key)
}

/** A place in the first order of a queue, without a role. */
function stand(
  draft: Draft,
  level: Level,
  { entryId, memberId, position }: { entryId: string; memberId: string; position: number },
  at: number,
): void {
  const created = { passedMemberIds: [], turnId: null, createdAt: at }
  const entry = draft.entries.get(entryId) ?? { id: entryId, level, memberId, ...created }
  draft.entries.set(entryId, { ...entry, position, isReceiver: false })
}

/** The donation ends without money; its obligation goes back to its list, with its age. */
function endUnpaid(draft: Draft, event: DonationFacts): void {
  draft.donations.delete(event.donationId)
  change(draft.obligations, event.obligationId, { status: 'waiting' })
  changeTurn(draft, event.turnId, (turn) => ({ open: turn.open - 1 }))
}

function countMoney(draft: Draft, { donorId, receiverId, target }: DonationFacts, cents: number): void {
  change(draft.members, donorId, (donor) => ({
    given: { ...donor.given, [target]: donor.given[target] + cents },
  }))
  if (receiverId === null || target === 'administration') return
  const level: Level = target
  change(draft.members, receiverId, (receiver) => ({
    received: { ...receiver.received, [level]: receiver.received[level] + cents },
  }))
}

function leave(draft: Draft, memberId: string, status: 'suspended' | 'left'): void {
  change(draft.members, memberId, { status, reentry: 'none', isPassedOver: false, shares: 1 })
}

/** A donation may outlive its turn: the place was left while its receipt waited for a person. */
function changeTurn(draft: Draft, turnId: string | null, to: (turn: Turn) => Partial<Turn>): void {
  if (turnId !== null && draft.turns.has(turnId)) change(draft.turns, turnId, to)
}

function change<T extends object>(
  map: Map<string, T>,
  id: string,
  to: Partial<NoInfer<T>> | ((value: NoInfer<T>) => Partial<NoInfer<T>>),
): void {
  const value = known(map.get(id), id)
  map.set(id, { ...value, ...(typeof to === 'function' ? to(value) : to) })
}

function known<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`The ledger names an unknown ${what}`)
  return value
}
