import { and, asc, eq } from 'drizzle-orm'
import { openFiscals } from '#circle/ledger/fiscals.ts'
import type { Fiscals } from '#circle/ledger/fiscals.ts'
import type { CircleState } from '#circle/state.ts'
import { hasStake } from '#circle/two-people.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { refuse } from '#server/lib/refusal.ts'
import { isOfFiscals, ledger } from '#server/tables/ledger.ts'

type Acting = {
  readonly actor: { readonly id: string; readonly circleId: string; readonly isFiscal?: true }
  readonly signed?: object | null
  readonly isProposal?: true
}

/** A circle's fiscals as its ledger tells them: there is no table of them. */
export async function fiscalsOf(db: Db | Tx, circleId: string): Promise<Fiscals> {
  const rows = await db
    .select({ at: ledger.at, kind: ledger.kind, payload: ledger.payload, actor_id: ledger.actorId })
    .from(ledger)
    .where(and(eq(ledger.circleId, circleId), isOfFiscals))
    .orderBy(asc(ledger.seq))
  const fiscals = openFiscals()
  for (const { at, ...row } of rows) fiscals.read({ ...row, at: at.toISOString() })
  return fiscals
}

/**
 * Refuses what somebody does as a fiscal without their device's signature, or who is none any more. Asked under the circle's lock.
 * A proposal that is carried out was signed when it was made.
 */
export async function ensureFiscal({ actor, signed, isProposal }: Acting, tx: Tx): Promise<void> {
  if (!actor.isFiscal) return
  if (!signed && !isProposal) refuse('signature.needed')
  if (!(await fiscalsOf(tx, actor.circleId)).isFiscal(actor.id)) refuse('access.denied')
}

/** Whether two people decide about somebody's going: others could lose by it, or they are a fiscal. */
export async function isKeptByTwo(db: Db | Tx, { id, state }: Kept, memberId: string): Promise<boolean> {
  return hasStake(state, memberId) || (await fiscalIds(db, id)).includes(memberId)
}

type Kept = { readonly id: string; readonly state: CircleState }

/** The ids of a circle's fiscals. */
export async function fiscalIds(db: Db | Tx, circleId: string): Promise<string[]> {
  const standing = (await fiscalsOf(db, circleId)).standing()
  return standing.flatMap(({ memberId, since }) => (since === null ? [] : [memberId]))
}
