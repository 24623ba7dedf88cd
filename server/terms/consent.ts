import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import { periodOf } from '#circle/period.ts'
import { contributorsOf } from '#circle/pull.ts'
import { owesBack } from '#circle/release.ts'
import { TERMS_SETTLE_MS } from '#circle/terms.ts'
import type { TermsDocument } from '#circle/terms.ts'
import { prepared } from '#server/database/prepared.ts'
import type { Db, Tx } from '#server/database/types.ts'
import type { Context } from '#server/context.ts'
import { refuse } from '#server/lib/refusal.ts'
import { outcomeMembers } from '#server/circle-store/find-circle.ts'
import { findTerms } from '#server/circle-store/terms.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import { findFigures } from '#server/simulation/outcome.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import { circles } from '#server/tables/circles.ts'
import { ledger } from '#server/tables/ledger.ts'
import { termsAcceptances } from '#server/tables/terms-acceptances.ts'
import { users } from '#server/tables/users.ts'

/** Whether a person accepted the terms in force of a circle. */
export async function hasConsented(tx: Db | Tx, circleId: string, userId: string): Promise<boolean> {
  const found = await tx
    .select({ userId: termsAcceptances.userId })
    .from(circles)
    .innerJoin(termsAcceptances, eq(termsAcceptances.termsVersion, circles.termsHash))
    .where(and(eq(circles.id, circleId), eq(termsAcceptances.userId, userId)))
  return found.length > 0
}

/** Refuses with `terms.not_accepted` unless the person accepted the terms in force. */
export async function ensureConsent({ tx, id }: LockedCircle, userId: string): Promise<void> {
  if (!(await hasConsented(tx, id, userId))) refuse('terms.not_accepted')
}

/** Of these members, those who have not accepted the terms in force, in the order given. */
export async function withoutConsent(
  { tx, id }: { readonly tx: Db | Tx; readonly id: string },
  memberIds: readonly string[],
): Promise<string[]> {
  const asked = [...new Set(memberIds)]
  if (asked.length === 0) return []
  const rows = await readConsents(tx, { circleId: id, memberIds: asked })
  const accepted = new Set(rows.map(({ userId }) => userId))
  return asked.filter((memberId) => !accepted.has(memberId))
}

/** Of these members, those whom a pull passes over: they did not accept the terms in force, and owe nothing back in a real circle. */
export async function passedOver(
  { tx, id, state }: Pick<LockedCircle, 'id' | 'state'> & { readonly tx: Db | Tx },
  memberIds: readonly string[],
): Promise<string[]> {
  const without = await withoutConsent({ tx, id }, memberIds)
  return state.mode === 'real' ? without.filter((memberId) => !owesBack(state, memberId)) : without
}

/**
 * Until when (epoch ms) a real circle whose organiser takes part asks for no contributions, since somebody would be passed over
 * for terms that have just changed; null where nobody would. They could change terms, accept them and ask at once, and take the turn
 * of those asleep.
 */
export async function termsSettleAt(circle: LockedCircle): Promise<number | null> {
  const { tx, id, state, now } = circle
  if (state.mode !== 'real') return null
  const takesPart = and(eq(ledger.circleId, id), eq(ledger.kind, 'administrator.participates'))
  if ((await tx.$count(ledger, takesPart)) === 0) return null
  const [changed] = await tx
    .select({ at: ledger.at })
    .from(ledger)
    .where(and(eq(ledger.circleId, id), eq(ledger.kind, 'circle.terms_changed')))
    .orderBy(desc(ledger.seq))
    .limit(1)
  const settledAt = (changed?.at.getTime() ?? -Infinity) + TERMS_SETTLE_MS
  if (settledAt <= now) return null
  const { unasked } = contributorsOf(circle, periodOf(now))
  const served = unasked.filter(({ memberId }) => !state.members.get(memberId)!.isPassedOver)
  const without = await passedOver(
    circle,
    served.map(({ memberId }) => memberId),
  )
  return without.length > 0 ? settledAt : null
}

const readConsents = prepared<{ userId: string }>(
  'consents',
  () => sql`select ${termsAcceptances.userId} as "userId" from ${circles}
    join ${termsAcceptances} on ${termsAcceptances.termsVersion} = ${circles.termsHash}
    where ${circles.id} = ${sql.placeholder('circleId')}
      and ${termsAcceptances.userId} = any (${sql.placeholder('memberIds')}::uuid[])`,
)

/** The approved members of the actor's circle who have not accepted the terms in force, longest there first. */
export async function listWithoutConsent({ actor, db }: Context, limit?: number) {
  const accepted = sql`exists (select 1 from ${termsAcceptances} join ${circles} on ${circles.termsHash} = ${termsAcceptances.termsVersion} where ${circles.id} = ${circleMembers.circleId} and ${termsAcceptances.userId} = ${circleMembers.memberId})`
  const where = and(
    eq(circleMembers.circleId, actor.circleId),
    eq(circleMembers.status, 'approved'),
    isNull(users.erasedAt),
    sql`not ${accepted}`,
  )
  const found = db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName, since: users.createdAt })
    .from(circleMembers)
    .innerJoin(users, eq(users.id, circleMembers.memberId))
    .where(where)
    .orderBy(asc(users.createdAt), asc(users.id))
  const people = await found
  return {
    count: people.length,
    items: people.slice(0, limit).map(({ id, firstName, lastName, since }) => ({
      id,
      name: `${firstName} ${lastName}`.trim(),
      since: since.toISOString(),
    })),
  }
}

/**
 * Writes down that a person accepted the terms in force, with everything that they were shown, and records it in the
 * ledger; whoever the last pull passed over is served again. Accepting again what one has accepted changes nothing. The
 * caller says who acts.
 */
export async function noteAcceptance(circle: LockedCircle, userId: string, at: Date): Promise<void> {
  const { tx, id } = circle
  if (await hasConsented(tx, id, userId)) return
  const { hash, document } = await getTerms(tx, id)
  await keepAcceptance(circle, { userId, hash, document, at })
  await circle.note({ kind: 'terms.accepted', memberId: userId, hash })
  if (circle.state.members.get(userId)?.isPassedOver) await circle.perform({ kind: 'serve_again', memberId: userId })
}

/**
 * Keeps an earlier acceptance of the same plan in a demonstration, and says so in its ledger. In a real circle nobody's
 * acceptance is ever written down by anybody else.
 */
export async function carryAcceptance(circle: LockedCircle, userId: string, at: Date): Promise<void> {
  if (circle.state.mode !== 'demonstracao') throw new Error('Only a demonstration carries an acceptance over')
  const { hash, document } = await getTerms(circle.tx, circle.id)
  await keepAcceptance(circle, { userId, hash, document, at, carried: true })
  await circle.note({ kind: 'terms.carried', memberId: userId, hash })
}

async function keepAcceptance(
  { tx, id, state: { mode } }: LockedCircle,
  {
    userId,
    hash,
    document,
    at,
    carried,
  }: {
    userId: string
    hash: string
    document: TermsDocument
    at: Date
    carried?: true
  },
): Promise<void> {
  const [circle] = await tx.select({ id: circles.id, people: circles.people }).from(circles).where(eq(circles.id, id))
  const outcome = await findFigures(tx, document.plan, await outcomeMembers(tx, circle!))
  await tx.insert(termsAcceptances).values({
    userId,
    termsVersion: hash,
    shown: { mode, ...document, outcome, ...(carried ? { carried } : {}) },
    acceptedAt: at,
  })
}

export async function getTerms(tx: Db | Tx, circleId: string) {
  const terms = await findTerms(tx, circleId)
  if (!terms) throw new Error(`The terms of circle ${circleId} are recorded at the start`)
  return terms
}
