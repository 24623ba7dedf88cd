import { and, eq, gt } from 'drizzle-orm'
import { record } from '#server/access/record-access.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { Context } from '#server/context.ts'
import { isId } from '#server/lib/ids.ts'
import { refuse } from '#server/lib/refusal.ts'
import { notify } from '#server/notify/notify.ts'
import { hashOfCode, newCode } from '#server/passkeys/recovery-codes.ts'
import { isVouchedFor } from '#server/vouches/vouch.ts'
import { recoveryCodes } from '#server/tables/recovery-codes.ts'
import { GIVEN_FOR_MS } from './prove.ts'

/**
 * A code for a member whom the caller knows in person, as their signed word in the ledger says, to be said to them by voice. It
 * replaces the caller's last one. With that of another such member it closes the account or opens it again; alone it does nothing. The
 * person is told once an hour, so that somebody who lies is seen.
 */
export async function giveCode(context: Context, { memberId }: { memberId: string }) {
  const { actor, clock, secrets } = context
  if (!isId(memberId)) refuse('resource.not_found')
  const now = clock.now()
  return withCircle(context, actor.circleId, async (circle) => {
    const { tx, state } = circle
    if (memberId === actor.id || state.members.get(memberId)?.status !== 'approved') refuse('resource.not_found')
    if (!(await isVouchedFor(circle, actor.id, memberId))) refuse('lost.not_known')
    const ofPair = and(eq(recoveryCodes.userId, memberId), eq(recoveryCodes.givenBy, actor.id))!
    const recent = await tx.$count(
      recoveryCodes,
      and(ofPair, gt(recoveryCodes.createdAt, new Date(now - GIVEN_FOR_MS))),
    )
    await tx.delete(recoveryCodes).where(ofPair)
    const code = newCode()
    const codeHash = hashOfCode(secrets, memberId, code)
    await tx.insert(recoveryCodes).values({ codeHash, userId: memberId, givenBy: actor.id, createdAt: new Date(now) })
    if (recent === 0) await notify(context, tx, { userId: memberId, kind: 'access.phone_code', facts: {} })
    await record(context, tx, 'phone.code_given', { circleId: circle.id, actorId: actor.id, subjectId: memberId })
    return { code, until: new Date(now + GIVEN_FOR_MS).toISOString() }
  })
}
