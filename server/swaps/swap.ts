import { acceptText, swapText } from '#circle/ledger/swaps.ts'
import type { AnswerOf, BodyOf } from '#contracts/contract.ts'
import { hasAskedEnough } from '#server/circle-store/asked-today.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import { readCircle } from '#server/circle-store/read-circle.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import type { Context } from '#server/context.ts'
import { refuse } from '#server/lib/refusal.ts'
import { notify } from '#server/notify/notify.ts'
import { performChange } from '#server/queue/journal.ts'
import { ensureMaySwap, getSwap, standingSwaps, viewSwaps, wasAsked } from './standing.ts'

type Swaps = AnswerOf<'GET /me/swaps'>

const ASKS_MAX = 3

/** With whom the caller may exchange turns, and the requests that stand. */
export async function listSwaps(context: Context): Promise<Swaps> {
  const { actor, clock, db } = context
  const { circle, state } = await readCircle(context, actor.circleId)
  return viewSwaps(state, await standingSwaps(db, circle.id, clock.now()), actor.id, clock.now())
}

async function viewOf({ tx, id, state, now }: LockedCircle, actorId: string): Promise<Swaps> {
  return viewSwaps(state, await standingSwaps(tx, id, now), actorId, now)
}

/**
 * The caller asks another member to exchange turns. It stands in the ledger as their device signed it, with the positions
 * that they saw. Refused without a signature, where the rules would refuse the swap, and beyond three requests, or six a
 * day.
 */
export async function askSwap(
  context: Context,
  { id: swapId, member_id: otherId, position, other_position: otherPosition }: BodyOf<'POST /me/swaps'>,
): Promise<Swaps> {
  const { actor, signed } = context
  if (!signed) refuse('signature.needed')
  return withCircle(context, actor.circleId, async (circle) => {
    const { tx, id, state, now, note } = circle
    if (!state.members.has(otherId)) refuse('resource.not_found')
    const asks = await standingSwaps(tx, id, now)
    // Also one that was ended or carried out: no verifier takes an id twice.
    if (await wasAsked(tx, id, swapId)) return viewSwaps(state, asks, actor.id, now)
    if (asks.filter(({ memberId }) => memberId === actor.id).length >= ASKS_MAX) refuse('swap.too_many')
    if (await hasAskedEnough(circle, 'swap.asked', actor.id)) refuse('swap.too_often')
    ensureMaySwap(state, { memberId: actor.id, otherId, position, otherPosition }, now)
    const hash = sha256(swapText(swapId, position, otherPosition))
    const positions = { from: String(position), to: String(otherPosition) }
    await note({ kind: 'swap.asked', swapId, memberId: actor.id, subjectId: otherId, ...positions, hash })
    await notify(context, tx, { userId: otherId, kind: 'swap.asked', facts: { from: otherPosition, to: position } })
    return viewOf(circle, actor.id)
  })
}

/**
 * The caller accepts a request to them, under their device's signature of whose it is and of the places: the rules exchange the two.
 * Refuses with `swap.changed` a hash of another request than the ledger has.
 */
export async function acceptSwap(context: Context, { swapId, hash }: { swapId: string; hash: string }): Promise<Swaps> {
  const { actor, signed } = context
  if (!signed) refuse('signature.needed')
  return withCircle(context, actor.circleId, async (circle) => {
    const ask = await getSwap(circle, actor.id, swapId)
    if (ask.otherId !== actor.id) refuse('resource.not_found')
    if (hash !== sha256(acceptText(ask))) refuse('swap.changed')
    const positions = { position: ask.otherPosition, otherPosition: ask.position }
    const swap = { kind: 'swap_turns', swapId, memberId: actor.id, otherId: ask.memberId, ...positions } as const
    await performChange(circle, swap, { at: circle.now, actorId: actor.id })
    return viewOf(circle, actor.id)
  })
}

/** Takes back a request of the caller's own, or declines one to them. The other is told. */
export async function endSwap(context: Context, { swapId }: { swapId: string }): Promise<Swaps> {
  const { actor } = context
  return withCircle(context, actor.circleId, async (circle) => {
    const { memberId, otherId } = await getSwap(circle, actor.id, swapId)
    await circle.note({ kind: 'swap.ended', swapId, memberId: actor.id })
    const told = memberId === actor.id ? otherId : memberId
    await notify(context, circle.tx, { userId: told, kind: 'swap.ended', facts: {} })
    return viewOf(circle, actor.id)
  })
}
