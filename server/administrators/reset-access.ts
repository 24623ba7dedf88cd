import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { endSessions } from '#server/access/end-sessions.ts'
import { record } from '#server/access/record-access.ts'
import type { CircleContext } from '#server/circle-store/with-circle.ts'
import type { Services } from '#server/context.ts'
import { transaction } from '#server/database/transaction.ts'
import { hashPassword } from '#server/lib/passwords.ts'
import { openPersonal } from '#server/members/personal.ts'
import { notify } from '#server/notify/notify.ts'
import { users } from '#server/tables/users.ts'
import { activeAdministrators, lockAdministrators, roleOf } from './queries.ts'
import { noteEverywhere } from './tell-change.ts'

/** The address is no administrator’s, or none was given where several people administer; `addresses` are theirs. */
export class NoSuchAdministrator extends Error {
  readonly addresses: readonly string[]

  constructor(addresses: readonly string[]) {
    super('No administrator has this address')
    this.addresses = addresses
  }
}

/**
 * Gives one who administers a temporary password, at the machine itself, and ends their sessions. With it nothing can be done but
 * choosing another, so that the one who typed the command does not keep it. Every ledger, every administrator and every member is
 * told. `email` may be absent where one person administers. Throws `NoSuchAdministrator`.
 */
export async function resetAccess(
  context: Omit<CircleContext, 'actor' | 'actorId'> & Pick<Services, 'config' | 'secrets'>,
  email: string | undefined,
): Promise<{ readonly email: string; readonly password: string }> {
  const password = randomBytes(12).toString('base64url')
  const passwordHash = await hashPassword(password)
  const author = { ...context, actorId: null }
  return transaction(context.db, async (tx) => {
    await lockAdministrators(tx)
    const people = await activeAdministrators(tx)
    // Opened one by one: after a rotation that no start has taken over, the index of addresses is still the former secret's.
    const addressed = people.map((user) => ({ user, email: openPersonal(context.secrets, user).email }))
    const found = addressed.filter((one) => email === undefined || one.email === email.trim().toLowerCase())
    if (found.length !== 1) throw new NoSuchAdministrator(addressed.map((one) => one.email))
    const [{ user, email: address }] = found as [(typeof found)[number]]
    // Circles are locked before the person, as everywhere.
    await noteEverywhere(author, tx, { kind: 'administrator.access_reset', userId: user.id, role: roleOf(user) })
    await tx
      .update(users)
      .set({ passwordHash, passwordTemporary: true, updatedAt: new Date(context.clock.now()) })
      .where(eq(users.id, user.id))
    await endSessions(context, tx, user.id, 'password')
    await record(context, tx, 'password.set', { circleId: user.circleId, subjectId: user.id })
    for (const { id } of people)
      await notify(context, tx, {
        userId: id,
        kind: 'administrator.access_reset',
        facts: { isOwn: id === user.id },
      })
    return { email: address, password }
  })
}
