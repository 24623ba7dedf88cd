import type { Level, OwedItem } from './plan.ts'
import { isBalanced, lastLevel, levelPlan, levelsOf, owedTotalCents } from './plan.ts'
import { match } from './matching.ts'
import { moveToEnd, placeLast, remove } from './queue.ts'
import { refuse } from './refusal.ts'
import { emit, findEntryOf, getEntry, getMember } from './decision.ts'
import type { Decision } from './decision.ts'
import type { CircleState, Turn } from './state.ts'

export type UpgradeOffer = {
  readonly fromLevel: Level
  readonly toLevel: Level
  readonly turnId: string
  /** The sum that the turn paid. */
  readonly balanceCents: number
  readonly owed: readonly OwedItem[]
  readonly totalCents: number
  readonly canAfford: boolean
}

/** In a balanced plan, how many complete turns a member keeps at a level: the one that is offered, and the next. */
const KEPT_TURNS_MAX = 2

/**
 * The last required donation is confirmed: the level is completed, and the member's place in its queue follows the
 * plan.
 */
export function completeTurn(decision: Decision, turn: Turn): void {
  const { memberId, level } = turn
  const own = levelPlan(decision.state.plan, level)
  const entry = [...decision.state.entries.values()].find(({ turnId }) => turnId === turn.id)!
  const first = decision.state.members.get(memberId)!.completedAt[level] === undefined
  emit(decision, {
    kind: 'turn.completed',
    turnId: turn.id,
    entryId: entry.id,
    memberId,
    level,
    first,
    receivedCents: turn.receivedCents,
  })
  endSurplusTurns(decision, memberId, level)
  if (own.owedWhen === 'level_completed') owe(decision, memberId, own.owed)
  if (entry.isReceiver) emit(decision, { kind: 'receiver.unset', entryId: entry.id, memberId, level })
  if (own.onCompletion === 'back_of_queue') moveToEnd(decision, getEntry(decision, entry.id))
  else remove(decision, getEntry(decision, entry.id), 'completed')
  if (own.onCompletion === 'leave_circle_queues') finishCircle(decision, memberId)
}

/**
 * Where going up costs nothing, a member's complete turns all offer the same, so only the oldest are kept: a rotation
 * that goes on for years would otherwise carry every turn it ever completed. Elsewhere each complete turn pays for an
 * upgrade of its own.
 */
function endSurplusTurns(decision: Decision, memberId: string, level: Level): void {
  if (!isBalanced(decision.state.plan)) return
  for (const turn of completeTurns(decision.state, memberId, level).slice(KEPT_TURNS_MAX)) endTurn(decision, turn)
}

/** A member who left for good accepts no upgrade any more, so that nothing needs the complete turns. */
export function endCompleteTurns(decision: Decision, memberId: string): void {
  for (const level of levelsOf(decision.state.plan)) {
    for (const turn of completeTurns(decision.state, memberId, level)) endTurn(decision, turn)
  }
}

function endTurn(decision: Decision, { id: turnId, memberId, level }: Turn): void {
  emit(decision, { kind: 'turn.ended', turnId, memberId, level })
}

function finishCircle(decision: Decision, memberId: string): void {
  const n1 = findEntryOf(decision, memberId, 1)
  if (n1) remove(decision, n1, 'completed')
  emit(decision, { kind: 'member.completed_circle', memberId })
}

/** The upgrades a member may accept now: a complete turn not yet used, and no place in the next queue. */
export function upgradesOffered(state: CircleState, memberId: string): UpgradeOffer[] {
  return levelsOf(state.plan)
    .slice(0, -1)
    .flatMap((fromLevel) => {
      const toLevel = (fromLevel + 1) as Level
      const turn = completeTurns(state, memberId, fromLevel)[0]
      const inNext = [...state.entries.values()].some((entry) => entry.memberId === memberId && entry.level === toLevel)
      if (!turn || inNext) return []
      const own = levelPlan(state.plan, fromLevel)
      // Debts of completing the level are owed already, and never again for going up.
      const owed = own.owedWhen === 'upgrade_accepted' ? own.owed : []
      const totalCents = owedTotalCents({ ...own, owed })
      const balanceCents = turn.receivedCents
      return [
        { fromLevel, toLevel, turnId: turn.id, balanceCents, owed, totalCents, canAfford: balanceCents >= totalCents },
      ]
    })
}

/** Accepting creates what the level owes and an entry at the end of the next queue. */
export function acceptUpgrade(
  decision: Decision,
  command: { memberId: string; fromLevel: Level; toLevel: Level },
): void {
  const { memberId, fromLevel, toLevel } = command
  const member = getMember(decision, memberId)
  if (member.status !== 'approved') refuse('queue.member_not_approved')
  if (
    toLevel === fromLevel + 1 &&
    toLevel <= lastLevel(decision.state.plan) &&
    findEntryOf(decision, memberId, toLevel)
  )
    refuse('upgrade.already_accepted')
  const offer =
    upgradesOffered(decision.state, memberId).find(
      (candidate) => candidate.fromLevel === fromLevel && candidate.toLevel === toLevel,
    ) ?? refuse('upgrade.not_available')
  if (!offer.canAfford) refuse('upgrade.cannot_afford')
  emit(decision, {
    kind: 'upgrade.accepted',
    memberId,
    turnId: offer.turnId,
    fromLevel,
    toLevel,
    balanceCents: offer.balanceCents,
  })
  owe(decision, memberId, offer.owed)
  placeLast(decision, memberId, toLevel)
  match(decision)
}

function owe(decision: Decision, memberId: string, owed: readonly OwedItem[]): void {
  for (const { type, amountCents, target, count } of owed) {
    for (let made = 0; made < count; made += 1) {
      const obligationId = decision.newId()
      emit(decision, {
        kind: 'obligation.owed',
        obligationId,
        memberId,
        type,
        amountCents,
        target,
        period: null,
        order: decision.state.nextOrder,
      })
    }
  }
}

/** Oldest first; a tie in time is broken by id, so that every replay chooses the same. */
function completeTurns(state: CircleState, memberId: string, level: Level): Turn[] {
  return [...state.turns.values()]
    .filter((turn) => turn.memberId === memberId && turn.level === level && turn.status === 'complete')
    .sort((a, b) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1))
}
