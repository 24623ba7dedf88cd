import { and, eq, isNull } from 'drizzle-orm'
import { clearGuesses, countGuess } from '#server/access/guess-limit.ts'
import { record } from '#server/access/record-access.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/context.ts'
import { isPassword } from '#server/lib/passwords.ts'
import { refuse } from '#server/lib/refusal.ts'
import { findByHandle, handleIndexes } from '#server/members/find-by-handle.ts'
import { openPersonal, personalColumns } from '#server/members/personal.ts'
import { users } from '#server/tables/users.ts'
import { signIn } from './sign-in.ts'

/**
 * Opens a session for an e-mail, a CPF or a phone, and its password. An unknown one and a wrong password get the same answer in
 * the same time. Repeated failures for one account from one address are slowed, then refused, whichever of the three they
 * name; the owner at another address is not locked out.
 */
export async function login(context: Context<Actor | null>, input: { email: string; password: string }) {
  const { db, secrets } = context
  const indexes = handleIndexes(secrets, input.email)
  const user = await findByHandle(db, indexes)
  // The guesses at an account are counted together: three names for it are not three times as many.
  const subject = { account: user?.emailIndex ?? indexes[0] }
  await countGuess(context, subject)
  const matches = await isPassword(user?.passwordHash ?? null, input.password)
  if (!user || !matches) {
    await record(context, db, 'session.failed', {
      circleId: user?.circleId ?? null,
      subjectId: user?.id ?? null,
    })
    refuse('session.bad_credentials')
  }
  const via = user.passwordTemporary ? 'temporary' : 'password'
  return signIn(context, { userId: user.id, via }, async (tx, { passwordHash }) => {
    // Another may have been chosen while this one was compared.
    if (passwordHash !== user.passwordHash) refuse('session.bad_credentials')
    await clearGuesses(context, tx, subject)
    if (user.phoneIndex !== null) return
    // An account from before phones were kept is found by its phone from now on.
    const { phoneIndex } = personalColumns(secrets, user.id, openPersonal(secrets, user))
    if (phoneIndex !== null)
      await tx
        .update(users)
        .set({ phoneIndex })
        .where(and(eq(users.id, user.id), isNull(users.phoneIndex)))
  })
}
