import { eq } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { isPassword } from '#server/lib/passwords.ts'
import { refuse } from '#server/lib/refusal.ts'
import { users } from '#server/tables/users.ts'
import { clearGuesses, countGuess } from './guess-limit.ts'

/**
 * An unattended open session, or a stolen token, must not be enough for what cannot be undone. Refuses with
 * `user.wrong_password`, and with `request.too_many` after some guesses.
 */
export async function ensureOwnPassword(context: Context, password: string): Promise<void> {
  const { actor, db } = context
  await countGuess(context, { account: actor.id })
  const [user] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, actor.id))
  if (!(await isPassword(user?.passwordHash ?? null, password))) refuse('user.wrong_password')
  await clearGuesses(context, db, { account: actor.id })
}
