import { and, desc, eq } from 'drizzle-orm'
import type { Command } from '#circle/circle.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { refuse } from '#server/lib/refusal.ts'
import { queueChanges } from '#server/tables/queue-changes.ts'
import { performChange } from './journal.ts'
import { whyNot } from './list-changes.ts'

/**
 * Undoes the last change of the queues, named by its entry, as a new one. Refused when another came after it
 * (`queue.undo_not_last`: two administrators, two tabs), when it was undone already (`queue.undo_done`), and when
 * something rests on it, which the refusal names (`queue.undo_rests`).
 */
export async function undoChange(
  context: Context,
  { seq, reason }: { seq: number; reason?: string | undefined },
): Promise<void> {
  const { actor, clock } = context
  await withCircle(context, actor.circleId, async (circle) => {
    const wanted = await undoing(circle.tx, circle.id, seq)
    await performChange(circle, wanted, { at: clock.now(), actorId: actor.id, reason })
    const undoneSeq = circle.seq
    await circle.tx
      .update(queueChanges)
      .set({ undoneSeq })
      .where(and(eq(queueChanges.circleId, circle.id), eq(queueChanges.seq, seq)))
  })
}

/** The command that undoes the last change, named by its entry. Refuses as `undoChange` says. */
export async function undoing(db: Db | Tx, circleId: string, seq: number): Promise<Command> {
  const [last] = await db
    .select()
    .from(queueChanges)
    .where(eq(queueChanges.circleId, circleId))
    .orderBy(desc(queueChanges.seq))
    .limit(1)
  if (!last) refuse('resource.not_found')
  if (last.undoesSeq === seq) refuse('queue.undo_done')
  if (last.seq !== seq || last.inverse === null) refuse('queue.undo_not_last')
  const why = await whyNot({ db }, last)
  if (why !== null) refuse('queue.undo_rests', { why })
  return { kind: 'undo', seq, inverse: last.inverse }
}
