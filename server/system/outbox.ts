import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { AnswerOf } from '#contracts/contract.ts'
import { record } from '#server/access/record-access.ts'
import { ensureNotOwnMatterOf } from '#server/circle-store/own-matter.ts'
import type { Context } from '#server/context.ts'
import { transaction } from '#server/database/transaction.ts'
import { refuse } from '#server/lib/refusal.ts'
import { openPersonal } from '#server/members/personal.ts'
import { notify } from '#server/notify/notify.ts'
import { letters } from '#server/tables/letters.ts'
import { users } from '#server/tables/users.ts'

type Kept = AnswerOf<'GET /admin/outbox'>['data'][number] & { readonly to: string; readonly text: string }

const LETTERS_MAX = 300

/**
 * The messages that lie in the data folder because nothing could send them, to members of the circle on screen, newest
 * first, without what they say. Those to administrators are not among them: with another's code one person would be two.
 */
export async function listOutbox(context: Context): Promise<AnswerOf<'GET /admin/outbox'>> {
  const kept = await findKept(context)
  return { data: kept.map(({ to: _, text: __, ...shown }) => shown) }
}

/**
 * Answers the words of one message, to be handed to its person. Their access log keeps who opened it, and they are told.
 * Refuses a message that `listOutbox` does not show, and, since a code in it opens the account, one to somebody whose account
 * is a matter of the actor's own (circle/own-matter.ts).
 */
export async function openLetter(context: Context, id: string): Promise<AnswerOf<'POST /admin/outbox/{id}/open'>> {
  const { actor, db } = context
  const letter = (await findKept(context)).find((one) => one.id === id)
  if (!letter) refuse('resource.not_found')
  const { person, to, text, at } = letter
  await ensureNotOwnMatterOf(context, actor, person.id)
  await transaction(db, async (tx) => {
    const facts = { circleId: actor.circleId, actorId: actor.id, subjectId: person.id }
    await record(context, tx, 'letter.opened', facts)
    await notify(context, tx, { userId: person.id, kind: 'access.letter_opened', facts: {} })
  })
  return { person, to, at, text }
}

async function findKept(context: Context): Promise<Kept[]> {
  const { config, db } = context
  const people = await addressesOf(context)
  const rows = await db
    .select({ id: letters.id, createdAt: letters.createdAt })
    .from(letters)
    .where(isNotNull(letters.sentAt))
    .orderBy(desc(letters.createdAt))
    .limit(LETTERS_MAX)
  const found = await Promise.all(
    rows.map(async ({ id, createdAt }): Promise<Kept[]> => {
      const file = path.join(config.dataDir, 'outbox', `${id}.txt`)
      const whole = await readFile(file, 'utf8').catch(() => null)
      const [, to, subject, text] = /^Para: (.*)\nAssunto: (.*)\n\n([\s\S]*)\n$/.exec(whole ?? '') ?? []
      const person = people.get(to ?? '')
      if (!person) return []
      const by = to!.startsWith('sms:') ? ('phone' as const) : ('email' as const)
      return [{ id, at: createdAt.toISOString(), person, by, subject: withoutCodes(subject!), to: to!, text: text! }]
    }),
  )
  return found.flat()
}

/** A list is no place for a code: only an opened message shows it, and that is recorded. */
function withoutCodes(subject: string): string {
  return subject.replaceAll(/\d{4,}/g, (code) => '•'.repeat(code.length))
}

/** The circle's members by the addresses that messages to them carry; none who administers, for nobody reads their codes. */
async function addressesOf({ actor, db, secrets }: Context): Promise<Map<string, { id: string; name: string }>> {
  const rows = await db
    .select()
    .from(users)
    .where(and(eq(users.circleId, actor.circleId), eq(users.role, 'USER'), isNull(users.erasedAt)))
  return new Map(
    rows.flatMap((user) => {
      const { email, phone } = openPersonal(secrets, user)
      const person = { id: user.id, name: `${user.firstName} ${user.lastName}` }
      return [...(email === '' ? [] : [[email, person] as const]), [`sms:${phone}`, person] as const]
    }),
  )
}
