import { and, asc, eq, inArray } from 'drizzle-orm'
import { beginningFaults, ensureMayBringIn } from '#circle/beginning.ts'
import { beginningText } from '#circle/committed-texts.ts'
import type { BeginningRow } from '#circle/beginning.ts'
import { queueOf } from '#circle/decision.ts'
import { openBeginnings } from '#circle/ledger/beginnings.ts'
import { RuleRefusal } from '#circle/refusal.ts'
import type { CircleState } from '#circle/state.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import { errors } from '#contracts/errors.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import { readCircle } from '#server/circle-store/read-circle.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { isDrawRunning } from '#server/draws/find.ts'
import { reais } from '#contracts/money.ts'
import { circles } from '#server/tables/circles.ts'
import type { StoredBeginning } from '#server/tables/circles.ts'
import { ledger } from '#server/tables/ledger.ts'

type Of = { readonly tx: Db | Tx; readonly id: string }

/** The rows that wait in a circle; null where none do. */
export async function findBeginning({ tx, id }: Of): Promise<StoredBeginning | null> {
  const [circle] = await tx.select({ beginning: circles.beginning }).from(circles).where(eq(circles.id, id))
  return circle?.beginning ?? null
}

/** The hash of a row, which its member signs. */
export const hashOf = (circleId: string, turn: number, row: BeginningRow): string =>
  sha256(beginningText(circleId, turn, row))

/** The hash of the row that each member accepted last, as the ledger tells it. */
async function acceptedIn({ tx, id }: Of): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .select({ kind: ledger.kind, payload: ledger.payload })
    .from(ledger)
    .where(and(eq(ledger.circleId, id), inArray(ledger.kind, ['beginning.accepted', 'beginning.contested'])))
    .orderBy(asc(ledger.seq))
  const beginnings = openBeginnings(id, sha256)
  for (const row of rows) beginnings.read(row)
  return beginnings.accepted
}

/** Those whose row waits for their yes. */
export async function waitedFor(of: Of, { rows }: StoredBeginning): Promise<string[]> {
  const accepted = await acceptedIn(of)
  return rows
    .filter((row, index) => accepted.get(row.memberId) !== hashOf(of.id, index + 1, row))
    .map(({ memberId }) => memberId)
}

/**
 * Every row with its person's answer, or a row of zeros for each person approved; of rows that wait, also whose person is no
 * longer approved, and who was approved since.
 */
export async function viewBeginning(context: Context): Promise<AnswerOf<'GET /admin/beginning'>> {
  const { circle, state } = await readCircle(context, context.actor.circleId)
  const of = { tx: context.db, id: circle.id }
  const stored = await findBeginning(of)
  const waited = new Set(stored ? await waitedFor(of, stored) : [])
  const everybody = approvedIn(state)
  const rows = stored?.rows ?? everybody.map((memberId) => ({ memberId, givenCents: 0, receivedCents: 0 }))
  const entered = rows.map(({ memberId }) => memberId)
  return {
    circle_id: circle.id,
    waits: stored !== null,
    why_not: whyNot(state) ?? ((await isDrawRunning(of.tx, of.id)) ? errors['draw.running'].message : null),
    left: entered.filter((id) => !everybody.includes(id)),
    newcomers: everybody.filter((id) => !entered.includes(id)),
    rows: rows.map((row) => ({
      member_id: row.memberId,
      ...sumsOf(row),
      accepted: stored !== null && !waited.has(row.memberId),
      said: saidOf(stored, row.memberId),
    })),
    faults: stored ? beginningFaults(state.plan, rows) : [],
  }
}

/** The caller's own row. */
export async function viewOwn({ actor, db }: Context): Promise<AnswerOf<'GET /me/beginning'>> {
  const of = { tx: db, id: actor.circleId }
  const stored = await findBeginning(of)
  const index = stored?.rows.findIndex(({ memberId }) => memberId === actor.id) ?? -1
  if (!stored || index < 0) return { row: null }
  const row = stored.rows[index]!
  return {
    row: {
      circle_id: of.id,
      member_id: actor.id,
      turn: index + 1,
      people: stored.rows.length,
      ...sumsOf(row),
      accepted: !(await waitedFor(of, stored)).includes(actor.id),
      said: saidOf(stored, actor.id),
    },
  }
}

function saidOf(stored: StoredBeginning | null, memberId: string) {
  const said = stored?.said[memberId]
  return said ? sumsOf(said) : null
}

const sumsOf = ({ givenCents, receivedCents }: Pick<BeginningRow, 'givenCents' | 'receivedCents'>) => ({
  given: reais(givenCents),
  received: reais(receivedCents),
})

/** Each person approved, once: those with a place in its order, then the others. */
function approvedIn(state: CircleState): string[] {
  const placed = queueOf({ state }, 1).map(({ memberId }) => memberId)
  const approved = [...state.members.values()].filter(({ status }) => status === 'approved').map(({ id }) => id)
  return [...new Set([...placed, ...approved])]
}

function whyNot(state: CircleState): string | null {
  try {
    ensureMayBringIn(state)
    const hasSeveral = [...state.members.values()].some(({ status, shares }) => status === 'approved' && shares > 1)
    return hasSeveral ? errors['beginning.shares'].message : null
  } catch (error) {
    if (error instanceof RuleRefusal) return errors[error.code].message
    throw error
  }
}
