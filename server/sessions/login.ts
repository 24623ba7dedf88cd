import { isClosed } from '#contracts/labels.ts'
import { eq } from 'drizzle-orm'
import { clearGuesses, countGuess } from '#server/access/guess-limit.ts'
import { record } from '#server/access/record-access.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/context.ts'
import { isPassword } from '#server/lib/passwords.ts'
import { refuse } from '#server/lib/refusal.ts'
import { emailIndex } from '#server/members/personal.ts'
import { users } from '#server/tables/users.ts'
import { findUser, userView } from '#server/members/view.ts'
import { openSession } from './open-session.ts'

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
  if (isClosed(user.status)) refuse('session.account_closed')
  return transaction(context.db, async (tx) => {
    await clearGuesses(context, tx, subject)
    const tokens = await openSession(context, tx, {
      userId: user.id,
      via: user.passwordTemporary ? 'temporary' : 'password',
    })
    await record(context, tx, 'session.opened', { circleId: user.circleId, actorId: user.id, subjectId: user.id })
    const found = await findUser(tx, user.circleId, user.id)
    return { ...tokens, user: userView(context, found!.user, found!.member) }
  })
}
