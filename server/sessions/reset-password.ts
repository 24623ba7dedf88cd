import { and, eq } from 'drizzle-orm'
import { clearGuesses, countGuess } from '#server/access/guess-limit.ts'
import { endSessions } from '#server/access/end-sessions.ts'
import { record } from '#server/access/record-access.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { Actor, Context } from '#server/context.ts'
import { notify } from '#server/notify/notify.ts'
import { hashPassword } from '#server/lib/passwords.ts'
import { Refusal, refuse } from '#server/lib/refusal.ts'
import { ensureStrongPassword } from '#server/members/password-strength.ts'
import { findByHandle, handleIndexes, hasHandle } from '#server/members/find-by-handle.ts'
import { openPersonal } from '#server/members/personal.ts'
import { users } from '#server/tables/users.ts'
import { spendCode } from './codes.ts'
import { findOpen } from './recover.ts'

/**
 * Chooses a new password with the code of a letter. Every session of the person ends, and the ledger says that they
 * came back in by a code. An unknown address, a wrong code and an old one are refused alike (`recovery.code_wrong`);
 * guesses are counted before the code is looked at, per account and address, and five spend the code.
 */
export async function resetPassword(
  context: Context<Actor | null>,
  { email, code, newPassword }: { email: string; code: string; newPassword: string },
): Promise<void> {
  const { clock, db, secrets } = context
  const indexes = handleIndexes(secrets, email)
  const found = await findByHandle(db, indexes)
  const subject = { account: `recovery:${found?.emailIndex ?? indexes[0]}` }
  await countGuess(context, subject)
  ensureStrongPassword(newPassword, { email, firstName: '', lastName: '' })
  // Hashed before anybody is looked for, so that it takes as long for an unknown address.
  const passwordHash = await hashPassword(newPassword)
  if (!found) refuse('recovery.code_wrong')
  // The person acts here, though no session is open yet.
  const author = { ...context, actorId: found.id, actor: { via: 'recovery' as const } }
  const refusal = await withCircle(author, found.circleId, async ({ tx, note }) => {
    const user = await findOpen(tx, and(eq(users.id, found.id), hasHandle(indexes))!)
    if (!user) return new Refusal('recovery.code_wrong')
    // The count of a wrong try is kept, so this refusal is answered and not thrown.
    if ((await spendCode(context, tx, user.id, 'recovery', code)) !== null) return new Refusal('recovery.code_wrong')
    const { firstName, lastName } = user
    ensureStrongPassword(newPassword, { ...openPersonal(secrets, user), firstName, lastName })
    await tx
      .update(users)
      .set({ passwordHash, passwordTemporary: false, updatedAt: new Date(clock.now()) })
      .where(eq(users.id, user.id))
    await clearGuesses(context, tx, subject)
    await note({ kind: 'member.recovered', memberId: user.id })
    await notify(context, tx, { userId: user.id, kind: 'access.recovered', facts: {} })
    await record(context, tx, 'password.reset', { circleId: user.circleId, actorId: user.id, subjectId: user.id })
    await endSessions(context, tx, user.id, 'recovery')
    return null
  })
  if (refusal) throw refusal
}
