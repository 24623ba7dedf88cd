import { and, eq } from 'drizzle-orm'
import { canonicalJson } from '#circle/ledger/entry.ts'
import type { SubstituteAsk } from '#circle/ledger/substitutes.ts'
import { SUBSTITUTE_ASK_MS } from '#circle/ledger/substitutes.ts'
import type { CircleState, Donation } from '#circle/state.ts'
import { takesTwoPeople } from '#circle/two-people.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import { record } from '#server/access/record-access.ts'
import { readCircle } from '#server/circle-store/read-circle.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { Context } from '#server/context.ts'
import { reais } from '#contracts/money.ts'
import { refuse } from '#server/lib/refusal.ts'
import { usersById } from '#server/members/view.ts'
import { ensureKeyCommitted } from '#server/members/payment-keys.ts'
import { approvals } from '#server/tables/approvals.ts'
import { ensureConsent } from '#server/terms/consent.ts'
import { betweenOf, getAsk, placeOf, presentOf, standingSubstitutes } from './standing.ts'
import type { Found } from './standing.ts'
import { ensureMayHandOver } from './substitute.ts'

type Waiting = AnswerOf<'GET /admin/substitutes'>

/** The command that two people ask for. */
export const commandOf = ({ substituteId, memberId, newcomerId, givenCents, receivedCents }: SubstituteAsk) =>
  ({ kind: 'hand_over', substituteId, memberId, newcomerId, givenCents, receivedCents }) as const

/** The places that a newcomer has accepted to take over, and that wait for a decision. */
export async function listWaiting(context: Context): Promise<Waiting> {
  const { actor, clock, db } = context
  const { circle, state } = await readCircle(context, actor.circleId)
  return viewWaiting({ tx: db, id: circle.id, seq: circle.seq, state, now: clock.now() })
}

async function viewWaiting(found: Found): Promise<Waiting> {
  const asks = (await standingSubstitutes(found)).asks.filter(({ isAccepted }) => isAccepted)
  // As nearly always, also for the page of what waits.
  if (asks.length === 0) return { asks: [] }
  const people = await usersById(
    found.tx,
    asks.flatMap(({ memberId, newcomerId }) => [memberId, newcomerId]),
  )
  const name = (id: string) => `${people.get(id)?.firstName} ${people.get(id)?.lastName}`.trim()
  const proposed = await proposedHashes(found)
  return {
    asks: asks.map((ask) => ({
      ...betweenOf(ask),
      name: name(ask.memberId),
      newcomer_name: name(ask.newcomerId),
      position: placeOf(found.state, ask.memberId)?.position ?? null,
      ...openOf(found.state, ask),
      ...presentOf(found, ask),
      takes_two: takesTwoPeople(found.state, commandOf(ask)) !== null,
      is_proposed: proposed.has(sha256(canonicalJson(commandOf(ask)))),
      until: new Date(ask.at + SUBSTITUTE_ASK_MS).toISOString(),
    })),
  }
}

/** The commands' hashes of the handings over that are proposed and wait. */
async function proposedHashes({ tx, id }: Found): Promise<ReadonlySet<string>> {
  const isOpen = and(eq(approvals.circleId, id), eq(approvals.state, 'proposed'), eq(approvals.kind, 'hand_over'))
  return new Set((await tx.select({ hash: approvals.actHash }).from(approvals).where(isOpen)).map(({ hash }) => hash))
}

/** The open donations from a place and to it, in number and sum. */
function openOf({ donations }: CircleState, { memberId }: SubstituteAsk) {
  const sum = (concerns: (donation: Donation) => boolean) => {
    const found = [...donations.values()].filter(concerns)
    return { count: found.length, amount: reais(found.reduce((all, { amountCents }) => all + amountCents, 0)) }
  }
  return {
    owes: sum(({ donorId }) => donorId === memberId),
    owed: sum(({ receiverId }) => receiverId === memberId),
  }
}

/**
 * Somebody who administers, and is none of the two nor has an open donation with them, decides that the place goes to the
 * newcomer; two people do, where the others could lose by it (server/approvals/hand-over.ts). Then the member who handed it over has
 * left, and keeps the account to read.
 */
export async function handOver(context: Context, { substituteId }: { substituteId: string }): Promise<Waiting> {
  const { actor } = context
  return withCircle(context, actor.circleId, async (circle) => {
    const ask = await getAsk(circle, substituteId)
    const { isAccepted, memberId, newcomerId } = ask
    if (actor.id === memberId || actor.id === newcomerId) refuse('approval.own_matter')
    if (!isAccepted) refuse('substitute.not_accepted')
    await ensureConsent(circle, newcomerId)
    await ensureMayHandOver(circle, ask)
    // Donations to the place are paid on the newcomer's key from here on.
    await ensureKeyCommitted(context, circle, newcomerId)
    await circle.perform(commandOf(ask))
    const { circleId } = actor
    await record(context, circle.tx, 'member.left', { circleId, actorId: actor.id, subjectId: memberId })
    return viewWaiting(circle)
  })
}
