import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { openSwaps, SWAP_ASK_MS, swapKinds } from '#circle/ledger/swaps.ts'
import type { SwapAsk } from '#circle/ledger/swaps.ts'
import type { CircleState } from '#circle/state.ts'
import type { TurnSwap } from '#circle/swap.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import { ensureAccepted, whyRefused } from '#server/circle-store/try-command.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { isId } from '#server/lib/ids.ts'
import { refuse } from '#server/lib/refusal.ts'
import { ledger } from '#server/tables/ledger.ts'

/** The requests of a circle that stand, as its ledger tells them: there is no table of them. */
export async function standingSwaps(db: Db | Tx, circleId: string, now: number): Promise<SwapAsk[]> {
  const rows = await db
    .select({ at: ledger.at, kind: ledger.kind, payload: ledger.payload, actor_id: ledger.actorId })
    .from(ledger)
    .where(and(eq(ledger.circleId, circleId), inArray(ledger.kind, [...swapKinds])))
    .orderBy(asc(ledger.seq))
  const swaps = openSwaps(sha256)
  for (const { at, ...row } of rows) swaps.read({ ...row, at: new Date(at).toISOString() })
  return swaps.standing(now)
}

/** Whether a request was ever made under this id. */
export async function wasAsked(tx: Tx, circleId: string, swapId: string): Promise<boolean> {
  const isIt = and(eq(ledger.kind, 'swap.asked'), sql`${ledger.payload} ->> 'swapId' = ${swapId}`)
  return (await tx.$count(ledger, and(eq(ledger.circleId, circleId), isIt))) > 0
}

/** A request that stands and that the actor has a part in; 404 otherwise. */
export async function getSwap(
  { tx, id, now }: { tx: Tx; id: string; now: number },
  actorId: string,
  swapId: string,
): Promise<SwapAsk> {
  const found = isId(swapId) ? (await standingSwaps(tx, id, now)).find((ask) => ask.swapId === swapId) : undefined
  return found && (found.memberId === actorId || found.otherId === actorId) ? found : refuse('resource.not_found')
}

const UNKNOWN = '00000000-0000-0000-0000-000000000000'

const commandOf = (swap: Omit<TurnSwap, 'swapId'>) => ({ kind: 'swap_turns', swapId: UNKNOWN, ...swap }) as const

/** Refuses a swap that the rules would refuse. */
export function ensureMaySwap(state: CircleState, swap: Omit<TurnSwap, 'swapId'>, now: number): void {
  ensureAccepted({ state, now }, commandOf(swap))
}

/** With whom a member may swap, and their requests. */
export function viewSwaps(
  state: CircleState,
  asks: readonly SwapAsk[],
  actorId: string,
  now: number,
): AnswerOf<'GET /me/swaps'> {
  const places = [...state.entries.values()].toSorted((a, b) => a.position - b.position)
  const own = places.find(({ memberId }) => memberId === actorId)
  const people = places
    .filter(({ memberId, position }) => {
      const swap = own && { memberId: actorId, otherId: memberId, position: own.position, otherPosition: position }
      return swap && whyRefused({ state, now }, commandOf(swap)) === null
    })
    .map(({ memberId, position }) => ({ member_id: memberId, position }))
  return {
    position: people.length > 0 ? own!.position : null,
    people,
    asks: asks
      .filter(({ memberId, otherId }) => memberId === actorId || otherId === actorId)
      .map(({ swapId, memberId, otherId, position, otherPosition, at }) => {
        const mine = memberId === actorId
        const swap = { memberId: otherId, otherId: memberId, position: otherPosition, otherPosition: position }
        return {
          id: swapId,
          mine,
          member_id: mine ? otherId : memberId,
          position: mine ? position : otherPosition,
          other_position: mine ? otherPosition : position,
          until: new Date(at + SWAP_ASK_MS).toISOString(),
          why_not: whyRefused({ state, now }, commandOf(swap)),
        }
      }),
  }
}
