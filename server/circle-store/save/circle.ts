import { eq, sql } from 'drizzle-orm'
import type { CircleState } from '#circle/state.ts'
import { prepared } from '#server/database/prepared.ts'
import { together } from '#server/database/together.ts'
import type { Tx } from '#server/database/types.ts'
import { circles } from '#server/tables/circles.ts'
import type { Change } from './change.ts'

/** The circle's own columns, without the ledger's head. */
export function circleColumns(state: CircleState) {
  const { mode, plan, rules, nextOrder, rotation, rotationFrom, isBroughtIn, donationsMade, pulledPeriod } = state
  const columns = { mode, plan, rules, nextOrder, rotation, rotationFrom, isBroughtIn, donationsMade, pulledPeriod }
  return columns satisfies Partial<typeof circles.$inferInsert>
}

const moveOn = prepared<never>('circle moved on', () => {
  const columns = [
    'nextOrder',
    'rotation',
    'rotationFrom',
    'isBroughtIn',
    'donationsMade',
    'pulledPeriod',
    'seq',
    'headHash',
  ] as const
  const set = columns.map((key) => sql`${sql.identifier(circles[key].name)} = ${sql.placeholder(key)}`)
  return sql`update ${circles} set ${sql.join(set, sql`, `)} where ${circles.id} = ${sql.placeholder('circleId')}`
})

/** Mode and plan are written only when they change, because triggers check every write of them. */
export async function saveCircle(tx: Tx, { circleId, head, before, after }: Change): Promise<void> {
  const { mode, plan, rules: _, ...moving } = circleColumns(after)
  const isAsBefore = mode === before?.mode && plan === before.plan
  await together(
    moveOn(tx, { circleId, ...moving, ...head }),
    isAsBefore ? Promise.resolve() : tx.update(circles).set({ mode, plan }).where(eq(circles.id, circleId)).then(),
  )
}
