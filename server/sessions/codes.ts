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
import { openPersonal } from '#server/members/personal.ts'
import { users } from '#server/tables/users.ts'
import { verificationCodes } from '#server/tables/verification-codes.ts'

export type Channel = 'email' | 'phone'

const TTL_MS = 15 * 60_000
const RESEND_AFTER_MS = 60_000
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
    await writeCode(context, tx, user, channel)
  })
}

/** Creates a code for a person and queues its e-mail. Only the code's keyed hash is stored. */
export async function writeCode(
  services: Services,
  tx: Tx,
  user: typeof users.$inferSelect,
  channel: Channel,
): Promise<void> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const now = new Date(services.clock.now())
  const fresh = { codeHash: hashCode(services, user.id, channel, code), tries: 0, sentAt: now, usedAt: null }
  await tx
    .insert(verificationCodes)
    .values({ id: newId(services.clock), userId: user.id, channel, ...fresh })
    .onConflictDoUpdate({ target: [verificationCodes.userId, verificationCodes.channel], set: fresh })
  const { email, phone } = openPersonal(services.secrets, user)
  await queueEmail(services, tx, {
    to: channel === 'email' ? email : `sms:${phone}`,
    subject: `${code} é o seu código da Ciranda`,
    text: `Olá, ${user.firstName}.\n\nSeu código é ${code}. Ele vale por 15 minutos e só uma vez.\nSe não foi você que pediu, ignore esta mensagem. A Ciranda nunca pede este código a ninguém.`,
  })
}

/** Checks a code. Every wrong attempt counts; the count is committed although the call is refused. */
export async function verifyCode(context: Context, channel: Channel, code: string): Promise<void> {
  const refusal = await transaction(context.db, async (tx): Promise<Refusal | null> => {
    const user = await getUser(context, tx)
    if (channel === 'email' ? user.emailVerifiedAt : user.phoneVerifiedAt) return new Refusal('code.already_verified')
    const [own] = await tx.select().from(verificationCodes).where(ownCode(user.id, channel)).for('update')
    const now = context.clock.now()
    if (!own || own.usedAt || own.tries >= TRIES_MAX || msBetween(own.sentAt, now) >= TTL_MS)
      return new Refusal('code.expired')
    await tx
      .update(verificationCodes)
      .set({ tries: sql`${verificationCodes.tries} + 1` })
      .where(and(eq(verificationCodes.id, own.id), lt(verificationCodes.tries, TRIES_MAX)))
    if (!sameHash(own.codeHash, hashCode(context, user.id, channel, code))) return new Refusal('code.wrong')
    await tx
      .update(verificationCodes)
      .set({ usedAt: new Date(now) })
      .where(and(eq(verificationCodes.id, own.id), isNull(verificationCodes.usedAt)))
    const verified = channel === 'email' ? { emailVerifiedAt: new Date(now) } : { phoneVerifiedAt: new Date(now) }
    await tx.update(users).set(verified).where(eq(users.id, user.id))
    await record(context, tx, 'contact.verified', { circleId: user.circleId, actorId: user.id, subjectId: user.id })
    return null
  })
  if (refusal) throw refusal
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

function ownCode(userId: string, channel: Channel) {
  return and(eq(verificationCodes.userId, userId), eq(verificationCodes.channel, channel))
}

function hashCode({ secrets }: Pick<Services, 'secrets'>, userId: string, channel: Channel, code: string): string {
  return createHmac('sha256', secrets.indexKey).update(`code:${channel}:${userId}:${code}`).digest('hex')
}

function sameHash(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(a), Buffer.from(b))
}
