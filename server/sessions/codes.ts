import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { record } from '#server/access/record-access.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Tx } from '#server/database/types.ts'
import type { Context, Services } from '#server/context.ts'
import { msBetween } from '#server/lib/clock.ts'
import { newId } from '#server/lib/ids.ts'
import { Refusal, refuse } from '#server/lib/refusal.ts'
import { queueEmail } from '#server/mail/queue-email.ts'
import { contactOf, openPersonal } from '#server/members/personal.ts'
import { users } from '#server/tables/users.ts'
import { verificationCodes } from '#server/tables/verification-codes.ts'
import { codeText, recoveryText } from './code-letters.ts'

export type Channel = 'email' | 'phone'

/** The use of a code: it shows that a contact reaches its person, or lets them back in. */
type Purpose = Channel | 'recovery'

const TTL_MS: Readonly<Record<Purpose, number>> = {
  email: 15 * 60_000,
  phone: 15 * 60_000,
  // A letter without a mail server is handed over by the administration, which takes a while.
  recovery: 60 * 60_000,
}
export const RESEND_AFTER_MS = 60_000
const TRIES_MAX = 5

/**
 * Sends a person a new six-digit code, which replaces the previous one. Refuses within a minute of the last one, and
 * when already verified.
 */
export async function sendCode(context: Context, channel: Channel): Promise<void> {
  await transaction(context.db, async (tx) => {
    const user = await getUser(context, tx)
    if (channel === 'email' ? user.emailVerifiedAt : user.phoneVerifiedAt) refuse('code.already_verified')
    const [last] = await tx.select().from(verificationCodes).where(ownCode(context.actor.id, channel)).for('update')
    const now = context.clock.now()
    const waitMs = last ? RESEND_AFTER_MS - msBetween(last.sentAt, now) : 0
    if (waitMs > 0)
      throw new Refusal('code.sent_recently', { details: { retryAfterSeconds: Math.ceil(waitMs / 1000) } })
    if (!(await writeCode(context, tx, user, channel))) refuse('code.too_many_today')
  })
}

/**
 * Creates a code for a person and queues its e-mail. Only the code's keyed hash is stored. False, and the previous code
 * stays, when the person or the address has had the day's share of codes.
 */
export async function writeCode(
  services: Services,
  tx: Tx,
  user: typeof users.$inferSelect,
  channel: Purpose,
): Promise<boolean> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const personal = openPersonal(services.secrets, user)
  const { email, phone } = personal
  // Nothing to prove where there is no address.
  if (channel === 'email' && email === '') return false
  const letter = {
    to: channel === 'phone' ? `sms:${phone}` : contactOf(personal),
    ...(channel === 'recovery'
      ? recoveryText(services, { firstName: user.firstName, handle: email || (phone ?? '') }, code)
      : codeText(user.firstName, code)),
  }
  if (!(await queueEmail(services, tx, letter, { kind: 'code', userId: `${user.id}:${channel}` }))) return false
  const now = new Date(services.clock.now())
  const fresh = { codeHash: hashCode(services, user.id, channel, code), tries: 0, sentAt: now, usedAt: null }
  await tx
    .insert(verificationCodes)
    .values({ id: newId(services.clock), userId: user.id, channel, ...fresh })
    .onConflictDoUpdate({ target: [verificationCodes.userId, verificationCodes.channel], set: fresh })
  return true
}

/** Checks a code. Every wrong attempt counts; the count is committed although the call is refused. */
export async function verifyCode(context: Context, channel: Channel, code: string): Promise<void> {
  const refusal = await transaction(context.db, async (tx): Promise<Refusal | null> => {
    const user = await getUser(context, tx)
    if (channel === 'email' ? user.emailVerifiedAt : user.phoneVerifiedAt) return new Refusal('code.already_verified')
    const wrong = await spendCode(context, tx, user.id, channel, code)
    if (wrong) return wrong
    const now = new Date(context.clock.now())
    const verified = channel === 'email' ? { emailVerifiedAt: now } : { phoneVerifiedAt: now }
    await tx.update(users).set(verified).where(eq(users.id, user.id))
    await record(context, tx, 'contact.verified', { circleId: user.circleId, actorId: user.id, subjectId: user.id })
    return null
  })
  if (refusal) throw refusal
}

/**
 * Uses a person's code up; null when it is the right one. Otherwise the refusal, which the caller answers after the
 * commit so that the try counts.
 */
export async function spendCode(
  services: Pick<Services, 'clock' | 'secrets'>,
  tx: Tx,
  userId: string,
  purpose: Purpose,
  code: string,
): Promise<Refusal | null> {
  const [own] = await tx.select().from(verificationCodes).where(ownCode(userId, purpose)).for('update')
  const now = services.clock.now()
  if (!own || own.usedAt || own.tries >= TRIES_MAX || msBetween(own.sentAt, now) >= TTL_MS[purpose])
    return new Refusal('code.expired')
  await tx
    .update(verificationCodes)
    .set({ tries: sql`${verificationCodes.tries} + 1` })
    .where(and(eq(verificationCodes.id, own.id), lt(verificationCodes.tries, TRIES_MAX)))
  if (!timingSafeEqual(Buffer.from(own.codeHash), Buffer.from(hashCode(services, userId, purpose, code))))
    return new Refusal('code.wrong')
  await tx
    .update(verificationCodes)
    .set({ usedAt: new Date(now) })
    .where(and(eq(verificationCodes.id, own.id), isNull(verificationCodes.usedAt)))
  return null
}

async function getUser({ actor }: Context, tx: Tx) {
  // The person's row is locked until the code is written, so that somebody being erased gets no more e-mail.
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, actor.id), isNull(users.erasedAt)))
    .for('update')
  return user ?? refuse('session.invalid')
}

function ownCode(userId: string, channel: Purpose) {
  return and(eq(verificationCodes.userId, userId), eq(verificationCodes.channel, channel))
}

function hashCode({ secrets }: Pick<Services, 'secrets'>, userId: string, channel: Purpose, code: string): string {
  return createHmac('sha256', secrets.indexKey).update(`code:${channel}:${userId}:${code}`).digest('hex')
}
