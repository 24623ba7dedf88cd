import { and, asc, eq, isNull } from 'drizzle-orm'
import type { BodyOf } from '#contracts/contract.ts'
import { canonicalJson } from '#circle/ledger/entry.ts'
import { queueOf } from '#circle/decision.ts'
import type { CircleState } from '#circle/state.ts'
import { publishSessionsEnded } from '#server/events/publish.ts'
import type { Tx } from '#server/database/types.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import { refuse } from '#server/lib/refusal.ts'
import { ensureKeyCommitted } from '#server/members/payment-keys.ts'
import { users } from '#server/tables/users.ts'
import { sessions } from '#server/tables/sessions.ts'
import { termsAcceptances } from '#server/tables/terms-acceptances.ts'
import { carryAcceptance } from '#server/terms/consent.ts'
import { ANSWER_DAYS } from '#circle/ledger/rules.ts'
import type { CircleRow } from '#server/circle-store/find-circle.ts'
import { noteTestClock } from '#server/circle-store/test-clock.ts'
import { findTerms } from '#server/circle-store/terms.ts'
import { createCircle, withCircle } from '#server/circle-store/with-circle.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import { circles } from '#server/tables/circles.ts'
import { putAnswerDays, putCalendar } from './set-calendar.ts'
import { removeReceipts } from './remove-receipts.ts'

/**
 * Resets a demonstration: a new circle with the same name, plan, calendar and people replaces it and starts its own ledger. The
 * old ledger is kept unchanged. A real circle is never reset; this verb refuses it and so does the database.
 */
export async function resetCircle(
  context: Context,
  { confirmation, keep_places }: BodyOf<'POST /admin/circle/reset'>,
): Promise<Context> {
  const { actor, clock } = context
  const nextId = newId(clock)
  await withCircle(context, actor.circleId, async ({ tx, id, state }) => {
    const [row] = await tx.select().from(circles).where(eq(circles.id, id))
    if (state.mode !== 'demonstracao') refuse('circle.only_demonstration')
    if (confirmation !== row!.name) refuse('circle.wrong_confirmation')
    const within = { ...context, db: tx }
    await createCircle(within, {
      id: nextId,
      name: row!.name,
      operator: row!.operator,
      people: row!.people,
      mode: row!.mode,
      plan: row!.plan,
    })
    await tx
      .update(circles)
      .set({ endedAt: new Date(clock.now()), replacedBy: nextId, openForRegistration: false })
      .where(eq(circles.id, id))
    if (context.config.clockAt !== null) await noteTestClock(within, nextId)
    if (row!.openForRegistration)
      await tx.update(circles).set({ openForRegistration: true }).where(eq(circles.id, nextId))
    await withCircle(within, nextId, async (next) => {
      if (row!.openForRegistration) await next.note({ kind: 'circle.registration_opened' })
      if (row!.calendar) await putCalendar(next, row!.calendar)
      if (row!.answerDays !== ANSWER_DAYS) await putAnswerDays(next, row!.answerDays)
      await moveConsents(next, row!, new Date(clock.now()))
      await moveStandings(next, state)
    })
    if (keep_places) await movePlaces(within, nextId, state)
    for (const { id: memberId, status, shares } of state.members.values())
      if (status === 'approved') await takeAgain(within, nextId, { memberId, shares })
    await moveAccounts(context, tx, { from: id, to: nextId })
    await withCircle(within, nextId, async (next) => {
      for (const memberId of next.state.members.keys()) await ensureKeyCommitted(context, next, memberId)
    })
    await removeReceipts(context, tx, id)
  })
  return { ...context, actor: { ...actor, circleId: nextId } }
}

/** Members keep their status (approved, suspended or departed). */
async function moveStandings({ perform }: LockedCircle, { members }: CircleState): Promise<void> {
  for (const { id, status } of members.values()) {
    await perform({ kind: 'approve_member', memberId: id })
    if (status !== 'approved') await perform({ kind: 'depart_member', memberId: id, how: status })
  }
}

/** Each place of the first queue at its position, from the first one on: of several places of a member each is taken in its turn. */
async function movePlaces(within: Context, circleId: string, { entries }: CircleState): Promise<void> {
  const moved = new Map<string, number>()
  const places = [...entries.values()].filter(({ level }) => level === 1).toSorted((a, b) => a.position - b.position)
  for (const { memberId, position } of places) {
    const shares = (moved.get(memberId) ?? 0) + 1
    moved.set(memberId, shares)
    await takeAgain(within, circleId, { memberId, shares })
    await withCircle(within, circleId, async ({ perform, state }) => {
      if (shares === 1) await perform({ kind: 'place', memberId, level: 1, position, isReceiver: false })
      else await perform({ kind: 'reorder', entryId: queueOf({ state }, 1).at(-1)!.id, position })
    })
  }
}

/** How many places somebody takes is said by nobody else: it is entered in their name, as all of a demonstration's beginning is. */
async function takeAgain(
  within: Context,
  circleId: string,
  { memberId, shares }: { readonly memberId: string; readonly shares: number },
): Promise<void> {
  const theirs = { ...within, actorId: memberId, actor: { via: 'seed' as const }, signed: null }
  await withCircle(theirs, circleId, async ({ perform, state }) => {
    if (shares > state.members.get(memberId)!.shares) await perform({ kind: 'take_shares', memberId, shares })
  })
}

/**
 * Members who had accepted the terms in force keep that acceptance: the new circle has the same plan, operator and words.
 * Where they differ all the same, everybody is asked anew.
 */
async function moveConsents(next: LockedCircle, former: CircleRow, at: Date): Promise<void> {
  const before = await findTerms(next.tx, former.id)
  const after = await findTerms(next.tx, next.id)
  if (!before || !after) return
  const same = { ...before.document, circleId: next.id }
  if (canonicalJson(same) !== canonicalJson(after.document)) return
  const rows = await next.tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(termsAcceptances, eq(termsAcceptances.userId, users.id))
    .where(and(eq(users.circleId, former.id), isNull(users.erasedAt), eq(termsAcceptances.termsVersion, before.hash)))
    .orderBy(asc(users.createdAt), asc(users.id))
  for (const { id } of rows) await carryAcceptance(next, id, at)
}

/**
 * Moves accounts and sessions to the new circle. Event streams still belong to the old circle, so they are ended and
 * the pages open new ones.
 */
async function moveAccounts({ database }: Context, tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  await tx.update(sessions).set({ circleId: to }).where(eq(sessions.circleId, from))
  const moved = await tx.update(users).set({ circleId: to }).where(eq(users.circleId, from)).returning({ id: users.id })
  const watching = await tx
    .selectDistinct({ id: sessions.userId })
    .from(sessions)
    .where(and(eq(sessions.circleId, to), isNull(sessions.revokedAt)))
    .orderBy(asc(sessions.userId))
  for (const userId of new Set([...moved, ...watching].map(({ id }) => id)))
    await publishSessionsEnded(database, tx, { userId, keep: null })
}
