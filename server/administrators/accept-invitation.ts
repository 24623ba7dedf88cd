import { and, eq, gt, isNull } from 'drizzle-orm'
import type { BodyOf } from '#contracts/contract.ts'
import { isClosed } from '#contracts/labels.ts'
import { clearGuesses, countGuess } from '#server/access/guess-limit.ts'
import { record } from '#server/access/record-access.ts'
import { getCircleOfAdministrators } from '#server/circle-store/find-circle.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Db, Tx } from '#server/database/types.ts'
import type { Actor, Context } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import { hashPassword, isPassword } from '#server/lib/passwords.ts'
import { refuse } from '#server/lib/refusal.ts'
import { lookupIndex } from '#server/lib/sealing.ts'
import { NO_AVATAR, takenRefusal } from '#server/members/edit.ts'
import { ensureStrongPassword } from '#server/members/password-strength.ts'
import { nothingPersonal, personalColumns } from '#server/members/personal.ts'
import { findUser, userView } from '#server/members/view.ts'
import { openSession } from '#server/sessions/open-session.ts'
import { administratorInvitations } from '#server/tables/administrator-invitations.ts'
import { users } from '#server/tables/users.ts'
import { ensureMayBoth, sayBoth } from './both-hats.ts'
import { secretHash } from './invite.ts'
import { activeAdministrators, lockAdministrators, nameOf, openInvitation, roleOf } from './queries.ts'
import type { InvitationRow } from './queries.ts'
import { tellChange } from './tell-change.ts'

/** Shows an invitation to whoever holds its link. Refuses one that was used, revoked, replaced, or is too old. */
export async function showInvitation(context: Context<Actor | null>, { secret }: { secret: string }) {
  const row = await findInvitation(context, context.db, secret)
  if (!row) refuse('administrator.invitation_over')
  const [inviter] = await context.db.select().from(users).where(eq(users.id, row.invitedBy))
  const invited = openInvitation(context, row)
  return {
    name: nameOf(invited),
    email: invited.email,
    role: row.role,
    invited_by: nameOf(inviter!),
    expires_at: row.expiresAt.toISOString(),
    takes_part: (await memberOf(context.db, row)) !== null,
  }
}

/**
 * Accepts an invitation: the person administers or audits from now on, with a password that nobody else knows, and is
 * signed in. Who administered before and left comes back with the same account; a member keeps theirs, with its password, and
 * takes part as before. Refuses another's e-mail or CPF.
 */
export async function prepareAcceptance(
  context: Context<Actor | null>,
  { secret, cpf, password }: BodyOf<'POST /invitations/accept'>,
) {
  const row = await findInvitation(context, context.db, secret)
  if (!row) refuse('administrator.invitation_over')
  const member = await memberOf(context.db, row)
  const admit = member
    ? await prepareSecondHat(context, row, member, { cpf, password })
    : await prepareAccount(context, row, { ...openInvitation(context, row), cpf, password })
  return (within: Context<Actor | null>) =>
    transaction(within.db, async (tx) => {
      const now = new Date(context.clock.now())
      await lockAdministrators(tx)
      // Of two acceptances at once the second finds the invitation ended.
      const ended = await tx
        .update(administratorInvitations)
        .set({ endedAt: now, sealed: null })
        .where(and(eq(administratorInvitations.id, row.id), isNull(administratorInvitations.endedAt)))
        .returning({ id: administratorInvitations.id })
      const inviters = await activeAdministrators(tx)
      // An invitation does not outlive the administration of whoever made it.
      if (ended.length === 0 || !inviters.some(({ id }) => id === row.invitedBy))
        refuse('administrator.invitation_over')
      const userId = await admit(tx, now)
      const [user] = await tx.select().from(users).where(eq(users.id, userId))
      const author = { ...within, db: tx, actorId: userId, actor: { via: 'password' } } as const
      await tellChange(author, tx, { kind: 'administrator.added', userId, role: roleOf(user!) })
      if (member) await sayBoth(author, tx, user!, now)
      await record(context, tx, 'administrator.added', {
        circleId: user!.circleId,
        actorId: row.invitedBy,
        subjectId: userId,
      })
      // A member's password may be one that the administration gave: with it nothing is done but choosing another.
      const { passwordTemporary } = user!
      const tokens = await openSession(context, tx, { userId, via: passwordTemporary ? 'temporary' : 'password' })
      const found = await findUser(tx, user!.circleId, userId)
      return { ...tokens, user: { ...userView(context, found!), passwordTemporary } }
    })
}

async function findInvitation({ clock }: Context<Actor | null>, db: Db | Tx, secret: string) {
  const [row] = await db
    .select()
    .from(administratorInvitations)
    .where(
      and(
        eq(administratorInvitations.secretHash, secretHash(secret)),
        isNull(administratorInvitations.endedAt),
        gt(administratorInvitations.expiresAt, new Date(clock.now())),
      ),
    )
  return row ?? null
}

/** The member for whom an invitation is; null where it is for somebody from outside. */
async function memberOf(db: Db | Tx, { emailIndex }: InvitationRow) {
  const [row] = await db.select().from(users).where(eq(users.emailIndex, emailIndex))
  return row?.role === 'USER' ? row : null
}

/** Writes whom an invitation was for, once it is accepted; answers the account. */
type Admit = (tx: Tx, now: Date) => Promise<string>

/**
 * A letter alone does not open a member's account: they prove that it is theirs, as at signing in, where guesses are counted, and
 * nobody gets in while their phone is lost.
 */
async function prepareSecondHat(
  context: Context<Actor | null>,
  row: InvitationRow,
  { id, cpfIndex, passwordHash }: typeof users.$inferSelect,
  { cpf, password }: { readonly cpf: string; readonly password: string },
): Promise<Admit> {
  const subject = { account: row.emailIndex }
  await countGuess(context, subject)
  const isOwn = await isPassword(passwordHash, password)
  if (!isOwn || cpfIndex !== lookupIndex(context.secrets, 'cpf', cpf)) refuse('administrator.not_own')
  return async (tx, now) => {
    const [member] = await tx.select().from(users).where(eq(users.id, id)).for('update')
    // Invited, they may have been suspended, or have left, since.
    if (member?.role !== 'USER') refuse('administrator.invitation_over')
    // Another may have been chosen while this one was compared.
    if (member.passwordHash !== passwordHash) refuse('administrator.not_own')
    if (member.phoneLostAt) refuse('session.phone_lost')
    await ensureMayBoth(tx, member, row.role)
    await clearGuesses(context, tx, subject)
    await tx
      .update(users)
      .set({ ...addition(row, now), alsoTakesPart: true })
      .where(eq(users.id, id))
    return id
  }
}

type Invited = Pick<typeof users.$inferSelect, 'firstName' | 'lastName'> & {
  readonly email: string
  readonly cpf: string
  readonly password: string
}

/** Somebody from outside gets an account, or the one back that they had when they administered before. */
async function prepareAccount(
  { clock, secrets }: Context<Actor | null>,
  row: InvitationRow,
  { firstName, lastName, email, cpf, password }: Invited,
): Promise<Admit> {
  const personal = { ...nothingPersonal, email, cpf }
  ensureStrongPassword(password, { ...personal, firstName, lastName })
  const passwordHash = await hashPassword(password)
  return async (tx, now) => {
    const [before] = await tx.select().from(users).where(eq(users.emailIndex, row.emailIndex)).for('update')
    if (before && (before.role !== 'ADMIN' || !isClosed(before.status))) refuse('administrator.is_member')
    const id = before?.id ?? newId(clock)
    const columns = {
      ...addition(row, now),
      isAuditor: row.role === 'AUDITOR',
      status: 'ACTIVE' as const,
      adminApproved: true,
      firstName,
      lastName,
      ...personalColumns(secrets, id, personal),
      passwordHash,
      passwordTemporary: false,
      phoneLostAt: null,
      phoneLostBy: null,
      emailVerifiedAt: now,
    }
    const circle = await getCircleOfAdministrators(tx)
    const written = before
      ? tx.update(users).set(columns).where(eq(users.id, id))
      : tx.insert(users).values({ id, circleId: circle.id, avatar: NO_AVATAR, createdAt: now, ...columns })
    await written.catch((error: unknown) => {
      if (takenRefusal(error)) refuse('administrator.is_member')
      throw error
    })
    return id
  }
}

/** The columns of every account that administers from now on. */
function addition({ approvedBy, invitedBy }: InvitationRow, now: Date) {
  return { role: 'ADMIN', addedBy: approvedBy === null ? invitedBy : null, addedAt: now, updatedAt: now } as const
}
