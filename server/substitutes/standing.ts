import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { openSubstitutes, SUBSTITUTE_ASK_MS } from '#circle/ledger/substitutes.ts'
import type { SubstituteAsk } from '#circle/ledger/substitutes.ts'
import type { CircleState } from '#circle/state.ts'
import { findHindrance, isNewcomer } from '#circle/substitute.ts'
import type { HandOver } from '#circle/substitute.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import { whyRefused } from '#server/circle-store/try-command.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { isId } from '#server/lib/ids.ts'
import { reais } from '#contracts/money.ts'
import { refuse } from '#server/lib/refusal.ts'
import { usersById } from '#server/members/view.ts'
import { isOfSubstitute, ledger } from '#server/tables/ledger.ts'
import { obligations } from '#server/tables/obligations.ts'
import { tellStillAhead } from './still-ahead.ts'

export type Substitutes = AnswerOf<'GET /me/substitutes'>
type Done = HandOver & { readonly at: number }
type Standing = { readonly asks: readonly SubstituteAsk[]; readonly done: readonly Done[] }
/** A circle as it stands after the entry `seq` of its ledger. */
export type Found = {
  readonly tx: Db | Tx
  readonly id: string
  readonly seq: number
  readonly state: CircleState
  readonly now: number
}

type Present = Pick<Found, 'tx' | 'id' | 'now'>

/** The requests of a circle that stand, and the places that were handed over, as its ledger tells them: there is no table. */
export async function standingSubstitutes({ tx, id, now }: Present): Promise<Standing> {
  const rows = await tx
    .select({ at: ledger.at, kind: ledger.kind, payload: ledger.payload, actor_id: ledger.actorId })
    .from(ledger)
    .where(and(eq(ledger.circleId, id), isOfSubstitute))
    .orderBy(asc(ledger.seq))
  const substitutes = openSubstitutes(sha256)
  for (const { at, ...row } of rows) substitutes.read({ ...row, at: new Date(at).toISOString() })
  const done = rows.filter(({ kind }) => kind === 'place.handed_over')
  return {
    asks: substitutes.standing(now),
    done: done.map(({ at, payload }) => ({ ...(payload as unknown as HandOver), at: at.getTime() })),
  }
}

/** Whether a request was ever made under this id. */
export async function wasAsked({ tx, id }: Pick<Found, 'tx' | 'id'>, substituteId: string): Promise<boolean> {
  const isIt = and(eq(ledger.kind, 'substitute.asked'), sql`${ledger.payload} ->> 'substituteId' = ${substituteId}`)
  return (await tx.$count(ledger, and(eq(ledger.circleId, id), isIt))) > 0
}

/** A request that stands; null where it does not, any more or ever. */
export async function findStanding(found: Present, askId: string): Promise<SubstituteAsk | null> {
  const asks = isId(askId) ? (await standingSubstitutes(found)).asks : []
  return asks.find(({ substituteId }) => substituteId === askId) ?? null
}

/**
 * A request that stands, for one of its two or for whoever decides it; 404 otherwise, and `substitute.over` to who decides what was
 * asked for once.
 */
export async function getAsk(found: Present, askId: string, actorId?: string): Promise<SubstituteAsk> {
  const ask = await findStanding(found, askId)
  if (!ask) refuse(actorId === undefined && (await wasAsked(found, askId)) ? 'substitute.over' : 'resource.not_found')
  const isOwn = actorId === undefined || ask.memberId === actorId || ask.newcomerId === actorId
  return isOwn ? ask : refuse('resource.not_found')
}

/** Of these members, those of whom nothing was ever asked: only their ended debts are told by the table alone. */
async function neverAsked({ tx, id }: Found, memberIds: readonly string[]): Promise<string[]> {
  if (memberIds.length === 0) return []
  const asked = await tx
    .selectDistinct({ memberId: obligations.memberId })
    .from(obligations)
    .where(and(eq(obligations.circleId, id), inArray(obligations.memberId, [...memberIds])))
  const ids = new Set(asked.map(({ memberId }) => memberId))
  return memberIds.filter((memberId) => !ids.has(memberId))
}

/** Refuses somebody who owed something in this roda before, also where it has ended (`substitute.not_new`). */
export async function ensureNeverAsked(found: Found, memberId: string): Promise<void> {
  if ((await neverAsked(found, [memberId])).length === 0) refuse('substitute.not_new')
}

/** A member's first place in a roda, how many they have, and their sums; null without one. */
export function placeOf({ plan, entries, members }: CircleState, memberId: string) {
  const own = [...entries.values()].filter((entry) => entry.memberId === memberId)
  const [place] = own.toSorted((a, b) => a.position - b.position)
  if (!place || plan.levels.length !== 1) return null
  const { given, received } = members.get(memberId)!
  return { position: place.position, places: own.length, givenCents: given[1], receivedCents: received[1] }
}

/** As much of a request as depends on the present moment. */
export function presentOf(found: Found, { substituteId, memberId, newcomerId, givenCents, receivedCents }: HandOver) {
  return {
    places: placeOf(found.state, memberId)?.places ?? 0,
    why_not: whyRefused(found, {
      kind: 'hand_over',
      substituteId,
      memberId,
      newcomerId,
      givenCents,
      receivedCents,
    }),
  }
}

/** A member's view: their place and who could take it, and every request and handing over that they have a part in. */
export async function viewSubstitutes(found: Found, actorId: string): Promise<Substitutes> {
  const { tx, state } = found
  const { asks, done } = await standingSubstitutes(found)
  const isOf = ({ memberId, newcomerId }: HandOver) => memberId === actorId || newcomerId === actorId
  const own = asks.filter(isOf)
  const place = placeOf(state, actorId)
  const hindrance = place && findHindrance(state, actorId)
  const newcomers = place ? [...state.members.keys()].filter((memberId) => isNewcomer(state, memberId)) : []
  const past = done.filter(isOf)
  const named = [...own, ...past].flatMap(({ memberId, newcomerId }) => [memberId, newcomerId])
  if (hindrance?.donation.receiverId) named.push(hindrance.donation.receiverId)
  const people = await usersById(tx, named)
  const name = (id: string) => `${people.get(id)?.firstName} ${people.get(id)?.lastName}`.trim()
  const still = await tellStillAhead(
    found,
    own.map(({ memberId }) => memberId),
  )
  return {
    seq: found.seq,
    at: new Date(found.now).toISOString(),
    place: place && {
      position: place.position,
      places: place.places,
      given: reais(place.givenCents),
      received: reais(place.receivedCents),
    },
    waits: hindrance && waitsFor(hindrance, actorId, name),
    people: (await neverAsked(found, newcomers)).map((memberId) => ({ member_id: memberId })),
    asks: own.map(({ isAccepted, hash, at, ...ask }, index) => ({
      ...betweenOf(ask),
      ...presentOf(found, ask),
      still: still[index]!,
      name: name(ask.memberId),
      newcomer_name: isAccepted || ask.newcomerId === actorId ? name(ask.newcomerId) : null,
      accepted: isAccepted,
      hash,
      until: new Date(at + SUBSTITUTE_ASK_MS).toISOString(),
    })),
    done: past.map(({ at, ...one }) => ({
      ...betweenOf(one),
      name: name(one.memberId),
      newcomer_name: name(one.newcomerId),
      at: new Date(at).toISOString(),
    })),
  }
}

type Hindrance = NonNullable<ReturnType<typeof findHindrance>>

function waitsFor({ code, donation }: Hindrance, actorId: string, name: (id: string) => string): Substitutes['waits'] {
  if (code === 'substitute.case_open') return { why: 'case', name: null }
  if (code === 'substitute.part_paid') return { why: 'part', name: null }
  if (donation.receiverId === actorId) return { why: 'own_receipt', name: null }
  return { why: 'receipt', name: donation.receiverId && name(donation.receiverId) }
}

/** Of a request or handing over, who and how much, in reais. */
export function betweenOf({ substituteId, memberId, newcomerId, givenCents, receivedCents }: HandOver) {
  const sums = { given: reais(givenCents), received: reais(receivedCents) }
  return { id: substituteId, member_id: memberId, newcomer_id: newcomerId, ...sums }
}
