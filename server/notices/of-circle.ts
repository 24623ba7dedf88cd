import { and, asc, eq, isNull } from 'drizzle-orm'
import { noticeText } from '#contracts/notices/notice.ts'
import type { Notice } from '#contracts/notices/notice.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { circles } from '#server/tables/circles.ts'
import type { notices } from '#server/tables/notices.ts'

type Told = Pick<typeof notices.$inferSelect, 'kind' | 'facts'>
type Names = ReadonlyMap<string, string>

/** The circle whose administration a notice is a matter of; null for every other, and in those of before. */
function circleOf({ facts }: Told): string | null {
  return (facts as { readonly of?: string }).of ?? null
}

/** The names of the circles that these notices are of, by id; none where the installation has one circle alone. */
export async function circlesTold(db: Db | Tx, told: readonly Told[]): Promise<Names> {
  if (told.every((one) => circleOf(one) === null)) return new Map()
  const goesOn = and(eq(circles.isHidden, false), isNull(circles.endedAt))
  const rows = await db
    .select({ id: circles.id, name: circles.name })
    .from(circles)
    .where(goesOn)
    .orderBy(asc(circles.id))
  return rows.length < 2 ? new Map() : new Map(rows.map(({ id, name }) => [id, name]))
}

/** A notice in words, after the name of the circle where there are several, and that circle's id for who goes there. */
export function toldIn(names: Names, told: Told): { readonly text: string; readonly circleId: string | null } {
  const text = noticeText(told as Notice)
  const circleId = circleOf(told)
  const name = circleId === null ? undefined : names.get(circleId)
  return name === undefined ? { text, circleId: null } : { text: `${name}: ${text}`, circleId }
}
