import { randomBytes } from 'node:crypto'
import type { Command } from '#circle/circle.ts'
import { queueReasonText } from '#circle/queue-reason.ts'
import type { CircleEvent, CircleState, Entry } from '#circle/state.ts'
import { isInJournal } from '#circle/queue-changes.ts'
import { inverseOf, levelOf, restCounts, restsOn } from '#circle/undo.ts'
import { shownIn } from '#contracts/payment/payable.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import { queueChanges } from '#server/tables/queue-changes.ts'
import type { ChangeEffects } from '#server/tables/queue-changes.ts'

/**
 * Performs a change of a queue and writes its line of the journal: what moved, what followed, what gives it back. The
 * reason stays in the database; the ledger gets its salted hash, and those whose place it concerns are told it, in a demonstration
 * without what could be paid to. A command that changes nothing leaves no line.
 */
export async function performChange(
  circle: LockedCircle,
  command: Command,
  { at, actorId, reason = null }: { at: number; actorId: string | null; reason?: string | null | undefined },
): Promise<readonly CircleEvent[]> {
  const before = circle.state
  const events = await circle.perform(command, reason === null ? {} : { reason: shownIn(before.mode, reason) })
  const level = levelOf(events)
  if (level === null || !isInJournal(command.kind)) return events
  const after = circle.state
  const lastSeq = circle.seq
  const seq = lastSeq - events.length
  const isFinal = FINAL.includes(command.kind)
  const noted = reason === null ? null : await noteReason(circle, seq, reason)
  await circle.tx.insert(queueChanges).values({
    circleId: circle.id,
    seq,
    lastSeq,
    at: new Date(at),
    actorId,
    kind: command.kind,
    level,
    about: namedBy(command, before),
    effects: effectsOf(before, after, level, events),
    inverse: isFinal ? null : inverseOf(before, after, level),
    rests: isFinal ? null : restsOn(events, level, false),
    reason,
    salt: noted?.salt ?? null,
    reasonSeq: noted?.seq ?? null,
    undoesSeq: command.kind === 'undo' ? command.seq : null,
  })
  return events
}

/** These are never undone. */
const FINAL: readonly Command['kind'][] = ['apply_draw', 'undo', 'swap_turns']

async function noteReason(circle: LockedCircle, change: number, reason: string) {
  const salt = randomBytes(16).toString('base64url')
  const hash = sha256(queueReasonText(salt, { circleId: circle.id, seq: change, reason }))
  await circle.note({ kind: 'queue.reason', change: String(change), hash })
  return { salt, seq: circle.seq }
}

/** The members whom a command names, by themselves or by their place. */
function namedBy(command: Command, { entries }: CircleState): string[] {
  const { memberId, otherId, entryId, otherEntryId, nextEntryId } = command as Readonly<Record<string, unknown>>
  const named = [
    memberId,
    otherId,
    ...[entryId, otherEntryId, nextEntryId].map((id) => entries.get(String(id))?.memberId),
  ]
  return named.filter((id) => typeof id === 'string')
}

function effectsOf(
  before: CircleState,
  after: CircleState,
  level: number,
  events: readonly CircleEvent[],
): ChangeEffects {
  // By place: a person may have several in one queue.
  const [was, is] = [before, after].map(
    ({ entries }) => new Map([...entries].filter(([, entry]) => entry.level === level)),
  ) as [Map<string, Entry>, Map<string, Entry>]
  const places = [...new Map([...was, ...is])].map(([entryId, { memberId }]) => ({
    memberId,
    before: was.get(entryId),
    after: is.get(entryId),
  }))
  return {
    moves: places
      .map((place) => ({
        memberId: place.memberId,
        from: place.before?.position ?? null,
        to: place.after?.position ?? null,
      }))
      .filter(({ from, to }) => from !== to)
      .toSorted((a, b) => (a.to ?? 101) - (b.to ?? 101)),
    roles: places.flatMap((place) => {
      const [had, has] = [place.before?.isReceiver ?? false, place.after?.isReceiver ?? false]
      return had === has ? [] : [{ memberId: place.memberId, receiver: has }]
    }),
    followed: restCounts(events),
  }
}
