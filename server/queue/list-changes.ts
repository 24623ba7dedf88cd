import { and, desc, eq, lt } from 'drizzle-orm'
import type { AnswerOf } from '#contracts/contract.ts'
import { errors } from '#contracts/errors.ts'
import { restText } from '#contracts/queue.ts'
import { readCircle } from '#server/circle-store/read-circle.ts'
import { whyRefused } from '#server/circle-store/try-command.ts'
import type { Context } from '#server/context.ts'
import { queueChanges } from '#server/tables/queue-changes.ts'
import { namesOf } from '#server/members/names-of.ts'
import { laterRest } from './later-rest.ts'

type Row = typeof queueChanges.$inferSelect
type Change = AnswerOf<'GET /queue/changes'>['data'][number]

/** A page of the journal, newest first, from before an entry. Only the last change of all may be undone, and says why not. */
export async function listQueueChanges(
  context: Context,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<AnswerOf<'GET /queue/changes'>> {
  const { actor, db } = context
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
  const names = await namesOf(db, ids)
  const [newest] = before === undefined ? shown : []
  const isToUndo = newest && newest.inverse !== null
  const refusal = isToUndo ? ((await whyNot(context, newest)) ?? (await whyNoLonger(context, newest))) : null
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
    proof: reasonSeq === null ? null : { circle_id: circleId, seq, salt, entry: reasonSeq },
    moves: effects.moves.map(({ memberId, from, to }) => ({ id: memberId, name: name(memberId), from, to })),
    roles: effects.roles.map(({ memberId, receiver }) => ({ id: memberId, name: name(memberId), receiver })),
    followed: { cancelled, matched, debts, turns },
    undone_by: row.undoneSeq,
    undoes: row.undoesSeq,
  }
}

/** Why the rules would refuse to undo the last change as the circle stands, as where somebody was suspended since; null otherwise. */
async function whyNoLonger(context: Context, { circleId, seq, inverse }: Row): Promise<string | null> {
  if (inverse === null) return null
  const { circle, state } = await readCircle(context, circleId)
  if (circle.closedAt !== null) return asReason(errors['circle.closed'].message)
  const refused = whyRefused({ state, now: context.clock.now() }, { kind: 'undo', seq, inverse })
  return refused && asReason(refused)
}

/** A refusal's sentence as it stands behind 'Não dá para desfazer: ', which some say themselves. */
function asReason(message: string): string {
  const reason = message.replace(/^Não dá para desfazer: /, '')
  return reason.charAt(0).toLowerCase() + reason.slice(1)
}

/** Why a change that is the last one cannot be undone, in Portuguese; null when it can. */
export async function whyNot({ db }: Pick<Context, 'db'>, row: Row): Promise<string | null> {
  if (row.rests) return restText(row.rests, null)
  const later = await laterRest(db, row)
  return later && restText(later.rest, later.seq)
}
