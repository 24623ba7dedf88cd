import { asc } from 'drizzle-orm'
import type { Services } from '#server/context.ts'
import type { Logger } from '#server/database/logger.ts'
import { circles } from '#server/tables/circles.ts'
import { scrubResults } from '#server/tables/scrub-results.ts'
import type { Difference } from '#server/tables/scrub-results.ts'
import { checkCircle } from './check-circle.ts'
import { checkFiles } from './check-files.ts'

const FILES = 'files'
const DUE_AFTER_MS = 23 * 3_600_000
const KEPT_MAX = 100

/** The job: compares each circle, and the files, once a day, and says in the log what differs. */
export async function scrubDue(services: Services, logger: Logger): Promise<void> {
  const { clock, db } = services
  const checked = await db.select({ scope: scrubResults.scope, checkedAt: scrubResults.checkedAt }).from(scrubResults)
  const checkedAt = new Map(checked.map((row) => [row.scope, row.checkedAt.getTime()]))
  for (const scope of await scopesOf(services)) {
    const age = clock.now() - (checkedAt.get(scope) ?? 0)
    // A clock set back must not put the comparison off.
    if (age >= 0 && age < DUE_AFTER_MS) continue
    const differences = await scrub(services, scope)
    if (differences.length > 0) logger.error({ scope, differences }, 'what is kept twice differs')
  }
}

/** Compares everything now. */
export async function scrubAll(services: Services): Promise<void> {
  for (const scope of await scopesOf(services)) await scrub(services, scope)
}

async function scopesOf({ db }: Pick<Services, 'db'>): Promise<string[]> {
  const rows = await db.select({ id: circles.id }).from(circles).orderBy(asc(circles.id))
  return [...rows.map(({ id }) => id), FILES]
}

async function scrub(services: Services, scope: string): Promise<readonly Difference[]> {
  const { clock, db } = services
  const found = scope === FILES ? await checkFiles(services) : await checkCircle(db, scope)
  const result = { checkedAt: new Date(clock.now()), differences: found.slice(0, KEPT_MAX) }
  await db
    .insert(scrubResults)
    .values({ scope, ...result })
    .onConflictDoUpdate({ target: scrubResults.scope, set: result })
  return result.differences
}
