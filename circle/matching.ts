import { courseOf, isReceivable } from './course.ts'
import type { Level } from './plan.ts'
import { levelPlan, levelsOf } from './plan.ts'
import { DAY_MS, periodStart } from './period.ts'
import { giveRole } from './queue.ts'
import { emit, findTurn, queueOf, voidObligation } from './decision.ts'
import type { HasState, Decision } from './decision.ts'
import { isCounted } from './shares.ts'
import type { Entry, Obligation } from './state.ts'

/** The number of donations that an entry can still be given in its running (or next) turn. */
export function needOf(decision: HasState, entry: Entry): number {
  const turn = findTurn(decision, entry.turnId)
  return turn ? turn.required - turn.confirmed - turn.open : levelPlan(decision.state.plan, entry.level).required
}

/**
 * Receivers by position, then the others by position; behind all of them, those with an overdue obligation from an
 * upgrade. Whoever was passed over for contributing is not among them: who does not give does not receive either.
 */
export function servingOrder(decision: HasState, level: Level): Entry[] {
  const { members } = decision.state
  const owing = membersServedLast(decision)
  const rank = (entry: Entry) => (owing.has(entry.memberId) ? 2 : 0) + (entry.isReceiver ? 0 : 1)
  return queueOf(decision, level)
    .filter(({ memberId }) => !members.get(memberId)?.isPassedOver)
    .sort((a, b) => rank(a) - rank(b) || a.position - b.position)
}

/**
 * Gives waiting obligations, oldest first, to the first entry in serving order with a need left that is not the same
 * member's, and before it to whoever must have it for the rotation to end with everybody at zero (circle/course.ts).
 * Runs after every event that adds an obligation, a need or an entry; what cannot be matched waits.
 */
export function match(decision: Decision): void {
  payAdministration(decision)
  for (const level of levelsOf(decision.state.plan)) matchQueue(decision, level)
  voidUnreceived(decision)
}

/** A contribution that its donor alone could still receive is owed to nobody: that rotation ends without it. */
function voidUnreceived(decision: Decision): void {
  if (!isCounted(decision.state)) return
  for (const obligation of waitingFor(decision, 1))
    if (obligation.type === 'PULL' && !isReceivable(decision.state, obligation.memberId))
      voidObligation(decision, obligation, 'nobody_left')
}

/** Matches what is owed to the administrative account, which needs no turn and is due at once. */
function payAdministration(decision: Decision): void {
  for (const obligation of waitingFor(decision, 'administration')) matchWith(decision, obligation, null)
}

function matchQueue(decision: Decision, level: Level): void {
  const waiting = waitingFor(decision, level)
  if (waiting.length === 0) return
  let order = servingOrder(decision, level)
  // Also where whoever has several is passed over: they still have to come to zero.
  const isArranged = isCounted(decision.state) || hasSeveral(queueOf(decision, level))
  for (const obligation of waiting) {
    const { must, served } = isArranged ? courseOf(decision.state) : AS_THEY_STAND
    const fits = (entry: Entry) =>
      entry.memberId !== obligation.memberId &&
      !served.has(entry.memberId) &&
      needOf(decision, current(decision, entry)) > 0
    const chosen = order.find((entry) => must.has(entry.memberId) && fits(entry)) ?? order.find(fits)
    if (!chosen) continue
    const entry = current(decision, chosen)
    matchWith(decision, obligation, entry)
    if (!entry.isReceiver) order = servingOrder(decision, level)
  }
}

function matchWith(decision: Decision, obligation: Obligation, entry: Entry | null): void {
  if (entry && !entry.isReceiver) giveRole(decision, entry)
  emit(decision, {
    kind: 'donation.matched',
    donationId: decision.newId(),
    obligationId: obligation.id,
    donorId: obligation.memberId,
    receiverId: entry?.memberId ?? null,
    turnId: entry ? ensureTurn(decision, entry) : null,
    type: obligation.type,
    amountCents: obligation.amountCents,
    target: obligation.target,
    deadlineAt: Math.max(decision.now, comesAt(decision, obligation)) + decision.state.plan.deadlineDays * DAY_MS,
  })
}

/** Before when nothing is due: a month that was left out, or one ahead that goes to another, since who was to receive it is late. */
function comesAt({ state }: HasState, { pausedUntil, isAhead, period }: Obligation): number {
  if (pausedUntil !== null) return pausedUntil
  return isAhead && period !== null && isCounted(state) ? periodStart(period) : 0
}

/** A turn begins with the first donation assigned. */
export function ensureTurn(decision: Decision, entry: Entry): string {
  if (entry.turnId !== null) return entry.turnId
  const turnId = decision.newId()
  const { id: entryId, memberId, level } = entry
  emit(decision, {
    kind: 'turn.started',
    turnId,
    entryId,
    memberId,
    level,
    required: levelPlan(decision.state.plan, level).required,
  })
  return turnId
}

function waitingFor({ state }: Decision, target: Obligation['target']): Obligation[] {
  return [...state.obligations.values()]
    .filter((obligation) => obligation.status === 'waiting' && obligation.target === target)
    .sort((a, b) => a.order - b.order)
}

/**
 * Members with an overdue obligation from an upgrade are served after all others, but never excluded: two who owe each
 * other must be able to settle.
 */
function membersServedLast({ state }: HasState): Set<string> {
  const owing = new Set<string>()
  for (const obligation of state.obligations.values()) if (obligation.overdue) owing.add(obligation.memberId)
  return owing
}

function current(decision: Decision, entry: Entry): Entry {
  return decision.state.entries.get(entry.id)!
}

const AS_THEY_STAND: ReturnType<typeof courseOf> = { must: new Set(), served: new Set() }

/** Whether anybody stands there with several places. */
function hasSeveral(entries: readonly Entry[]): boolean {
  return new Set(entries.map(({ memberId }) => memberId)).size < entries.length
}
