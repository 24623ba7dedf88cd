import { asc } from 'drizzle-orm'
import type { Db, Tx } from '#server/lib/database/types.ts'
import { circles } from './table.ts'

export type CircleRow = typeof circles.$inferSelect

/** The circle that who registers belongs to: the installation's first. */
export async function getOpenCircle(tx: Db | Tx): Promise<CircleRow> {
  const [circle] = await tx.select().from(circles).orderBy(asc(circles.createdAt), asc(circles.id)).limit(1)
  if (!circle) throw new Error('An installation has a circle from its first start on')
  return circle
}

/** What accepting the terms accepts: the circle's mode and its plan at its version. */
export function termsVersion(circle: Pick<CircleRow, 'mode' | 'plan'>): string {
  return `${circle.mode}:${circle.plan.name}:${circle.plan.version}`
}
