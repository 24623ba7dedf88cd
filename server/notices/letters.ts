import { and, asc, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import { eventRule, isAlwaysTold, isQuiet, isWanted } from '#contracts/notice-events.ts'
import type { Notice, NoticeKind } from '#contracts/notices/notice.ts'
import { noticePage, noticeRules } from '#contracts/notices/notice.ts'
import type { Services } from '#server/context.ts'
import { prepared } from '#server/database/prepared.ts'
import { transaction } from '#server/database/transaction.ts'
import { msBetween } from '#server/lib/clock.ts'
import { greeting } from '#server/mail/greeting.ts'
import { queueEmails } from '#server/mail/queue-email.ts'
import type { CountedEmail } from '#server/mail/queue-email.ts'
import { notices } from '#server/tables/notices.ts'
import { isParticipant, users } from '#server/tables/users.ts'
import { circlesTold, toldIn } from './of-circle.ts'

type Person = typeof users.$inferSelect

/** So many people at a run; the others are next. */
const PEOPLE_MAX = 500

const reminderKinds = (Object.keys(noticeRules) as NoticeKind[]).filter(
  (kind) => eventRule(noticeRules[kind].event).isReminder,
)

/** A reminder that could not be written for so long speaks of a day that is over: it stands in the inbox. */
const FRESH_MS = 36 * 3_600_000

const INBOX = '/notices'

/**
 * Queues the e-mails that notices ask for, one a person with all that is due and that they want by e-mail. Whoever switched
 * e-mails off gets only those about access and keys. Reminders wait for the morning, 8 o'clock in São Paulo. `addressOf`
 * opens a person's e-mail address. A letter that cannot be written holds up nobody else's. Returns the number of e-mails.
 * Processes write one after the other, so that nobody gets two e-mails for what one can say.
 */
export async function writeNoticeLetters(services: Services, addressOf: (person: Person) => string): Promise<number> {
  const failures: unknown[] = []
  const count = await transaction(services.db, async (tx) => {
    failures.length = 0
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('ciranda: the e-mails of notices'))`)
    const isDue = and(
      eq(notices.letter, 'due'),
      isQuiet(services.clock.now()) ? notInArray(notices.kind, reminderKinds) : undefined,
    )
    const ownerIsThere = and(eq(users.id, notices.userId), isNull(users.erasedAt))
    const waiting = tx
      .selectDistinct({ id: notices.userId })
      .from(notices)
      .innerJoin(users, ownerIsThere)
      .where(isDue)
      .orderBy(asc(notices.userId))
      .limit(PEOPLE_MAX)
    // Rows that another hand holds are waited for, not skipped: the rest of them would be an e-mail of its own.
    const due = await tx
      .select({ notice: notices, person: users })
      .from(notices)
      .innerJoin(users, ownerIsThere)
      .where(and(isDue, inArray(notices.userId, waiting)))
      .orderBy(asc(notices.userId), asc(notices.id))
      .for('update', { of: notices })
    if (due.length === 0) return 0
    const names = await circlesTold(
      tx,
      due.map(({ notice }) => notice),
    )
    const emails: CountedEmail[] = []
    const written: string[] = []
    for (const own of Map.groupBy(due, ({ person }) => person.id).values()) {
      const { person } = own[0]!
      const isStale = ({ at, kind }: typeof notices.$inferSelect) =>
        reminderKinds.includes(kind) && msBetween(at, services.clock.now()) > FRESH_MS
      const wanted = own.filter(({ notice }) => wants(person, notice.kind) && !isStale(notice))
      try {
        const told = wanted.map(({ notice }) => tellBy(names, notice, person))
        const kind = wanted.some((one) => isAlwaysTold(noticeRules[one.notice.kind].event)) ? 'always' : 'letter'
        if (told.length > 0)
          emails.push({ ...letterOf(services.publicUrl(), person.firstName, addressOf(person), told), kind })
        written.push(...own.map(({ notice }) => notice.id))
      } catch (error) {
        failures.push(error)
      }
    }
    await queueEmails(services, tx, emails)
    await markWritten(tx, { ids: written })
    return emails.length
  })
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} letters could not be written`)
  return count
}

const markWritten = prepared<never>(
  'notices written',
  () => sql`update ${notices} set letter = 'written' where ${notices.id} = any (${sql.placeholder('ids')}::uuid[])`,
)

/** The switch for all e-mails stands above the table; what is always told stands above both. */
function wants({ noticeChoices, remindersOff }: Person, kind: NoticeKind): boolean {
  const event = noticeRules[kind].event
  return isAlwaysTold(event) || (!remindersOff && isWanted(noticeChoices, event, 'email'))
}

/** A notice as a letter says it: its sentence, and the page of the thing itself. */
type Told = { readonly text: string; readonly page: string }

/** Of a circle beside the one on the reader’s screen the inbox tells, which leads there. */
function tellBy(names: Parameters<typeof toldIn>[0], notice: typeof notices.$inferSelect, person: Person): Told {
  const { text, circleId } = toldIn(names, notice)
  const { kind, facts } = notice
  return { text, page: circleId ? INBOX : noticePage({ kind, facts } as Notice, isParticipant(person)) }
}

function letterOf(url: string, name: string, to: string, told: readonly Told[]) {
  const [first] = told as [Told]
  const isOne = told.every(({ page }) => page === first.page)
  const lines = told.map(({ text, page }) => `• ${text}${isOne ? '' : `\n  ${url}${page}`}`)
  const body = told.length === 1 ? first.text : lines.join('\n')
  const link = isOne ? `\n\nVeja em ${url}${first.page}` : ''
  return {
    to,
    subject:
      told.length === 1 ? first.text.split(/(?<=\.) /)[0]!.replace(/\.$/, '') : `${told.length} avisos da Ciranda`,
    text: `${greeting(name)}\n\n${body}${link}\n\nVocê pode desligar estes e-mails no seu perfil; os que falam do seu acesso e da sua chave chegam sempre.`,
  }
}
