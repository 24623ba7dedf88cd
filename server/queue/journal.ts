import { randomBytes } from 'node:crypto'
import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import type { Command } from '#circle/circle.ts'
import { queueReasonText } from '#circle/queue-reason.ts'
import type { CircleEvent, CircleState, Entry } from '#circle/state.ts'
import { inverseOf, isQueueChange, levelOf, restCounts, restsOn } from '#circle/undo.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import { withoutPayable } from '#contracts/payment/payable.ts'
import { restText } from '#contracts/queue.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import type { Context } from '#server/context.ts'
import { queueChanges } from '#server/tables/queue-changes.ts'
import type { ChangeEffects } from '#server/tables/queue-changes.ts'
import { users } from '#server/tables/users.ts'
import { laterRest } from './later-rest.ts'

type Row = typeof queueChanges.$inferSelect
type Change = AnswerOf<'GET /queue/changes'>['data'][number]

/**
 * Performs a change of a queue and writes its line of the journal: what moved, what followed, what gives it back. The
 * reason stays in the database; the ledger gets its salted hash. A command that changes nothing leaves no line.
 */
export async function performChange(
  circle: LockedCircle,
  command: Command,
  { at, actorId, reason = null }: { at: number; actorId: string | null; reason?: string | null | undefined },
): Promise<readonly CircleEvent[]> {
  const before = circle.state
  const events = await circle.perform(command, reason === null ? {} : { reason: toldReason(reason, before.mode) })
  const level = levelOf(events)
  if (level === null || !isQueueChange(command.kind)) return events
  const after = circle.state
  const lastSeq = circle.seq
  const seq = lastSeq - events.length
  const isFinal = command.kind === 'apply_draw' || command.kind === 'undo'
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

/** A reason as those whose place it concerns are told it: in a demonstration nobody reads what could be paid to. */
function toldReason(reason: string, mode: CircleState['mode']): string {
  return mode === 'real' ? reason : withoutPayable(reason)
}

async function noteReason(circle: LockedCircle, change: number, reason: string) {
  const salt = randomBytes(16).toString('base64url')
  const hash = sha256(queueReasonText(salt, { circleId: circle.id, seq: change, reason }))
  await circle.note({ kind: 'queue.reason', change: String(change), hash })
  return { salt, seq: circle.seq }
}

/** The members whom a command names, by themselves or by their place. */
function namedBy(command: Command, { entries }: CircleState): string[] {
  const { memberId, entryId, otherEntryId, nextEntryId } = command as Readonly<Record<string, unknown>>
  const named = [memberId, ...[entryId, otherEntryId, nextEntryId].map((id) => entries.get(String(id))?.memberId)]
  return named.filter((id) => typeof id === 'string')
}

function effectsOf(
  before: CircleState,
  after: CircleState,
  level: number,
  events: readonly CircleEvent[],
): ChangeEffects {
  const [was, is] = [before, after].map(
    ({ entries }) =>
      new Map(
        [...entries.values()].flatMap((entry) => (entry.level === level ? [[entry.memberId, entry] as const] : [])),
      ),
  ) as [Map<string, Entry>, Map<string, Entry>]
  const memberIds = [...new Set([...was.keys(), ...is.keys()])]
  return {
    moves: memberIds
      .map((memberId) => ({
        memberId,
        from: was.get(memberId)?.position ?? null,
        to: is.get(memberId)?.position ?? null,
      }))
      .filter(({ from, to }) => from !== to)
      .toSorted((a, b) => (a.to ?? 101) - (b.to ?? 101)),
    roles: memberIds.flatMap((memberId) => {
      const [had, has] = [was.get(memberId)?.isReceiver ?? false, is.get(memberId)?.isReceiver ?? false]
      return had === has ? [] : [{ memberId, receiver: has }]
    }),
    followed: restCounts(events),
  }
}

/** A page of the journal, newest first, from before an entry. Only the last change of all may be undone, and says why not. */
export async function listQueueChanges(
  { actor, db }: Context,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<AnswerOf<'GET /queue/changes'>> {
  const { circleId } = actor
  const rows = await db
    .select()
    .from(queueChanges)
    .where(and(eq(queueChanges.circleId, circleId), before === undefined ? undefined : lt(queueChanges.seq, before)))
    .orderBy(desc(queueChanges.seq))
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  const ids = shown.flatMap(({ actorId, effects }) => [
    ...(actorId === null ? [] : [actorId]),
    ...[...effects.moves, ...effects.roles].map(({ memberId }) => memberId),
  ])
  const people = await db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]))
  const names = new Map(people.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim()]))
  const [newest] = before === undefined ? shown : []
  const refusal = newest && newest.inverse !== null ? await whyNot({ db }, newest) : null
  return {
    data: shown.map((row) => ({
      ...changeView(row, circleId, (id) => names.get(id) ?? 'Participante que saiu'),
      can_undo: row === newest && row.inverse !== null && refusal === null,
      why_not: row === newest ? refusal : null,
    })),
    next: rows.length > limit ? shown.at(-1)!.seq : null,
  }
}

function changeView(row: Row, circleId: string, name: (id: string) => string): Omit<Change, 'can_undo' | 'why_not'> {
  const { seq, at, kind, level, effects, reason, salt, reasonSeq } = row
  const { cancelled = 0, matched = 0, debts = 0, turns = 0 } = effects.followed
  return {
    seq,
    at: at.toISOString(),
    kind,
    level,
    by: row.actorId === null ? null : name(row.actorId),
    reason,
    proof: salt === null || reasonSeq === null ? null : { circle_id: circleId, seq, salt, entry: reasonSeq },
    moves: effects.moves.map(({ memberId, from, to }) => ({ id: memberId, name: name(memberId), from, to })),
    roles: effects.roles.map(({ memberId, receiver }) => ({ id: memberId, name: name(memberId), receiver })),
    followed: { cancelled, matched, debts, turns },
    undone_by: row.undoneSeq,
    undoes: row.undoesSeq,
  }
}

/** Why a change that is the last one cannot be undone, in Portuguese; null when it can. */
export async function whyNot({ db }: Pick<Context, 'db'>, row: Row): Promise<string | null> {
  if (row.rests) return restText(row.rests, null)
  const later = await laterRest(db, row)
  return later && restText(later.rest, later.seq)
}
