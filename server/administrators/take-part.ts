import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { TermsAdministrator } from '#circle/terms.ts'
import { everAsked } from '#circle/draw.ts'
import { isReservedName } from '#contracts/forms/person-name.ts'
import { record } from '#server/access/record-access.ts'
import { changeTerms, findTerms } from '#server/circle-store/terms.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import type { Context } from '#server/context.ts'
import { transaction } from '#server/database/transaction.ts'
import { refuse } from '#server/lib/refusal.ts'
import { ensureKeyCommitted } from '#server/members/payment-keys.ts'
import type { Tx } from '#server/database/types.ts'
import { circles } from '#server/tables/circles.ts'
import { donations } from '#server/tables/donations.ts'
import { users } from '#server/tables/users.ts'
import { noteAcceptance } from '#server/terms/consent.ts'
import { lockAdministrators, nameOf } from './queries.ts'

/**
 * Somebody who administers the real circle on screen takes part in it as well, with the same account. It stands in the ledger and
 * in the terms, which everybody is asked to accept anew. Refused once something was asked of anybody. Repeated, it changes
 * nothing.
 */
export async function takePart(context: Context): Promise<void> {
  const { actor, clock } = context
  await transaction(context.db, async (tx) => {
    // Before the circle's lock, as everybody who changes who administers.
    await lockAdministrators(tx)
    const [user] = await tx.select().from(users).where(eq(users.id, actor.id))
    const within = { ...context, db: tx }
    await withCircle(within, actor.circleId, async (circle) => {
      const { id, state } = circle
      if (user!.alsoTakesPart && user!.circleId === id) return
      if (state.mode !== 'real') refuse('participation.demonstration')
      if (everAsked(state)) refuse('participation.begun')
      await nameInTerms(circle, user!, new Date(clock.now()))
      await join(within, circle)
    })
  })
}

/** Has a circle's terms say that somebody administers it and takes part. */
export async function nameInTerms(
  circle: LockedCircle,
  user: Pick<typeof users.$inferSelect, 'id' | 'firstName' | 'lastName'>,
  at: Date,
): Promise<void> {
  const { tx, id } = circle
  const known = await findTerms(tx, id)
  const administrators = withPart(known?.document.administrators ?? [], { id: user.id, name: nameOf(user) })
  await tx.update(circles).set({ administrators }).where(eq(circles.id, id))
  await changeTerms(circle, 'administrators', { administrators }, at)
}

/** The administrators of a circle's terms when one of them takes part, or somebody who came later. */
export function withPart(all: readonly TermsAdministrator[], { id, name }: TermsAdministrator): TermsAdministrator[] {
  const isNamed = all.some((one) => one.id === id)
  const named = all.map((one) => (one.id === id ? ({ ...one, takesPart: true } as const) : one))
  return isNamed ? named : [...named, { id, name, takesPart: true }]
}

/**
 * Makes an administrator a member of a real circle whose terms say so: they accept the terms and wait for a place as everybody
 * does. Refuses somebody without a name or CPF, or who takes part in another circle that goes on, or in which something of theirs is still
 * open: from elsewhere they could neither pay nor confirm it.
 */
export async function join(context: Context, circle: LockedCircle): Promise<void> {
  const { actor, clock } = context
  const { tx, id } = circle
  const [user] = await tx.select().from(users).where(eq(users.id, actor.id)).for('update')
  const { cpfIndex, firstName, lastName, alsoTakesPart, circleId } = user!
  const goesOn = and(eq(circles.id, circleId), isNull(circles.closedAt), isNull(circles.endedAt))
  if (alsoTakesPart && circleId !== id && (await tx.$count(circles, goesOn)) > 0) refuse('participation.elsewhere')
  if (alsoTakesPart && circleId !== id && (await hasOpen(tx, circleId, actor.id))) refuse('participation.unfinished')
  if (cpfIndex === null || lastName === '' || isReservedName(firstName, lastName)) refuse('participation.incomplete')
  const now = new Date(clock.now())
  await tx.update(users).set({ alsoTakesPart: true, circleId: id, updatedAt: now }).where(eq(users.id, actor.id))
  await circle.note({ kind: 'administrator.participates', memberId: actor.id })
  await noteAcceptance(circle, actor.id, now)
  await circle.perform({ kind: 'approve_member', memberId: actor.id })
  await ensureKeyCommitted(context, circle, actor.id)
  await record(context, tx, 'user.approved', { circleId: id, actorId: actor.id, subjectId: actor.id })
}

async function hasOpen(tx: Tx, circleId: string, userId: string): Promise<boolean> {
  const isParty = or(eq(donations.donorId, userId), eq(donations.receiverId, userId))
  const isOpen = sql`${donations.status} in ('PENDING_PAYMENT', 'PENDING_CONFIRMATION')`
  return (await tx.$count(donations, and(eq(donations.circleId, circleId), isParty, isOpen))) > 0
}
