import { and, asc, count, eq, gt, isNull } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { record } from '#server/access/record-access.ts'
import type { Actor, Context, Services } from '#server/context.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Tx } from '#server/database/types.ts'
import { msBetween } from '#server/lib/clock.ts'
import { isId, newId } from '#server/lib/ids.ts'
import { Refusal, refuse } from '#server/lib/refusal.ts'
import { findByHandle, handleIndexes } from '#server/members/find-by-handle.ts'
import { recoveryRequests } from '#server/tables/recovery-requests.ts'
import { isShut, users } from '#server/tables/users.ts'
import { verificationCodes } from '#server/tables/verification-codes.ts'
import { RESEND_AFTER_MS, writeCode } from './codes.ts'

const DAY_MS = 86_400_000

/** How many codes may be asked for one address in a day: enough for a person, too few for guessing or for a flood. */
const REQUESTS_PER_DAY = 5

/** The channel that tells the processes of a new request. */
export const RECOVERY_CHANNEL = 'recovery_asked'

/**
 * Somebody asks for a recovery code, by e-mail, CPF or phone. The answer and its time are the same for every one: the request is
 * only noted here, and `answerRecoveryRequests` finds out whose it is.
 */
export async function askRecovery(context: Context<Actor | null>, { email }: { email: string }): Promise<void> {
  const { clock, database, db, secrets } = context
  const now = clock.now()
  const indexes = handleIndexes(secrets, email)
  await transaction(db, async (tx) => {
    for (const index of indexes) {
      const [asked] = await tx
        .select({ today: count() })
        .from(recoveryRequests)
        .where(and(eq(recoveryRequests.emailIndex, index), gt(recoveryRequests.requestedAt, new Date(now - DAY_MS))))
      if (asked!.today >= REQUESTS_PER_DAY) continue
      await tx.insert(recoveryRequests).values({ id: newId(clock), emailIndex: index, requestedAt: new Date(now) })
    }
    await database.notify(tx, RECOVERY_CHANNEL, '')
  })
}

/** Sends the codes that were asked for, each once, to those who have an account that is not closed. */
export async function answerRecoveryRequests(services: Services): Promise<void> {
  for (;;) {
    const isDone = await transaction(services.db, async (tx) => {
      const [request] = await tx
        .select()
        .from(recoveryRequests)
        .where(isNull(recoveryRequests.answeredAt))
        .orderBy(asc(recoveryRequests.requestedAt), asc(recoveryRequests.id))
        .limit(1)
        .for('update', { skipLocked: true })
      if (!request) return true
      await tx
        .update(recoveryRequests)
        .set({ answeredAt: new Date(services.clock.now()) })
        .where(eq(recoveryRequests.id, request.id))
      const meant = await findByHandle(tx, [request.emailIndex])
      const user = meant && (await findOpen(tx, eq(users.id, meant.id)))
      if (user && (await secondsToWait(services, tx, user.id)) === 0) await writeRecoveryCode(services, tx, user, null)
      return false
    })
    if (isDone) return
  }
}

/**
 * An administrator has a recovery code sent to a person of the circle, who chooses a new password with it. Refuses with
 * `code.sent_recently` within a minute of the last one.
 */
export async function sendRecoveryCode(context: Context, { userId }: { userId: string }): Promise<void> {
  if (!isId(userId)) refuse('resource.not_found')
  await transaction(context.db, async (tx) => {
    const [user] = await tx
      .select()
      .from(users)
      .where(and(eq(users.id, userId), eq(users.circleId, context.actor.circleId)))
      .for('update')
    if (!user) refuse('resource.not_found')
    if (user.erasedAt) refuse('member.left')
    if (!(await findOpen(tx, eq(users.id, user.id)))) refuse('session.account_closed')
    const retryAfterSeconds = await secondsToWait(context, tx, user.id)
    if (retryAfterSeconds > 0) throw new Refusal('code.sent_recently', { details: { retryAfterSeconds } })
    if (!(await writeRecoveryCode(context, tx, user, context.actor.id))) refuse('code.too_many_today')
  })
}

/** A person whose account is not shut, locked. */
export async function findOpen(tx: Tx, where: SQL): Promise<typeof users.$inferSelect | null> {
  const [found] = await tx.select({ user: users, isShut }).from(users).where(where).for('update')
  return found && !found.isShut ? found.user : null
}

async function secondsToWait({ clock }: Services, tx: Tx, userId: string): Promise<number> {
  const [last] = await tx
    .select({ sentAt: verificationCodes.sentAt })
    .from(verificationCodes)
    .where(and(eq(verificationCodes.userId, userId), eq(verificationCodes.channel, 'recovery')))
  return last ? Math.max(0, Math.ceil((RESEND_AFTER_MS - msBetween(last.sentAt, clock.now())) / 1000)) : 0
}

/** False when the person has had the day's share of codes. */
async function writeRecoveryCode(
  services: Services,
  tx: Tx,
  user: typeof users.$inferSelect,
  actorId: string | null,
): Promise<boolean> {
  if (!(await writeCode(services, tx, user, 'recovery'))) return false
  await record(services, tx, 'recovery.sent', { circleId: user.circleId, actorId, subjectId: user.id })
  return true
}
