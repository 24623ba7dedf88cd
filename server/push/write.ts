import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { DIGEST_HOUR, eventRule, hourIn, isQuiet, isWanted, PUSHES_A_DAY } from '#contracts/notice-events.ts'
import { noticePage, noticeRules } from '#contracts/notices/notice.ts'
import type { Notice, NoticeKind } from '#contracts/notices/notice.ts'
import type { PushPayload } from '#contracts/push.ts'
import type { Services } from '#server/context.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Tx } from '#server/database/types.ts'
import { msBetween } from '#server/lib/clock.ts'
import { today } from '#server/lib/days.ts'
import { notices } from '#server/tables/notices.ts'
import { pushDays } from '#server/tables/push-days.ts'
import { isParticipant, users } from '#server/tables/users.ts'
import { devicesOf, queueMessage } from './queue-message.ts'

type NoticeRow = typeof notices.$inferSelect
type Person = typeof users.$inferSelect

/** A notice that could not be pushed for so long is in the inbox and no news any more. */
const FRESH_MS = 36 * 3_600_000

const urgentKinds = (Object.keys(noticeRules) as NoticeKind[]).filter(
  (kind) => eventRule(noticeRules[kind].event).isUrgent,
)

/**
 * Decides for each person which of their notices their devices show now, and queues that: what is urgent at once; the rest
 * never between 21 and 8 in São Paulo, at most three times a day, and then once more, in a digest after 20. What is due
 * together is one message. What waits is decided again at the next run. Returns the number of messages to people.
 */
export async function writePushes(services: Services): Promise<number> {
  const { clock, config, db } = services
  if (!config.push) return 0
  const isDue = isQuiet(clock.now())
    ? and(eq(notices.push, 'due'), inArray(notices.kind, urgentKinds))
    : eq(notices.push, 'due')
  const people = await db.selectDistinct({ id: notices.userId }).from(notices).where(isDue).orderBy(notices.userId)
  let count = 0
  for (const { id } of people) count += await transaction(db, (tx) => writeFor(services, tx, id))
  return count
}

/** One person's messages. Their day's row is locked first, so that two processes count together. */
async function writeFor(services: Services, tx: Tx, userId: string): Promise<number> {
  const now = services.clock.now()
  const day = today(now)
  const [used] = await tx
    .insert(pushDays)
    .values({ userId, day, count: 0, hasDigest: false })
    .onConflictDoUpdate({ target: [pushDays.userId, pushDays.day], set: { count: sql`${pushDays.count}` } })
    .returning()
  const rows = await tx
    .select({ notice: notices, person: users })
    .from(notices)
    .innerJoin(users, eq(users.id, notices.userId))
    .where(and(eq(notices.userId, userId), eq(notices.push, 'due')))
    .orderBy(asc(notices.id))
    // Waited for where the e-mails are just being written: the rest of them would be a message of its own.
    .for('update', { of: notices })
  const [{ person } = { person: undefined }] = rows
  if (!person) return 0
  const due = rows.map(({ notice }) => notice)
  const wanted = due.filter((notice) => isNews(notice, person, now))
  const urgent = wanted.filter(({ kind }) => eventRule(noticeRules[kind].event).isUrgent)
  const usual = wanted.filter((notice) => !urgent.includes(notice))
  const may = whatMayBeShown(now, used!)
  const held = may === 'nothing' ? usual : []
  if (urgent.length > 0) await show(services, tx, person, urgent, true)
  if (usual.length > 0 && may !== 'nothing') {
    await show(services, tx, person, usual, false)
    await tx
      .update(pushDays)
      .set(may === 'digest' ? { hasDigest: true } : { count: used!.count + 1 })
      .where(and(eq(pushDays.userId, userId), eq(pushDays.day, day)))
  }
  const done = due.filter((notice) => !held.includes(notice)).map(({ id }) => id)
  if (done.length > 0) await tx.update(notices).set({ push: 'written' }).where(inArray(notices.id, done))
  return Number(urgent.length > 0) + Number(usual.length > 0 && may !== 'nothing')
}

/** Whether a notice is still to be shown: wanted, not read meanwhile, and not old. */
function isNews({ at, kind, readAt }: NoticeRow, person: Person, now: number): boolean {
  return (
    readAt === null && msBetween(at, now) <= FRESH_MS && isWanted(person.noticeChoices, noticeRules[kind].event, 'push')
  )
}

/** How much of what is not urgent may be shown at an hour of a day on which so much was. */
function whatMayBeShown(now: number, used: { count: number; hasDigest: boolean }): 'message' | 'digest' | 'nothing' {
  if (isQuiet(now)) return 'nothing'
  if (used.count < PUSHES_A_DAY) return 'message'
  return hourIn(now) >= DIGEST_HOUR && !used.hasDigest ? 'digest' : 'nothing'
}

async function show(
  services: Services,
  tx: Tx,
  person: Person,
  shown: readonly NoticeRow[],
  isUrgent: boolean,
): Promise<void> {
  const payload = payloadOf(person, shown)
  for (const { id } of await devicesOf(tx, person.id)) await queueMessage(services, tx, id, { payload, isUrgent })
}

function payloadOf(person: Person, shown: readonly NoticeRow[]): PushPayload {
  const [first] = shown as readonly [NoticeRow]
  const events = new Set(shown.map(({ kind }) => noticeRules[kind].event))
  const short = eventRule(noticeRules[first.kind].event).short
  const page = noticePage({ kind: first.kind, facts: first.facts } as Notice, isParticipant(person))
  return {
    title: 'Ciranda',
    body: events.size === 1 ? short : `Você tem ${shown.length} avisos novos.`,
    url: shown.length === 1 ? page : '/notices',
    tag: first.id,
  }
}
