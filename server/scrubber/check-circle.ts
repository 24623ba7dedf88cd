import { isDeepStrictEqual } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import { GENESIS_HASH } from '#circle/ledger/entry.ts'
import type { CircleState } from '#circle/state.ts'
import { chainHash } from '#server/circle-store/ledger-chain.ts'
import { loadState } from '#server/circle-store/load.ts'
import { afterEntry, walkLedger } from '#server/circle-store/replay-ledger.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { circles } from '#server/tables/circles.ts'
import { donationCounters } from '#server/tables/donation-counters.ts'
import { donations } from '#server/tables/donations.ts'
import type { Difference } from '#server/tables/scrub-results.ts'
import { checkSums } from './check-sums.ts'

type CircleRow = typeof circles.$inferSelect

/**
 * Compares what a circle keeps twice, on one snapshot of the database, without locking anything: the ledger's hashes
 * with the entries, the replayed ledger with the tables, counters with counts, and members' totals with the confirmed
 * donations. Empty when all agree. `where` holds ids, numbers and hashes only.
 */
export function checkCircle(db: Db, circleId: string): Promise<Difference[]> {
  return transaction(
    db,
    async (tx) => {
      const [circle] = await tx.select().from(circles).where(eq(circles.id, circleId))
      if (!circle) return []
      return [
        ...(await checkLedger(tx, circle)),
        ...(await checkCounters(tx, circleId)),
        ...(await checkSums(tx, circleId)),
      ]
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

async function checkLedger(tx: Tx, circle: CircleRow): Promise<Difference[]> {
  const broken: Difference[] = []
  let head = { seq: 0, hash: GENESIS_HASH }
  let state: CircleState | null = null
  let contradicts: string | null = null
  for await (const rows of walkLedger(tx, circle.id)) {
    for (const row of rows) {
      const hash = chainHash({ ...row, at: row.at.getTime() }, row.previousHash)
      if (row.seq !== head.seq + 1 || row.previousHash !== head.hash || row.hash !== hash)
        broken.push({ check: 'chain', where: `ledger ${row.seq}` })
      head = { seq: row.seq, hash: row.hash }
      if (contradicts !== null) continue
      try {
        state = afterEntry(state, row)
      } catch {
        contradicts = `ledger ${row.seq}`
      }
    }
  }
  if (head.seq !== circle.seq || head.hash !== circle.headHash)
    broken.push({ check: 'chain', where: `head ${circle.seq}, ledger ${head.seq}` })
  if (contradicts !== null || state === null) return [...broken, { check: 'replay', where: contradicts ?? 'ledger' }]
  // A circle that was replaced keeps its ledger, and its places were emptied.
  const stored = circle.endedAt === null ? await loadState(tx, circle) : null
  return stored === null ? broken : [...broken, ...differencesOf(state, stored)]
}

/** By part of the state and id: `donations <id>`. */
function differencesOf(replayed: CircleState, stored: CircleState): Difference[] {
  return (Object.keys(replayed) as (keyof CircleState)[]).flatMap((part): Difference[] => {
    const [one, other] = [replayed[part], stored[part]]
    if (isDeepStrictEqual(one, other)) return []
    if (!(one instanceof Map) || !(other instanceof Map)) return [{ check: 'replay', where: part }]
    const ids = new Set<string>([...one.keys(), ...other.keys()])
    const differing = [...ids].filter((id) => !isDeepStrictEqual(one.get(id), other.get(id)))
    return differing.map((id) => ({ check: 'replay', where: `${part} ${id}` }))
  })
}

async function checkCounters(tx: Tx, circleId: string): Promise<Difference[]> {
  const kept = await tx.select().from(donationCounters).where(eq(donationCounters.circleId, circleId))
  const counted = await tx
    .select({
      status: donations.status,
      count: sql<number>`count(*)`.mapWith(Number),
      amountCents: sql<number>`sum(${donations.amountCents})`.mapWith(Number),
    })
    .from(donations)
    .where(eq(donations.circleId, circleId))
    .groupBy(donations.status)
  const text = (rows: readonly { status: string; count: number; amountCents: number }[], status: string) => {
    const { count, amountCents } = rows.find((row) => row.status === status) ?? { count: 0, amountCents: 0 }
    return `${count} of ${amountCents}`
  }
  const statuses = new Set([...kept, ...counted].map(({ status }) => status as string))
  return [...statuses]
    .filter((status) => text(kept, status) !== text(counted, status))
    .map((status) => ({
      check: 'counters',
      where: `${status}: kept ${text(kept, status)}, counted ${text(counted, status)}`,
    }))
}
