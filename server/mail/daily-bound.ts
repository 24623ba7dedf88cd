import { sql } from 'drizzle-orm'
import type { Services } from '#server/context.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { today } from '#server/lib/days.ts'
import { lookupIndex } from '#server/lib/sealing.ts'
import { emailCounts } from '#server/tables/email-counts.ts'

/**
 * The most e-mails of each kind that one address gets in a day. Enough for a person in trouble; too few to annoy
 * somebody by asking for codes, or registering, with their address or phone again and again.
 */
const PER_DAY = { code: 10, registration: 2, letter: 60 } as const

export type EmailKind = keyof typeof PER_DAY

/**
 * Counts one more e-mail of a kind to each of these (an address, a person's id) today; false where any of them has had
 * its share. It is counted in the caller's transaction, so that an e-mail that is not sent does not count.
 */
export async function isWithinDay(
  { clock, config, secrets }: Pick<Services, 'clock' | 'config' | 'secrets'>,
  tx: Tx | Db,
  kind: EmailKind,
  to: readonly string[],
): Promise<boolean> {
  if (!config.rateLimit) return true
  const day = today(clock.now())
  // In a fixed order, so that two transactions never wait for each other.
  const keys = to.map((one) => lookupIndex(secrets, 'mail', `${kind}:${one.trim().toLowerCase()}`)).toSorted()
  const counts: number[] = []
  for (const key of keys) {
    const [row] = await tx
      .insert(emailCounts)
      .values({ key, day, count: 1 })
      .onConflictDoUpdate({
        target: emailCounts.key,
        set: {
          count: sql`case when ${emailCounts.day} = excluded.day then ${emailCounts.count} + 1 else 1 end`,
          day: sql`excluded.day`,
        },
      })
      .returning({ count: emailCounts.count })
    counts.push(row!.count)
  }
  return counts.every((count) => count <= PER_DAY[kind])
}
