import { eq } from 'drizzle-orm'
import { record } from '#server/access/record-access.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { Actor, Context } from '#server/context.ts'
import { hashPassword } from '#server/lib/passwords.ts'
import { Refusal, refuse } from '#server/lib/refusal.ts'
import { ensureStrongPassword } from '#server/members/password-strength.ts'
import { openPersonal } from '#server/members/personal.ts'
import { notify } from '#server/notify/notify.ts'
import { signIn } from '#server/sessions/sign-in.ts'
import { users } from '#server/tables/users.ts'
import { findByCpf, forgiveGuesses, isAsStrong, lockOpen, proofOf } from './prove.ts'
import { tellOthers } from './tell.ts'

/**
 * Comes back after a lost phone by CPF and codes, as strong as those that closed the account, with a new password: opens a
 * session on this device. Everything else is refused alike, also for an account that is not closed.
 */
export async function comeBack(
  context: Context<Actor | null>,
  { cpf, codes, newPassword }: { cpf: string; codes: readonly string[]; newPassword: string },
) {
  const found = await findByCpf(context, cpf)
  ensureStrongPassword(newPassword, { email: '', firstName: '', lastName: '' })
  // Hashed before anybody is looked at, so that it takes as long for a CPF that nobody has.
  const passwordHash = await hashPassword(newPassword)
  if (!found) refuse('recovery.code_wrong')
  const author = { ...context, actorId: found.id, actor: { via: 'recovery' as const } }
  const refusal = await withCircle(author, found.circleId, async (circle) => {
    const { tx } = circle
    const user = await lockOpen(tx, found.id)
    if (!user?.phoneLostAt) return new Refusal('recovery.code_wrong')
    const by = await proofOf(context, circle, user.id, codes)
    if (!by || !isAsStrong(by, user.phoneLostBy)) return new Refusal('recovery.code_wrong')
    const { firstName, lastName } = user
    ensureStrongPassword(newPassword, { ...openPersonal(context.secrets, user), firstName, lastName })
    await forgiveGuesses(context, tx, cpf)
    const fresh = { passwordHash, passwordTemporary: false, phoneLostAt: null, phoneLostBy: null }
    await tx
      .update(users)
      .set({ ...fresh, updatedAt: new Date(context.clock.now()) })
      .where(eq(users.id, user.id))
    if (circle.state.members.has(user.id)) await circle.note({ kind: 'member.recovered', memberId: user.id })
    await notify(context, tx, { userId: user.id, kind: 'access.phone_back', facts: {} })
    await tellOthers(context, circle, user.id, 'back')
    await record(context, tx, 'password.reset', { circleId: circle.id, actorId: user.id, subjectId: user.id })
    return null
  })
  if (refusal) throw refusal
  return signIn(context, { userId: found.id, via: 'recovery' })
}
