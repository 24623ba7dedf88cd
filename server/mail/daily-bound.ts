import { sql } from 'drizzle-orm'
import type { Services } from '#server/context.ts'
import { prepared } from '#server/database/prepared.ts'
import { together } from '#server/database/together.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { today } from '#server/lib/days.ts'
import { lookupIndex } from '#server/lib/sealing.ts'
import { emailCounts } from '#server/tables/email-counts.ts'

/**
 * The most e-mails of each kind that one address gets in a day. Enough for a person in trouble; too few to annoy
 * somebody by asking for codes, or registering, with their address or phone again and again. What is always told (access, keys, one's
 * own case) has a share of its own: else who wants to take an account first fills the day with requests to exchange turns.
 */
const PER_DAY = { code: 10, registration: 2, letter: 60, always: 120 } as const

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
  const counted = await together(...keys.map((key) => countOne(tx, { key, day })))
  return counted.every(([row]) => row!.count <= PER_DAY[kind])
}

const countOne = prepared<{ count: number }>(
  'e-mail counted',
  () => sql`insert into ${emailCounts} (key, day, count) values (${sql.placeholder('key')}, ${sql.placeholder('day')}, 1)
    on conflict (key) do update
      set count = case when ${emailCounts.day} = excluded.day then ${emailCounts.count} + 1 else 1 end, day = excluded.day
    returning ${emailCounts.count}`,
)
