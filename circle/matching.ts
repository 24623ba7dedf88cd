import type { Level } from './plan.ts'
import { LEVELS, levelPlan } from './plan.ts'
import { DAY_MS } from './period.ts'
import { giveRole } from './queue.ts'
import { emit, findTurn, queueOf } from './session.ts'
import type { Reading, Session } from './session.ts'
import type { Entry, Obligation } from './state.ts'

/** How many donations an entry can still be given in its running (or next) turn. */
export function needOf(session: Reading, entry: Entry): number {
  const turn = findTurn(session, entry.turnId)
  return turn ? turn.required - turn.confirmed - turn.open : levelPlan(session.state.plan, entry.level).required
}

/** Receivers by position, then the others by position; behind all of them, those with an overdue obligation from an upgrade. */
export function servingOrder(session: Reading, level: Level): Entry[] {
  const owing = membersServedLast(session)
  const rank = (entry: Entry) => (owing.has(entry.memberId) ? 2 : 0) + (entry.isReceiver ? 0 : 1)
  return queueOf(session, level).sort((a, b) => rank(a) - rank(b) || a.position - b.position)
}

/**
 * Gives waiting obligations, oldest first, to the first entry in serving order with a need left that is not the same member.
 * Runs after every event that adds an obligation, a need or an entry; what cannot be matched waits.
 */
export function match(session: Session): void {
  payAdministration(session)
  for (const level of LEVELS) matchQueue(session, level)
}

/** What is owed to the administrative account needs no turn: it is due at once. */
function payAdministration(session: Session): void {
  for (const obligation of waitingFor(session, 'administration')) matchWith(session, obligation, null)
}

function matchQueue(session: Session, level: Level): void {
  const waiting = waitingFor(session, level)
  if (waiting.length === 0) return
  let order = servingOrder(session, level)
  for (const obligation of waiting) {
    const chosen = order.find(
      (entry) => entry.memberId !== obligation.memberId && needOf(session, current(session, entry)) > 0,
    )
    if (!chosen) continue
    const entry = current(session, chosen)
    matchWith(session, obligation, entry)
    if (!entry.isReceiver) order = servingOrder(session, level)
  }
}

function matchWith(session: Session, obligation: Obligation, entry: Entry | null): void {
  if (entry && !entry.isReceiver) giveRole(session, entry)
  emit(session, {
    kind: 'donation.matched',
    donationId: session.newId(),
    obligationId: obligation.id,
    donorId: obligation.memberId,
    receiverId: entry?.memberId ?? null,
    turnId: entry ? ensureTurn(session, entry) : null,
    type: obligation.type,
    amountCents: obligation.amountCents,
    target: obligation.target,
    deadlineAt: session.now + session.state.plan.deadlineDays * DAY_MS,
  })
}

/** A turn begins with the first donation assigned. */
function ensureTurn(session: Session, entry: Entry): string {
  if (entry.turnId !== null) return entry.turnId
  const turnId = session.newId()
  const { id: entryId, memberId, level } = entry
  emit(session, {
    kind: 'turn.started',
    turnId,
    entryId,
    memberId,
    level,
    required: levelPlan(session.state.plan, level).required,
  })
  return turnId
}

function waitingFor({ state }: Session, target: Obligation['target']): Obligation[] {
  return [...state.obligations.values()]
    .filter((obligation) => obligation.status === 'waiting' && obligation.target === target)
    .sort((a, b) => a.order - b.order)
}

/** Whoever owes from an upgrade past its deadline is served after all others, never not at all: two who owe each other must be able to settle. */
function membersServedLast({ state }: Reading): Set<string> {
  const owing = new Set<string>()
  for (const obligation of state.obligations.values()) if (obligation.overdue) owing.add(obligation.memberId)
  return owing
}

function current(session: Session, entry: Entry): Entry {
  return session.state.entries.get(entry.id)!
}
