import { and, eq, isNull, ne } from 'drizzle-orm'
import { endSessions } from '#server/access/end-sessions.ts'
import { record } from '#server/access/record-access.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import type { Actor, Context } from '#server/context.ts'
import type { Tx } from '#server/database/types.ts'
import { isPassword } from '#server/lib/passwords.ts'
import { Refusal, refuse } from '#server/lib/refusal.ts'
import { tellingWhoWaited } from '#server/device-keys/telling-who-waited.ts'
import { dropOwnKeyChange } from '#server/members/key-changes.ts'
import { notify } from '#server/notify/notify.ts'
import { deviceKeys } from '#server/tables/device-keys.ts'
import { passkeys } from '#server/tables/passkeys.ts'
import { users } from '#server/tables/users.ts'
import { findByCpf, forgiveGuesses, isAsStrong, lockOpen, proofOf } from './prove.ts'
import { tellOthers } from './tell.ts'
import { withdrawProposals } from './withdraw-proposals.ts'

/**
 * Closes an account whose phone is lost, shown by CPF and codes: every session ends, its devices sign no more, its passkeys
 * are gone, a change of payment key that waits is dropped and none is taken. What was signed stays, but for
 * requests and proposals that wait. An unknown CPF and wrong codes are refused alike, after the same slow step.
 */
export async function losePhone(
  context: Context<Actor | null>,
  { cpf, codes }: { cpf: string; codes: readonly string[] },
): Promise<void> {
  const found = await findByCpf(context, cpf)
  // As slow for a CPF that nobody has: it outweighs whatever is read or written for one that somebody has.
  await isPassword(null, codes.join(' '))
  if (!found) refuse('recovery.code_wrong')
  const author = { ...context, actorId: found.id, actor: { via: 'recovery' as const } }
  const refusal = await withCircle(author, found.circleId, async (circle) => {
    const { tx } = circle
    const user = await lockOpen(tx, found.id)
    const by = user && (await proofOf(context, circle, user.id, codes))
    // The count of a wrong try is kept, so this refusal is answered and not thrown.
    if (!user || !by) return new Refusal('recovery.code_wrong')
    await forgiveGuesses(context, tx, cpf)
    const isStronger = user.phoneLostBy === null || !isAsStrong(user.phoneLostBy, by)
    const phoneLostAt = new Date(context.clock.now())
    if (isStronger) await tx.update(users).set({ phoneLostAt, phoneLostBy: by }).where(eq(users.id, user.id))
    await endSessions(context, tx, user.id, 'lost phone')
    await tx.delete(passkeys).where(eq(passkeys.userId, user.id))
    const removeFrom = (one: LockedCircle) =>
      tellingWhoWaited(context, one, user.id, () => removeDevices(one, user.id, phoneLostAt))
    await removeFrom(circle)
    for (const id of await otherCirclesOf(tx, user.id, circle.id))
      await withCircle({ ...author, db: tx }, id, removeFrom)
    await dropOwnKeyChange(context, circle, user.id)
    if (user.phoneLostAt !== null) return null
    if (circle.state.members.has(user.id)) await circle.note({ kind: 'member.phone_lost', memberId: user.id, by })
    await notify(context, tx, { userId: user.id, kind: 'access.phone_lost', facts: {} })
    await tellOthers(context, circle, user.id, 'lost')
    await record(context, tx, 'phone.lost', { circleId: circle.id, actorId: user.id, subjectId: user.id })
    return null
  })
  if (refusal) throw refusal
  await withdrawProposals(author, found.id)
}

/** Somebody who administers signs in each circle, in the order in which all lock them. */
async function otherCirclesOf(tx: Tx, userId: string, circleId: string): Promise<string[]> {
  const isOther = and(eq(deviceKeys.userId, userId), isNull(deviceKeys.removedAt), ne(deviceKeys.circleId, circleId))
  const found = await tx.selectDistinct({ id: deviceKeys.circleId }).from(deviceKeys).where(isOther)
  return found.map(({ id }) => id).toSorted()
}

async function removeDevices({ tx, id: circleId, note }: LockedCircle, userId: string, removedAt: Date): Promise<void> {
  const removed = await tx
    .update(deviceKeys)
    .set({ removedAt })
    .where(and(eq(deviceKeys.circleId, circleId), eq(deviceKeys.userId, userId), isNull(deviceKeys.removedAt)))
    .returning({ id: deviceKeys.id })
  for (const { id: keyId } of removed) await note({ kind: 'member.key_removed', memberId: userId, keyId })
}
