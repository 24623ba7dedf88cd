import { and, eq, isNotNull, isNull, lt, lte, not, or, sql } from 'drizzle-orm'
import { dayOf } from '#contracts/age.ts'
import { GUESS_WINDOW_MS } from '#server/access/guess-limit.ts'
import type { Services } from '#server/context.ts'
import { emailCounts } from '#server/tables/email-counts.ts'
import { administratorInvitations } from '#server/tables/administrator-invitations.ts'
import { donations } from '#server/tables/donations.ts'
import { idempotencyKeys } from '#server/tables/idempotency-keys.ts'
import { joinLinks } from '#server/tables/join-links.ts'
import { letters } from '#server/tables/letters.ts'
import { loginFailures } from '#server/tables/login-failures.ts'
import { notices } from '#server/tables/notices.ts'
import { paymentKeys } from '#server/tables/payment-keys.ts'
import { pushDays } from '#server/tables/push-days.ts'
import { pushMessages } from '#server/tables/push-messages.ts'
import { pushSubscriptions } from '#server/tables/push-subscriptions.ts'
import { refreshTokens } from '#server/tables/refresh-tokens.ts'
import { passkeyChallenges } from '#server/tables/passkey-challenges.ts'
import { recoveryRequests } from '#server/tables/recovery-requests.ts'
import { sessions } from '#server/tables/sessions.ts'
import { uploads } from '#server/tables/uploads.ts'
import { verificationCodes } from '#server/tables/verification-codes.ts'

const DAY_MS = 86_400_000

/** How long each kind of row is kept after its last use. */
export const RETENTION_MS = {
  /** Answers for repeated requests; browsers repeat a request within minutes. */
  answers: DAY_MS,
  /** Verification codes, which are valid for fifteen minutes. */
  codes: DAY_MS,
  /** Upload counts, of which only the current day matters. */
  uploads: 7 * DAY_MS,
  /** Ended sessions, so that a reuse of their tokens is still recognized for a while. */
  sessions: 30 * DAY_MS,
  /** E-mails that were sent or given up. */
  emails: 30 * DAY_MS,
  /** Messages to devices that were sent or given up, and how many a person had on each day. */
  pushes: 7 * DAY_MS,
  /** Notices: two years, so that a question about the year before can still be answered. */
  notices: 730 * DAY_MS,
  /** Invitations to become a member that ended, with whom they were for. */
  joinLinks: 30 * DAY_MS,
  /** Access records: six months by Brazilian law (Marco Civil, art. 15), and no longer. */
  audit: 184 * DAY_MS,
  /** Payment keys that were replaced, so that a dispute about a payment can still be settled. */
  formerKeys: 184 * DAY_MS,
} as const

/** A key that nobody is paid on any more is forgotten; its commitment stays in the ledger and says nothing without it. */
function forgetFormerKeys({ db }: Pick<Services, 'db'>, endedBefore: Date) {
  const isOpen = sql`exists (select from ${donations} where ${donations.circleId} = ${paymentKeys.circleId} and ${donations.paymentKeyId} = ${paymentKeys.id} and ${donations.status} in ('PENDING_PAYMENT', 'PENDING_CONFIRMATION'))`
  return db
    .update(paymentKeys)
    .set({ sealed: null })
    .where(
      and(
        eq(paymentKeys.state, 'former'),
        isNotNull(paymentKeys.sealed),
        lt(paymentKeys.endedAt, endedBefore),
        not(isOpen),
      ),
    )
}

/** Purges data past its retention period. It is idempotent, so any number of processes may run it at any time. */
export async function purgeExpired({ clock, db }: Pick<Services, 'clock' | 'db'>): Promise<void> {
  const now = clock.now()
  const before = (ms: number) => new Date(now - ms)
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before(RETENTION_MS.answers)))
  await db.delete(verificationCodes).where(lt(verificationCodes.sentAt, before(RETENTION_MS.codes)))
  await db.delete(passkeyChallenges).where(lt(passkeyChallenges.createdAt, before(RETENTION_MS.codes)))
  await db.delete(recoveryRequests).where(lt(recoveryRequests.requestedAt, before(RETENTION_MS.codes)))
  await db
    .update(administratorInvitations)
    .set({ endedAt: new Date(now), sealed: null })
    .where(and(isNull(administratorInvitations.endedAt), lte(administratorInvitations.expiresAt, new Date(now))))
  const isLongOver = before(RETENTION_MS.joinLinks)
  await db
    .update(joinLinks)
    .set({ sealed: null })
    .where(
      and(isNotNull(joinLinks.sealed), or(lt(joinLinks.expiresAt, isLongOver), lt(joinLinks.revokedAt, isLongOver))),
    )
  await db.delete(uploads).where(lt(uploads.day, dayOf(now - RETENTION_MS.uploads)))
  await db.delete(loginFailures).where(lt(loginFailures.lastAt, before(GUESS_WINDOW_MS)))
  const isOver = or(
    lt(sessions.expiresAt, before(RETENTION_MS.sessions)),
    and(isNotNull(sessions.revokedAt), lt(sessions.revokedAt, before(RETENTION_MS.sessions))),
  )
  await db.delete(refreshTokens).where(
    sql`exists (${db
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.id, refreshTokens.sessionId), isOver))})`,
  )
  await db.delete(sessions).where(isOver)
  await db
    .delete(letters)
    .where(or(lt(letters.sentAt, before(RETENTION_MS.emails)), lt(letters.givenUpAt, before(RETENTION_MS.emails))))
  await db
    .delete(pushMessages)
    .where(
      or(lt(pushMessages.sentAt, before(RETENTION_MS.pushes)), lt(pushMessages.givenUpAt, before(RETENTION_MS.pushes))),
    )
  await db.delete(pushDays).where(lt(pushDays.day, dayOf(now - RETENTION_MS.pushes)))
  await db.delete(pushSubscriptions).where(
    sql`exists (${db
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.id, pushSubscriptions.sessionId), isNotNull(sessions.revokedAt)))})`,
  )
  await db.delete(notices).where(lt(notices.at, before(RETENTION_MS.notices)))
  await db.delete(emailCounts).where(lt(emailCounts.day, dayOf(now - RETENTION_MS.uploads)))
  await forgetFormerKeys({ db }, before(RETENTION_MS.formerKeys))
  // Only this function of the owner deletes access records, and none that the machine's own clock holds for younger.
  await db.execute(sql`select purge_access_records(${before(RETENTION_MS.audit).toISOString()}::timestamptz)`)
}
