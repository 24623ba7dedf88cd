import { donationAppliers } from './donation-appliers.ts'
import { change, draftOf, known } from './draft.ts'
import type { Appliers, Draft } from './draft.ts'
import { lastLevel } from './plan.ts'
import type { Level } from './plan.ts'
import { emptyState } from './state.ts'
import type { CircleEvent, CircleState, EventKind, EventOfKind, Member } from './state.ts'

/** The state after one event that happened at `at` (epoch ms). Pure: `state` is left as it was. */
export function evolve(state: CircleState | null, event: CircleEvent, at: number): CircleState {
  if (event.kind === 'circle.created') return emptyState(event.mode, event.plan, event.rules)
  const draft = draftOf(known(state, 'circle'))
  apply(draft, event, at)
  return draft
}

/** Applies an event to a draft in place. */
export function apply(draft: Draft, event: CircleEvent, at: number): void {
  applyFacts(draft, event.kind, event, at)
}

/** The same of an event's facts as a ledger's entry has them, beside their kind. */
export function applyFacts(draft: Draft, kind: EventKind, facts: object, at: number): void {
  const applier = appliers[kind] as (draft: Draft, event: CircleEvent, at: number) => void
  applier(draft, facts as CircleEvent, at)
}

const appliers: Appliers = {
  ...donationAppliers,
  'circle.created': (draft, { mode, plan, rules = 1 }) => {
    draft.mode = mode
    draft.plan = plan
    draft.rules = rules
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
      givenBefore: 0,
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
      const entry = known(draft.entries.get(entryId), entryId)
      // Most of those who move were passed by nobody, and a long queue moves as a whole.
      if (passedMemberIds.length === 0) draft.entries.set(entryId, { ...entry, position })
      else {
        const passed = [...new Set([...entry.passedMemberIds, ...passedMemberIds])]
        draft.entries.set(entryId, { ...entry, position, passedMemberIds: passed })
      }
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

  'rotation.begun': (draft, { rotation }) => {
    draft.rotation = rotation
    draft.rotationFrom = draft.nextOrder
    for (const memberId of draft.members.keys())
      change(draft.members, memberId, ({ given }) => ({ givenBefore: given[1] }))
  },
  'upgrade.accepted': (draft, { turnId }) => {
    draft.turns.delete(turnId)
  },
  'place.handed_over': handPlaceOver,
  // The places follow as a move of their own.
  'turns.swapped': () => {},
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
  const { shares, pauses, pausedRotation, ahead, givenBefore } = known(draft.members.get(memberId), memberId)
  const add = (sign: 1 | -1) => (member: Member) => ({
    given: { ...member.given, [level]: member.given[level] + sign * givenCents },
    received: { ...member.received, [level]: member.received[level] + sign * receivedCents },
  })
  change(draft.members, memberId, (member) => ({
    ...add(-1)(member),
    pauses: 0,
    pausedRotation: 0,
    ahead: [],
    givenBefore: 0,
  }))
  const taken = { shares, pauses, pausedRotation, ahead, givenBefore, isPassedOver: false }
  change(draft.members, newcomerId, (member) => ({ ...add(1)(member), ...taken }))
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

function leave(draft: Draft, memberId: string, status: 'suspended' | 'left'): void {
  change(draft.members, memberId, { status, reentry: 'none', isPassedOver: false, shares: 1 })
}
