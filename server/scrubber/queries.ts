import { desc, inArray, sql } from 'drizzle-orm'
import type { Services } from '#server/context.ts'
import { circles } from '#server/tables/circles.ts'
import { scrubResults } from '#server/tables/scrub-results.ts'

/** When everything was compared last (the oldest of the latest comparisons), and what differed. */
export async function latestScrub({ db }: Pick<Services, 'db'>) {
  const rows = await db.select().from(scrubResults).orderBy(desc(scrubResults.checkedAt))
  const scopes = rows.map(({ scope }) => scope).filter((scope) => scope !== 'files')
  const named = await db.select({ id: circles.id, name: circles.name }).from(circles).where(inArray(circles.id, scopes))
  const names = new Map(named.map(({ id, name }) => [id, name]))
  return {
    checked_at: rows.at(-1)?.checkedAt.toISOString() ?? null,
    differences: rows.flatMap(({ scope, differences }) =>
      differences.map(({ check, where }) => ({ circle: names.get(scope) ?? null, check, where })),
    ),
  }
}

/** How many differences the latest comparisons found. */
export async function countDifferences({ db }: Pick<Services, 'db'>): Promise<number> {
  const found = sql<number>`coalesce(sum(jsonb_array_length(${scrubResults.differences})), 0)`.mapWith(Number)
  const [row] = await db.select({ found }).from(scrubResults)
  return row!.found
}
