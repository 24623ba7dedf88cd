import { and, eq, gt } from 'drizzle-orm'
import { DAY_MS } from '#circle/period.ts'
import { ledger } from '#server/tables/ledger.ts'
import type { LockedCircle } from './with-circle.ts'

/** As often as anybody needs in a day who changes their mind; each request, and its end, is told to somebody else. */
const ASKS_A_DAY = 6

/** Whether somebody asked others so often within a day that no more is taken of them: it would only ring at their door. */
export async function hasAskedEnough(
  { tx, id, now }: Pick<LockedCircle, 'tx' | 'id' | 'now'>,
  kind: 'swap.asked' | 'substitute.asked',
  actorId: string,
): Promise<boolean> {
  const isTheirs = and(eq(ledger.circleId, id), eq(ledger.kind, kind), eq(ledger.actorId, actorId))
  return (await tx.$count(ledger, and(isTheirs, gt(ledger.at, new Date(now - DAY_MS))))) >= ASKS_A_DAY
}
