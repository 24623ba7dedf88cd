import { and, asc, gt, isNull } from 'drizzle-orm'
import type { Administrators } from '#contracts/administrators.ts'
import type { AdministratorRole } from '#contracts/forms/administrators.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { hasRealCircle } from '#server/circle-store/find-circle.ts'
import type { Context } from '#server/context.ts'
import { unseal } from '#server/lib/sealing.ts'
import { openPersonal } from '#server/members/personal.ts'
import { usersById } from '#server/members/view.ts'
import { administratorInvitations } from '#server/tables/administrator-invitations.ts'
import { administersNow, users } from '#server/tables/users.ts'

export type InvitationRow = typeof administratorInvitations.$inferSelect

/** Everybody who administers or audits now, oldest first. */
export function activeAdministrators(tx: Db | Tx) {
  return tx.select().from(users).where(administersNow).orderBy(asc(users.createdAt), asc(users.id))
}

/**
 * A change of who administers, and a record of it, waits here for the others. What is read after it, by another
 * statement, is what those before it left. Rows that only name an administrator need not wait (`no key`).
 */
export async function lockAdministrators(tx: Tx): Promise<void> {
  await activeAdministrators(tx).for('no key update')
}

/** An administrator's role as this room and the ledger name it. */
export function roleOf({ isAuditor }: { readonly isAuditor: boolean }): AdministratorRole {
  return isAuditor ? 'AUDITOR' : 'ADMIN'
}

/** The installation's administrators and auditors, and the invitations that still hold. */
export async function listAdministrators(context: Context): Promise<Administrators> {
  const { actor, clock, db, secrets } = context
  const people = await activeAdministrators(db)
  const acting = people.filter(({ isAuditor }) => !isAuditor).length
  const open = await db
    .select()
    .from(administratorInvitations)
    .where(and(isNull(administratorInvitations.endedAt), gt(administratorInvitations.expiresAt, new Date(clock.now()))))
    .orderBy(asc(administratorInvitations.createdAt), asc(administratorInvitations.id))
  const inviters = await usersById(
    db,
    open.map(({ invitedBy }) => invitedBy),
  )
  return {
    administrators: people.map((user) => ({
      id: user.id,
      name: nameOf(user),
      email: openPersonal(secrets, user).email,
      role: roleOf(user),
      since: (user.addedAt ?? user.createdAt).toISOString(),
      is_self: user.id === actor.id,
      has_cpf: user.cpfIndex !== null,
      removable: user.isAuditor || acting > 1,
    })),
    invitations: open.map((row) => ({
      id: row.id,
      ...invitedPerson(context, row),
      role: row.role,
      invited_by: nameOf(inviters.get(row.invitedBy)!),
      created_at: row.createdAt.toISOString(),
      expires_at: row.expiresAt.toISOString(),
    })),
    is_proposed: await hasRealCircle(db),
  }
}

type Invited = { readonly firstName: string; readonly lastName: string; readonly email: string }

/** The person whom an invitation that still holds is for. */
export function openInvitation({ secrets }: Pick<Context, 'secrets'>, { id, sealed }: InvitationRow): Invited {
  return JSON.parse(unseal(secrets, sealed!, `invitation:${id}`)) as Invited
}

function invitedPerson(context: Pick<Context, 'secrets'>, row: InvitationRow): { name: string; email: string } {
  const invited = openInvitation(context, row)
  return { name: nameOf(invited), email: invited.email }
}

export function nameOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim()
}
