import { isClosed } from '#contracts/labels.ts'
import { eq, sql } from 'drizzle-orm'
import { record } from '#server/access/record-access.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/context.ts'
import { isPassword } from '#server/lib/passwords.ts'
import { msBetween } from '#server/lib/clock.ts'
import { Refusal, refuse } from '#server/lib/refusal.ts'
import { lookupIndex } from '#server/lib/sealing.ts'
import { emailIndex } from '#server/members/personal.ts'
import { users } from '#server/tables/users.ts'
import { findUser, userView } from '#server/members/view.ts'
import { openSession } from './open-session.ts'
import { loginFailures } from '#server/tables/login-failures.ts'

const FREE_FAILURES = 5
const BLOCKING_FAILURES = 10
const WINDOW_MS = 15 * 60_000

/**
 * Opens a session for an e-mail and its password. An unknown e-mail and a wrong password get the same answer in the
 * same time. Repeated failures for one account from one address are slowed, then refused; the owner at another address
 * is not locked out.
 */
export async function login(context: Context<Actor | null>, input: { email: string; password: string }) {
  const index = emailIndex(context.secrets, input.email)
  const failureKey = lookupIndex(context.secrets, 'login', `${index}:${context.address}`)
  await ensureNotBlocked(context, failureKey)
  const [user] = await context.db.select().from(users).where(eq(users.emailIndex, index))
  const matches = await isPassword(user?.passwordHash ?? null, input.password)
  if (!user || !matches) {
    await countFailure(context, failureKey)
    await record(context, context.db, 'session.failed', {
      circleId: user?.circleId ?? null,
      subjectId: user?.id ?? null,
    })
    refuse('session.bad_credentials')
  }
  if (isClosed(user.status)) refuse('session.account_closed')
  return transaction(context.db, async (tx) => {
    await tx.delete(loginFailures).where(eq(loginFailures.key, failureKey))
    const tokens = await openSession(context, tx, user.id)
    await record(context, tx, 'session.opened', { circleId: user.circleId, actorId: user.id, subjectId: user.id })
    const found = await findUser(tx, user.circleId, user.id)
    return { ...tokens, user: userView(context, found!.user, found!.member) }
  })
}

async function ensureNotBlocked({ db, clock, config }: Context<Actor | null>, key: string): Promise<void> {
  if (!config.rateLimit) return
  const [row] = await db.select().from(loginFailures).where(eq(loginFailures.key, key))
  if (!row || row.failures < FREE_FAILURES) return
  const since = msBetween(row.lastAt, clock.now())
  const waitMs = row.failures >= BLOCKING_FAILURES ? WINDOW_MS : 1000 * 2 ** (row.failures - FREE_FAILURES)
  if (since < waitMs)
    throw new Refusal('request.too_many', { details: { retryAfterSeconds: Math.ceil((waitMs - since) / 1000) } })
}

async function countFailure({ db, clock }: Context<Actor | null>, key: string): Promise<void> {
  const now = new Date(clock.now())
  const stale = new Date(clock.now() - WINDOW_MS)
  await db
    .insert(loginFailures)
    .values({ key, failures: 1, lastAt: now })
    .onConflictDoUpdate({
      target: loginFailures.key,
      set: {
        failures: sql`case when ${loginFailures.lastAt} < ${stale.toISOString()}::timestamptz then 1 else ${loginFailures.failures} + 1 end`,
        lastAt: now,
      },
    })
}
