import { and, eq } from 'drizzle-orm'
import { clearGuesses, countGuess } from '#server/access/guess-limit.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { Context } from '#server/context.ts'
import { hashPassword, isPassword } from '#server/lib/passwords.ts'
import { refuse } from '#server/lib/refusal.ts'
import { endSessions } from '#server/access/end-sessions.ts'
import { ensureStrongPassword } from './password-strength.ts'
import { openPersonal } from './personal.ts'
import { tellPassword } from './tell-edit.ts'
import { sessions } from '#server/tables/sessions.ts'
import { users } from '#server/tables/users.ts'

/**
 * Changes the actor's password, given the current one. Every other session of theirs ends, and they are told. This one has
 * proven its person just now; if it was opened with a password that an administrator set, it may do everything from here on.
 */
export async function changePassword(
  context: Context,
  input: { currentPassword: string; newPassword: string },
): Promise<void> {
  const { actor, clock, db, secrets } = context
  await countGuess(context, { account: actor.id })
  const [user] = await db.select().from(users).where(eq(users.id, actor.id))
  if (!(await isPassword(user!.passwordHash, input.currentPassword))) refuse('user.wrong_password')
  ensureStrongPassword(input.newPassword, {
    ...openPersonal(secrets, user!),
    firstName: user!.firstName,
    lastName: user!.lastName,
  })
  if (input.newPassword === input.currentPassword) refuse('user.same_password')
  const passwordHash = await hashPassword(input.newPassword)
  await withCircle(context, actor.circleId, async (circle) => {
    const { tx } = circle
    const changed = await tx
      .update(users)
      .set({ passwordHash, passwordTemporary: false, updatedAt: new Date(clock.now()) })
      .where(and(eq(users.id, actor.id), eq(users.passwordHash, user!.passwordHash)))
      .returning({ id: users.id })
    // The password changed between the check and this write, so the one typed is no longer the current one.
    if (changed.length === 0) refuse('user.wrong_password')
    await tx
      .update(sessions)
      .set({
        confirmedAt: new Date(clock.now()),
        ...(actor.via === 'temporary' ? { authenticatedBy: 'password' as const } : {}),
      })
      .where(eq(sessions.id, actor.sessionId))
    await clearGuesses(context, tx, { account: actor.id })
    await tellPassword(context, circle, actor.id)
    await endSessions(context, tx, actor.id, 'password', actor.sessionId)
  })
}
