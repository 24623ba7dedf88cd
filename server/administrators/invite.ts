import { createHash, randomBytes } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { BodyOf } from '#contracts/contract.ts'
import { isClosed } from '#contracts/labels.ts'
import { record } from '#server/access/record-access.ts'
import { transaction } from '#server/database/transaction.ts'
import { hasRealCircle } from '#server/circle-store/find-circle.ts'
import type { Context } from '#server/context.ts'
import { isId, newId } from '#server/lib/ids.ts'
import { refuse } from '#server/lib/refusal.ts'
import { seal } from '#server/lib/sealing.ts'
import { queueEmail } from '#server/mail/queue-email.ts'
import { emailIndex } from '#server/members/personal.ts'
import { ensureMayBoth } from './both-hats.ts'
import { administratorInvitations } from '#server/tables/administrator-invitations.ts'
import { users } from '#server/tables/users.ts'
import { lockAdministrators, nameOf } from './queries.ts'

export const INVITATION_DAYS = 7

/**
 * Invites somebody to administer or audit. They get a letter with a link that works once, and choose their password
 * themselves; whoever invites never learns either. A new invitation to the same address replaces the one before.
 * Refuses an address of an administrator, or of a member who cannot take both hats, and a direct call that a real circle,
 * founded meanwhile, turned into one that two people decide.
 */
export async function inviteAdministrator(
  context: Context,
  { firstName, lastName, email, role }: BodyOf<'POST /admin/administrators'>,
): Promise<void> {
  const { actor, clock, secrets } = context
  const index = emailIndex(secrets, email)
  const secret = randomBytes(32).toString('base64url')
  const now = new Date(clock.now())
  await transaction(context.db, async (tx) => {
    // Founding a real circle ends the invitations that hold; one that is being made waits for it, and looks again.
    await lockAdministrators(tx)
    if (!context.isProposal && (await hasRealCircle(tx))) refuse('administrator.circle_founded')
    const [known] = await tx.select().from(users).where(eq(users.emailIndex, index))
    if (known?.role === 'USER') await ensureMayBoth(tx, known, role)
    else if (known && !isClosed(known.status)) refuse('administrator.already')
    await tx
      .update(administratorInvitations)
      .set({ endedAt: now, sealed: null })
      .where(and(eq(administratorInvitations.emailIndex, index), isNull(administratorInvitations.endedAt)))
    const id = newId(clock)
    await tx.insert(administratorInvitations).values({
      id,
      sealed: seal(secrets, JSON.stringify({ firstName, lastName, email }), `invitation:${id}`),
      emailIndex: index,
      role,
      secretHash: secretHash(secret),
      invitedBy: actor.id,
      approvedBy: context.approvedBy ?? null,
      createdAt: now,
      expiresAt: new Date(now.getTime() + INVITATION_DAYS * 86_400_000),
    })
    const [inviter] = await tx.select().from(users).where(eq(users.id, actor.id))
    await queueEmail(context, tx, {
      to: email,
      subject: role === 'AUDITOR' ? 'Convite para acompanhar a Ciranda' : 'Convite para administrar a Ciranda',
      text: [
        `Olá, ${firstName}.`,
        `${nameOf(inviter!)} convidou você ${role === 'AUDITOR' ? 'para acompanhar a Ciranda como auditor: ver tudo, sem alterar nada' : 'para administrar a Ciranda'}.`,
        `${known?.role === 'USER' ? 'Aceite, com a senha que você já usa,' : 'Escolha a sua senha'} em ${context.publicUrl()}/convite#${secret}\nO endereço vale por ${INVITATION_DAYS} dias e só uma vez. Não o mostre a ninguém, nem a quem convidou você.`,
        'Se você não esperava este convite, ignore esta mensagem.',
      ].join('\n\n'),
    })
    await record(context, tx, 'administrator.invited', { circleId: actor.circleId, actorId: actor.id })
  })
}

/** Ends an invitation that nobody accepted yet. Refuses with 404 where it no longer holds. */
export async function revokeInvitation(context: Context, { invitationId }: { invitationId: string }): Promise<void> {
  if (!isId(invitationId)) refuse('resource.not_found')
  const ended = await context.db
    .update(administratorInvitations)
    .set({ endedAt: new Date(context.clock.now()), sealed: null })
    .where(and(eq(administratorInvitations.id, invitationId), isNull(administratorInvitations.endedAt)))
    .returning({ id: administratorInvitations.id })
  if (ended.length === 0) refuse('resource.not_found')
}

export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
