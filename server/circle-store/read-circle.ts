import { is, sql } from 'drizzle-orm'
import { PgTransaction } from 'drizzle-orm/pg-core'
import type { CircleState } from '#circle/state.ts'
import { rowsOf } from '#server/database/prepared-rows.ts'
import { together } from '#server/database/together.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { circles } from '#server/tables/circles.ts'
import { ledger } from '#server/tables/ledger.ts'
import type { CircleRow } from './find-circle.ts'
import { loadState } from './load.ts'
import type { CachedState, StateCache } from './state-cache.ts'

/**
 * A circle as it stands at one head of its ledger, for whoever only reads it: the state from the cache where that is of the
 * same head, else loaded, in one snapshot of the database, and cached for those who come next. Refuses with
 * `resource.not_found`.
 */
export async function readCircle(
  { db, stateCache }: { readonly db: Db; readonly stateCache: StateCache },
  circleId: string,
): Promise<{ readonly circle: CircleRow; readonly state: CircleState }> {
  const circle = await readRow(db, circleId)
  const known = freshState(stateCache, circle)
  if (known) return { circle, state: known.state }
  return transaction(db, (tx) => loadInto(stateCache, tx, circleId, { isSnapshot: !is(db, PgTransaction) }), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })
}

/** Within another's transaction the rows may be of different moments: such a state is not cached. */
async function loadInto(stateCache: StateCache, tx: Tx, circleId: string, { isSnapshot }: { isSnapshot: boolean }) {
  const circle = await readRow(tx, circleId)
  const latest = freshState(stateCache, circle) ?? (await loadLatest(tx, circle))
  // A decision may have been made meanwhile, and its state is the newer one.
  const known = stateCache.get(circleId)
  if (isSnapshot && (known === undefined || known.seq < latest.seq)) stateCache.set(circleId, latest)
  return { circle, state: latest.state }
}

const readRows = rowsOf('circle read', circles, () => sql`where ${circles.id} = ${sql.placeholder('circleId')}`)

async function readRow(db: Db, circleId: string): Promise<CircleRow> {
  const [row] = await readRows(db, { circleId })
  if (!row) throw new Refusal('resource.not_found')
  return row
}

/** The cached state of a circle if its row still stands at the same head. */
export function freshState(stateCache: StateCache, { id, seq, headHash }: CircleRow): CachedState | null {
  const known = stateCache.get(id)
  return known?.seq === seq && known.headHash === headHash ? known : null
}

/** The state of a circle whose row was read, or locked, in this transaction. */
export async function loadLatest(tx: Tx, circle: CircleRow): Promise<CachedState> {
  const { id, seq, headHash } = circle
  const [[last], state] = await together(readLast(tx, { circleId: id, seq }), loadState(tx, circle))
  return { seq, headHash, lastAt: last?.at.getTime() ?? 0, state }
}

const readLast = rowsOf(
  'last entry',
  ledger,
  () => sql`where ${ledger.circleId} = ${sql.placeholder('circleId')} and ${ledger.seq} = ${sql.placeholder('seq')}`,
)
