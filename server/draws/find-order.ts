import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import { openOrders } from '#circle/ledger/orders.ts'
import type { ProposedOrder } from '#circle/ledger/orders.ts'
import type { CircleState } from '#circle/state.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { isOfOrders, ledger } from '#server/tables/ledger.ts'

export type FoundOrder = {
  /** The newest proposal, with the entry that made it; null before the first. */
  readonly newest: (ProposedOrder & { readonly seq: number }) | null
  /** The entry by which the last order that everybody accepted began to hold; 0 for none. */
  readonly appliedSeq: number
  /** Whether an id is a proposal's of this circle. */
  readonly knows: (orderId: string) => boolean
}

/** The proposed order of a circle as its ledger tells it: there is no table of them. */
export async function readOrders(db: Db | Tx, circleId: string): Promise<FoundOrder> {
  const rows = await db
    .select({ seq: ledger.seq, kind: ledger.kind, payload: ledger.payload })
    .from(ledger)
    .where(and(eq(ledger.circleId, circleId), isOfOrders))
    .orderBy(asc(ledger.seq))
  const orders = openOrders(circleId, sha256)
  let [seq, appliedSeq] = [0, 0]
  for (const row of rows) {
    orders.read(row)
    if (row.kind === 'order.proposed') seq = row.seq
    if (row.kind === 'queue.drawn' && orders.knows(String(row.payload['drawId']))) appliedSeq = row.seq
  }
  const newest = orders.newest()
  return { newest: newest && { ...newest, seq }, appliedSeq, knows: orders.knows }
}

/** Everybody who is approved, by id, each as often as they have places. */
export function ticketsIn({ members }: CircleState): string[] {
  const tickets = [...members.values()].flatMap(({ id, status, shares }) =>
    status === 'approved' ? Array.from({ length: shares }, () => id) : [],
  )
  return tickets.toSorted()
}

/** Whether this rotation has its order already, by a draw or by everybody's word. */
export async function isOrderMade(tx: Tx, circleId: string): Promise<boolean> {
  const [last] = await tx
    .select({ kind: ledger.kind })
    .from(ledger)
    .where(and(eq(ledger.circleId, circleId), inArray(ledger.kind, ['queue.drawn', 'rotation.begun'])))
    .orderBy(desc(ledger.seq))
    .limit(1)
  return last?.kind === 'queue.drawn'
}
