import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import type { Context } from '#server/context.ts'
import { refuse } from '#server/lib/refusal.ts'
import { ledger } from '#server/tables/ledger.ts'

type Word = { readonly memberId: string; readonly isKnown: boolean }

/**
 * A member says that they know another in person, or takes it back. It counts only as their own device signed it, and is
 * written once however often it is said. Refused without a signature (`signature.needed`), to who left, about oneself, and about
 * somebody who is not approved here.
 */
export async function vouch(context: Context, { memberId, isKnown }: Word): Promise<void> {
  const { actor, signed } = context
  if (!signed) refuse('signature.needed')
  if (isKnown && memberId === actor.id) refuse('vouch.oneself')
  await withCircle(context, actor.circleId, async (circle) => {
    ensureHasWord(circle, actor.id)
    if (isKnown && circle.state.members.get(memberId)?.status !== 'approved') refuse('resource.not_found')
    if ((await isVouchedFor(circle, actor.id, memberId)) === isKnown) return
    const kind = isKnown ? 'member.vouched' : 'member.vouch_withdrawn'
    await circle.note({ kind, memberId: actor.id, subjectId: memberId })
  })
}

/** Refuses who left and keeps the account to read: no verifier takes their word any more, nor does it count meanwhile. */
export function ensureHasWord({ state }: LockedCircle, memberId: string): void {
  if (state.members.get(memberId)?.status !== 'approved') refuse('access.denied')
}

/** Whether a member's last signed word about another is that they know them in person. */
export async function isVouchedFor({ tx, id }: LockedCircle, actorId: string, subjectId: string): Promise<boolean> {
  const [last] = await tx
    .select({ kind: ledger.kind })
    .from(ledger)
    .where(
      and(
        eq(ledger.circleId, id),
        inArray(ledger.kind, ['member.vouched', 'member.vouch_withdrawn']),
        eq(ledger.actorId, actorId),
        sql`${ledger.payload} ->> 'subjectId' = ${subjectId}`,
      ),
    )
    .orderBy(desc(ledger.seq))
    .limit(1)
  return last?.kind === 'member.vouched'
}
