import { and, eq, sql } from 'drizzle-orm'
import type { Actor, Context } from '#server/context.ts'
import { prepared } from '#server/database/prepared.ts'
import { insertOf, rowsOf } from '#server/database/prepared-rows.ts'
import { together } from '#server/database/together.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Commit } from '#server/handler.ts'
import { refuse } from '#server/lib/refusal.ts'
import { seal, unseal } from '#server/lib/sealing.ts'
import { idempotencyKeys } from '#server/tables/idempotency-keys.ts'

// Calls without a session (registration) have no user; their keys share one namespace of random ids.
const NO_USER = '00000000-0000-0000-0000-000000000000'

type KeyedRequest = { key: string; call: string; bodyHash: string }

/**
 * Runs a call's work once per key; a repeated request gets the first answer. Refuses the same key with another body
 * (`idempotency.key_reused`), and a repetition while the first request is being committed (`idempotency.in_progress`).
 * `prepare` is the slow part and runs before the transaction, so that hashing and image work hold no lock. Two
 * simultaneous requests may both prepare, but only one takes effect. The answer is stored in the transaction of the
 * effect.
 */
export async function withIdempotency<T>(
  context: Context<Actor>,
  request: KeyedRequest,
  prepare: () => Promise<Commit<Context<Actor>, T>>,
): Promise<T> {
  const userId = context.actorId ?? NO_USER
  const own = { userId, key: request.key }
  const given = answerOf<T>(context, request, await readAnswer(context.db, own))
  if (given) return given.answer
  const commit = await prepare()
  return transaction(context.db, async (tx) => {
    const [[lock], rows] = await together(takeKey(tx, { own: `${userId}:${request.key}` }), readAnswer(tx, own))
    if (!lock!.taken) refuse('idempotency.in_progress')
    const known = answerOf<T>(context, request, rows)
    if (known) return known.answer
    const answer = await commit({ ...context, db: tx })
    const sealed = seal(context.secrets, JSON.stringify(answer ?? null), `answer of ${userId}:${request.key}`)
    await keepAnswer(tx, [{ userId, ...request, answer: sealed, createdAt: new Date(context.clock.now()) }])
    return answer
  })
}

const takeKey = prepared<{ taken: boolean }>(
  'idempotency key taken',
  () => sql`select pg_try_advisory_xact_lock(hashtextextended(${sql.placeholder('own')}, 7)) as taken`,
)

const readAnswer = rowsOf(
  'idempotency key',
  idempotencyKeys,
  () =>
    sql`where ${and(eq(idempotencyKeys.userId, sql.placeholder('userId')), eq(idempotencyKeys.key, sql.placeholder('key')))}`,
)

const keepAnswer = insertOf('idempotency key kept', idempotencyKeys, [
  'userId',
  'key',
  'call',
  'bodyHash',
  'answer',
  'createdAt',
])

/** The stored answer for a key, wrapped because it may be null. Refuses a key that was used for something else. */
function answerOf<T>(
  { secrets }: Context<Actor>,
  request: KeyedRequest,
  [known]: readonly (typeof idempotencyKeys.$inferSelect)[],
): { answer: T } | null {
  if (!known) return null
  if (known.call !== request.call || known.bodyHash !== request.bodyHash) refuse('idempotency.key_reused')
  return { answer: JSON.parse(unseal(secrets, known.answer!, `answer of ${known.userId}:${known.key}`)) as T }
}
