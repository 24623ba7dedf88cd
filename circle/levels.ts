import type { Level, OwedItem } from './plan.ts'
import { levelPlan, owedTotalCents } from './plan.ts'
import { match } from './matching.ts'
import { moveToEnd, placeLast, remove } from './queue.ts'
import { refuse } from './refusal.ts'
import { emit, findEntryOf, getMember } from './session.ts'
import type { Session } from './session.ts'
import type { CircleState, Turn } from './state.ts'

export type UpgradeOffer = {
  readonly fromLevel: Level
  readonly toLevel: Level
  readonly turnId: string
  /** What the turn paid. */
  readonly balanceCents: number
  readonly owed: readonly OwedItem[]
  readonly totalCents: number
  readonly canAfford: boolean
}

/** The last required donation is confirmed: the level is completed, and the member's place in its queue follows the plan. */
export function completeTurn(session: Session, turn: Turn): void {
  const { memberId, level } = turn
  const own = levelPlan(session.state.plan, level)
  const entry = findEntryOf(session, memberId, level)!
  const first = session.state.members.get(memberId)!.completedAt[level] === undefined
  emit(session, {
    kind: 'turn.completed',
    turnId: turn.id,
    entryId: entry.id,
    memberId,
    level,
    first,
    receivedCents: turn.receivedCents,
  })
  if (own.owedWhen === 'level_completed') owe(session, memberId, own.owed)
  if (entry.isReceiver) emit(session, { kind: 'receiver.unset', entryId: entry.id, memberId, level })
  if (own.onCompletion === 'back_of_queue') moveToEnd(session, findEntryOf(session, memberId, level)!)
  else remove(session, findEntryOf(session, memberId, level)!, 'completed')
  if (own.onCompletion === 'leave_circle_queues') finishCircle(session, memberId)
}

function finishCircle(session: Session, memberId: string): void {
  const n1 = findEntryOf(session, memberId, 1)
  if (n1) remove(session, n1, 'completed')
  emit(session, { kind: 'member.completed_circle', memberId })
}

/** The upgrades a member may accept now: a complete turn not yet used, and no place in the next queue. */
export function upgradesOffered(state: CircleState, memberId: string): UpgradeOffer[] {
  return ([1, 2] as const).flatMap((fromLevel) => {
    const toLevel = (fromLevel + 1) as Level
    const turn = unusedTurn(state, memberId, fromLevel)
    const inNext = [...state.entries.values()].some((entry) => entry.memberId === memberId && entry.level === toLevel)
    if (!turn || inNext) return []
    const own = levelPlan(state.plan, fromLevel)
    // What was owed on completing the level is owed already, and never again for going up.
    const owed = own.owedWhen === 'upgrade_accepted' ? own.owed : []
    const totalCents = owedTotalCents({ ...own, owed })
    const balanceCents = turn.receivedCents
    return [
      { fromLevel, toLevel, turnId: turn.id, balanceCents, owed, totalCents, canAfford: balanceCents >= totalCents },
    ]
  })
}

/** Accepting creates what the level owes and an entry at the end of the next queue. */
export function acceptUpgrade(session: Session, command: { memberId: string; fromLevel: Level; toLevel: Level }): void {
  const { memberId, fromLevel, toLevel } = command
  const member = getMember(session, memberId)
  if (member.status !== 'approved') refuse('queue.member_not_approved')
  if (toLevel === fromLevel + 1 && toLevel <= 3 && findEntryOf(session, memberId, toLevel))
    refuse('upgrade.already_accepted')
  const offer =
    upgradesOffered(session.state, memberId).find(
      (candidate) => candidate.fromLevel === fromLevel && candidate.toLevel === toLevel,
    ) ?? refuse('upgrade.not_available')
  if (!offer.canAfford) refuse('upgrade.cannot_afford')
  emit(session, {
    kind: 'upgrade.accepted',
    memberId,
    turnId: offer.turnId,
    fromLevel,
    toLevel,
    balanceCents: offer.balanceCents,
  })
  owe(session, memberId, offer.owed)
  placeLast(session, memberId, toLevel)
  match(session)
}

function owe(session: Session, memberId: string, owed: readonly OwedItem[]): void {
  for (const { type, amountCents, target, count } of owed) {
    for (let made = 0; made < count; made += 1) {
      const obligationId = session.newId()
      emit(session, {
        kind: 'obligation.owed',
        obligationId,
        memberId,
        type,
        amountCents,
        target,
        period: null,
        order: session.state.nextOrder,
      })
    }
  }
}

/** The oldest complete turn of a level; a tie in time is broken by id, so that every replay chooses the same. */
function unusedTurn(state: CircleState, memberId: string, level: Level): Turn | null {
  const complete = [...state.turns.values()].filter(
    (turn) => turn.memberId === memberId && turn.level === level && turn.status === 'complete',
  )
  return complete.sort((a, b) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1))[0] ?? null
}
