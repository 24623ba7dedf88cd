import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { TermsDocument } from '#circle/terms.ts'
import { circleChangeKinds } from '#contracts/circles.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import { toldPlan } from '#contracts/told-plans.ts'
import type { NamedWords } from '#server/tables/circle-words.ts'
import { paginationOf, seekPage, walkOrder } from '#server/database/pages.ts'
import type { Context } from '#server/context.ts'
import { circles } from '#server/tables/circles.ts'
import { circleWords } from '#server/tables/circle-words.ts'
import { isAboutCircle, ledger } from '#server/tables/ledger.ts'
import { administers, users } from '#server/tables/users.ts'

type Changes = AnswerOf<'GET /circle/changes'>
type Change = Changes['data'][number]
type Row = typeof ledger.$inferSelect

/**
 * A page of what changed in the actor's circle, newest first, from its ledger, with the words that its hashes stand for.
 * The first terms are no change. A new plan is told with the terms that it changes, which follow it at once.
 */
export async function listChanges(
  { actor, db }: Context,
  { page, limit }: { page: number; limit: number },
): Promise<Changes> {
  const { circleId } = actor
  const [circle] = await db.select({ since: circles.createdAt }).from(circles).where(eq(circles.id, circleId))
  const isChange = and(
    eq(ledger.circleId, circleId),
    isAboutCircle,
    inArray(ledger.kind, [...circleChangeKinds]),
    sql`${ledger.payload} ->> 'what' is distinct from 'first'`,
    // An order that was drawn is told by its draw.
    sql`not (${ledger.kind} = 'queue.drawn' and not exists (select from ${ledger} proposed where proposed.circle_id = ${ledger.circleId} and proposed.kind = 'order.proposed' and proposed.payload ->> 'orderId' = ${ledger.payload} ->> 'drawId'))`,
    sql`not (${ledger.kind} = 'circle.plan_changed' and exists (select from ${ledger} terms where terms.circle_id = ${ledger.circleId} and terms.seq = ${ledger.seq} + 1 and terms.kind = 'circle.terms_changed'))`,
  )
  const totalItems = await db.$count(ledger, isChange)
  const { reversed, skip, take } = seekPage({ page, limit }, totalItems)
  const walked = await db
    .select()
    .from(ledger)
    .where(isChange)
    .orderBy(...walkOrder(reversed, ledger.seq))
    .limit(take)
    .offset(skip)
  const rows = reversed ? walked.toReversed() : walked
  const by = await rolesOf({ db }, rows)
  const former = await formerTerms({ actor, db }, rows)
  const data = rows.map((row) => changeView(row, by(row), former.get(row.seq) ?? null))
  return {
    data,
    pagination: paginationOf({ page, limit }, totalItems),
    since: circle!.since.toISOString(),
    words: await wordsBehind({ actor, db }, data),
  }
}

function changeView({ seq, at, kind, payload }: Row, by: Change['by'], formerHash: string | null): Change {
  const text = (name: string) => (typeof payload[name] === 'string' ? payload[name] : null)
  const isTerms = kind === 'circle.terms_changed'
  return {
    seq,
    at: at.toISOString(),
    kind: kind as Change['kind'],
    by,
    what:
      text('what') ??
      text('role') ??
      text('days') ??
      (kind === 'circle.calendar_set' ? `${text('day')}/${text('hour')}` : null),
    before: isTerms ? formerHash : text('from'),
    after: isTerms ? text('hash') : kind === 'circle.renamed' ? text('to') : null,
  }
}

/** The roles of those who caused some entries: a member is never told an administrator's name. */
async function rolesOf({ db }: Pick<Context, 'db'>, rows: readonly Row[]): Promise<(row: Row) => Change['by']> {
  const ids = rows.flatMap(({ actorId }) => (actorId === null ? [] : [actorId]))
  const administrators = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [...new Set(ids)]), administers))
  const known = new Set(administrators.map(({ id }) => id))
  return ({ actorId }) => (actorId === null ? 'circle' : known.has(actorId) ? 'administration' : 'member')
}

/** The hash of the terms that were in force before each change of them, by its entry's number. */
async function formerTerms({ actor, db }: Pick<Context, 'actor' | 'db'>, rows: readonly Row[]) {
  const former = new Map<number, string | null>()
  for (const { seq, kind } of rows) {
    if (kind !== 'circle.terms_changed') continue
    const [before] = await db
      .select({ hash: sql<string | null>`${ledger.payload} ->> 'hash'` })
      .from(ledger)
      .where(
        and(
          eq(ledger.circleId, actor.circleId),
          isAboutCircle,
          eq(ledger.kind, 'circle.terms_changed'),
          lt(ledger.seq, seq),
        ),
      )
      .orderBy(desc(ledger.seq))
      .limit(1)
    former.set(seq, before?.hash ?? null)
  }
  return former
}

async function wordsBehind({ actor, db }: Pick<Context, 'actor' | 'db'>, data: readonly Change[]) {
  const hashes = new Set(data.flatMap(({ before, after }) => [before, after].filter((hash) => hash !== null)))
  const rows = await db
    .select({ hash: circleWords.hash, words: circleWords.words })
    .from(circleWords)
    .where(and(eq(circleWords.circleId, actor.circleId), inArray(circleWords.hash, [...hashes])))
  return rows.map(({ hash, words }) => (isNamed(words) ? namedView(hash, words) : termsView(hash, words)))
}

function isNamed(words: TermsDocument | NamedWords): words is NamedWords {
  return 'name' in words
}

function namedView(hash: string, { circleId, name }: NamedWords) {
  return { hash, terms: null, name: { circle_id: circleId, name } }
}

function termsView(hash: string, { circleId, plan, operator, text, administrators, rotation }: TermsDocument) {
  const named = {
    ...(administrators ? { administrators: [...administrators] } : {}),
    ...(rotation === undefined ? {} : { rotation }),
  }
  return { hash, terms: { circle_id: circleId, plan: toldPlan(plan), operator, text: [...text], ...named }, name: null }
}
