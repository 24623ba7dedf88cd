import { and, asc, eq } from 'drizzle-orm'
import { drawPhase } from '#circle/draw.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { drawNumbers, draws } from '#server/tables/draws.ts'

export type DrawRow = typeof draws.$inferSelect
type NumberRow = typeof drawNumbers.$inferSelect

export async function isDrawRunning(db: Db | Tx, circleId: string): Promise<boolean> {
  return (await db.$count(draws, and(eq(draws.circleId, circleId), eq(draws.state, 'running')))) > 0
}

export async function findDraw(db: Db | Tx, circleId: string, drawId: string): Promise<DrawRow | null> {
  const [row] = await db
    .select()
    .from(draws)
    .where(and(eq(draws.circleId, circleId), eq(draws.id, drawId)))
  return row ?? null
}

export async function listNumbers(db: Db | Tx, circleId: string, drawId: string): Promise<NumberRow[]> {
  return db
    .select()
    .from(drawNumbers)
    .where(and(eq(drawNumbers.circleId, circleId), eq(drawNumbers.drawId, drawId)))
    .orderBy(asc(drawNumbers.memberId))
}

/** Where a running draw stands at `now` (epoch ms). */
export function phaseOf({ memberIds, joinUntil, openUntil }: DrawRow, numbers: readonly NumberRow[], now: number) {
  return drawPhase(
    {
      memberIds,
      joinUntil: joinUntil.getTime(),
      openUntil: openUntil.getTime(),
      joined: numbers.length,
      opened: numbers.filter(({ number }) => number !== null).length,
    },
    now,
  )
}
