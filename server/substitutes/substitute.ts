import { substituteText } from '#circle/ledger/substitutes.ts'
import type { HandOver } from '#circle/substitute.ts'
import type { BodyOf } from '#contracts/contract.ts'
import { activeAdministrators } from '#server/administrators/queries.ts'
import { hasAskedEnough } from '#server/circle-store/asked-today.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import { readCircle } from '#server/circle-store/read-circle.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import { ensureAccepted } from '#server/circle-store/try-command.ts'
import type { Context } from '#server/context.ts'
import { cents } from '#contracts/money.ts'
import { refuse } from '#server/lib/refusal.ts'
import { notify } from '#server/notify/notify.ts'
import { ensureConsent } from '#server/terms/consent.ts'
import { ensureNeverAsked, getAsk, placeOf, standingSubstitutes, viewSubstitutes, wasAsked } from './standing.ts'
import type { Found, Substitutes } from './standing.ts'

/** The caller's place and who could take it over, and the requests that stand. */
export async function listSubstitutes(context: Context): Promise<Substitutes> {
  const { actor, clock, db } = context
  const { circle, state } = await readCircle(context, actor.circleId)
  return viewSubstitutes({ tx: db, id: circle.id, seq: circle.seq, state, now: clock.now() }, actor.id)
}

/** Refuses a handing over that the rules would refuse now, and one to somebody who took part before. */
export async function ensureMayHandOver(found: Found, between: HandOver): Promise<void> {
  ensureAccepted(found, { kind: 'hand_over', ...between })
  await ensureNeverAsked(found, between.newcomerId)
}

/**
 * The caller asks a newcomer to take their place over. It stands in the ledger as their device signed it, with the sums that they
 * saw. Refused without a signature, where the rules would refuse it, and while another request of either stands.
 */
export async function askSubstitute(context: Context, body: BodyOf<'POST /me/substitutes'>): Promise<Substitutes> {
  const { actor, signed } = context
  if (!signed) refuse('signature.needed')
  const { id: substituteId, member_id: newcomerId, hash } = body
  const sums = { givenCents: cents(body.given), receivedCents: cents(body.received) }
  const between = { substituteId, memberId: actor.id, newcomerId, ...sums }
  if (sha256(substituteText(between)) !== hash) refuse('signature.invalid')
  return withCircle(context, actor.circleId, async (circle) => {
    const { tx, state, note } = circle
    if (!state.members.has(newcomerId)) refuse('resource.not_found')
    const { asks } = await standingSubstitutes(circle)
    // Also one that was ended or carried out: no verifier takes an id twice.
    if (await wasAsked(circle, substituteId)) return viewSubstitutes(circle, actor.id)
    if (asks.some((ask) => ask.memberId === actor.id || ask.newcomerId === newcomerId)) refuse('substitute.asked')
    if (await hasAskedEnough(circle, 'substitute.asked', actor.id)) refuse('substitute.too_often')
    await ensureMayHandOver(circle, between)
    const [given, received] = [sums.givenCents, sums.receivedCents].map(String) as [string, string]
    const { id: memberId } = actor
    await note({ kind: 'substitute.asked', substituteId, memberId, subjectId: newcomerId, given, received, hash })
    const { position, places } = placeOf(state, actor.id)!
    const facts = { position, ...(places > 1 ? { places } : {}) }
    await notify(context, tx, { userId: newcomerId, kind: 'substitute.asked', facts })
    return viewSubstitutes(circle, actor.id)
  })
}

/**
 * The caller accepts a request to them, under their device's signature and having accepted the terms. Whoever administers learns
 * that it waits for a decision.
 */
export async function acceptSubstitute(
  context: Context,
  { substituteId, hash }: { substituteId: string; hash: string },
): Promise<Substitutes> {
  const { actor, signed } = context
  if (!signed) refuse('signature.needed')
  return withCircle(context, actor.circleId, async (circle) => {
    const { tx, note } = circle
    const ask = await getAsk(circle, substituteId, actor.id)
    if (ask.newcomerId !== actor.id) refuse('resource.not_found')
    if (ask.hash !== hash) refuse('signature.invalid')
    if (ask.isAccepted) return viewSubstitutes(circle, actor.id)
    await ensureConsent(circle, actor.id)
    await ensureMayHandOver(circle, ask)
    await note({ kind: 'substitute.accepted', substituteId, memberId: actor.id, hash })
    await notify(context, tx, { userId: ask.memberId, kind: 'substitute.accepted', facts: {} })
    for (const { id: userId } of await activeAdministrators(tx))
      if (userId !== actor.id && userId !== ask.memberId)
        await notify(context, tx, { userId, of: circle.id, kind: 'substitute.waits', facts: {} })
    return viewSubstitutes(circle, actor.id)
  })
}

/** Takes back a request of the caller's own, or declines one to them. The other is told. */
export async function endSubstitute(
  context: Context,
  { substituteId }: { substituteId: string },
): Promise<Substitutes> {
  const { actor } = context
  return withCircle(context, actor.circleId, async (circle) => {
    const { memberId, newcomerId } = await getAsk(circle, substituteId, actor.id)
    await circle.note({ kind: 'substitute.ended', substituteId, memberId: actor.id })
    const told = memberId === actor.id ? newcomerId : memberId
    await notify(context, circle.tx, { userId: told, kind: 'substitute.ended', facts: {} })
    return viewSubstitutes(circle, actor.id)
  })
}
