import { everAsked } from '#circle/draw.ts'
import type { CircleEvent, CircleState } from '#circle/state.ts'
import type { Telling } from './telling.ts'

/** The events after which a queue moves by the rules, without anybody's moving it. */
const RUNS_ON: ReadonlySet<CircleEvent['kind']> = new Set([
  'turn.completed',
  'donation.expired',
  'donation.late',
  'upgrade.accepted',
])

/** Tells people of their places in the queues, their turns and their roles. */
export function tellPlace(event: CircleEvent, telling: Telling): void {
  const { events, after, because, tell } = telling
  const levelOf = named(after)
  switch (event.kind) {
    case 'circle.brought_in':
      for (const { memberId } of event.places) tell(memberId, 'circle.brought_in', {})
      break
    case 'entry.placed':
      tell(event.memberId, 'place.given', { ...levelOf(event), position: event.position, ...because })
      if (isBegunRoda(after)) tellOthers(event, telling)
      break
    case 'entry.removed':
      if (event.reason === 'removed') tell(event.memberId, 'place.lost', { ...levelOf(event), ...because })
      break
    case 'entry.moved':
      for (const { entryId, position, passedMemberIds } of event.moves)
        if (isByHand(events) || passedMemberIds.length > 0)
          tell(after.entries.get(entryId)?.memberId, 'place.moved', { ...levelOf(event), position, ...because })
      break
    case 'turns.swapped': {
      const [to, from] = [event.memberId, event.otherId].map((id) => placeOf(after, id))
      for (const { id, status } of after.members.values())
        if (status === 'approved') tell(id, 'turns.swapped', { from: from!, to: to! })
      break
    }
    case 'place.handed_over': {
      const { memberId, newcomerId } = event
      const position = placeOf(after, newcomerId)
      const places = [...after.entries.values()].filter((entry) => entry.memberId === newcomerId).length
      const many = places > 1 ? { places } : {}
      for (const { id, status } of after.members.values()) {
        const whose = id === memberId ? 'leaver' : id === newcomerId ? 'newcomer' : 'other'
        if (whose === 'leaver' || status === 'approved') tell(id, event.kind, { position, ...many, whose })
      }
      break
    }
    case 'queue.drawn':
      for (const [holder, own] of Map.groupBy(event.places, ({ memberId }) => memberId)) {
        const [position, ...others] = own.map((one) => one.position)
        tell(holder, 'draw.done', { ...levelOf(event), position: position!, ...(others.length > 0 ? { others } : {}) })
      }
      break
    case 'queue.change_undone':
      tellUndone(event, telling)
      break
    case 'receiver.set':
      // A month ahead begins a turn before its time: its receiver is told of the donation alone.
      if (!isAhead(events)) tell(event.memberId, 'place.receiver', { ...levelOf(event), ...because })
      break
    case 'receiver.unset':
      tell(event.memberId, 'place.no_receiver', { ...levelOf(event), ...because })
      break
    case 'turn.completed':
      tell(event.memberId, 'turn.completed', { ...levelOf(event), receivedCents: event.receivedCents })
      break
    default:
  }
}

/** A place given once others have paid is a turn more for everybody, and a word more about who is a fiscal. */
const isBegunRoda = (state: CircleState) => state.mode === 'real' && state.plan.levels.length === 1 && everAsked(state)

function tellOthers({ memberId, position }: CircleEvent & { kind: 'entry.placed' }, { after, tell }: Telling): void {
  for (const { id, status } of after.members.values())
    if (id !== memberId && status === 'approved') tell(id, 'place.added', { position, places: after.entries.size })
}

const isAhead = (events: readonly CircleEvent[]) =>
  events.some((event) => event.kind === 'obligation.owed' && event.ahead)

function tellUndone(event: CircleEvent & { kind: 'queue.change_undone' }, telling: Telling): void {
  const { before, after, because, tell } = telling
  const levelOf = named(after)
  for (const { entryId, position } of [...event.places, ...event.restore])
    if (before.entries.get(entryId)?.position !== position)
      tell(after.entries.get(entryId)?.memberId, 'place.moved', { ...levelOf(event), position, ...because })
  for (const { entryId } of event.places) {
    const [was, is] = [before.entries.get(entryId), after.entries.get(entryId)]
    if (was && is && was.isReceiver !== is.isReceiver)
      tell(is.memberId, is.isReceiver ? 'place.receiver' : 'place.no_receiver', { ...levelOf(event), ...because })
  }
  for (const entryId of event.drop)
    tell(before.entries.get(entryId)?.memberId, 'place.lost', { ...levelOf(event), ...because })
}

const placeOf = ({ entries }: CircleState, memberId: string): number =>
  [...entries.values()].find((entry) => entry.memberId === memberId)!.position

/** The level of an event as a notice tells it: where the plan has no other, its name is left out. */
const named =
  ({ plan }: CircleState) =>
  ({ level }: { readonly level: number }) => ({ level, ...(plan.levels.length === 1 ? { isOnly: true } : {}) })

/**
 * Where the circle itself moves, everybody behind comes forward by a place, some thirty times a month in a large one:
 * their pages show it, and `turn.moved` tells a month that changes. Those whom others pass are told.
 */
function isByHand(events: readonly CircleEvent[]): boolean {
  return !events.some(({ kind }) => RUNS_ON.has(kind))
}
