import { eq } from 'drizzle-orm'
import { clearGuesses, countGuess } from '#server/access/guess-limit.ts'
import { record } from '#server/access/record-access.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/context.ts'
import { isPassword } from '#server/lib/passwords.ts'
import { refuse } from '#server/lib/refusal.ts'
import { emailIndex } from '#server/members/personal.ts'
import { users } from '#server/tables/users.ts'
import { signIn } from './sign-in.ts'

/**
 * Opens a session for an e-mail and its password. An unknown e-mail and a wrong password get the same answer in the
 * same time. Repeated failures for one account from one address are slowed, then refused; the owner at another address
 * is not locked out.
 */
export async function login(context: Context<Actor | null>, input: { email: string; password: string }) {
  const index = emailIndex(context.secrets, input.email)
  const subject = { account: index }
  await countGuess(context, subject)
  const [user] = await context.db.select().from(users).where(eq(users.emailIndex, index))
  const matches = await isPassword(user?.passwordHash ?? null, input.password)
  if (!user || !matches) {
    await record(context, context.db, 'session.failed', {
      circleId: user?.circleId ?? null,
      subjectId: user?.id ?? null,
    })
    refuse('session.bad_credentials')
  }
  const via = user.passwordTemporary ? 'temporary' : 'password'
  return signIn(context, { userId: user.id, via }, (tx) => clearGuesses(context, tx, subject))
}
