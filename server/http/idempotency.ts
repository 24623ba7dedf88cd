import { and, eq, sql } from 'drizzle-orm'
import type { Actor, Context } from '#server/context.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Db, Tx } from '#server/database/types.ts'
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
  const given = await findAnswer<T>(context, context.db, request)
  if (given) return given.answer
  const commit = await prepare()
  const userId = context.actorId ?? NO_USER
  return transaction(context.db, async (tx) => {
    const lock = await tx.execute<{ taken: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended(${`${userId}:${request.key}`}, 7)) as taken`,
    )
    if (!lock.rows[0]!.taken) refuse('idempotency.in_progress')
    const known = await findAnswer<T>(context, tx, request)
    if (known) return known.answer
    const answer = await commit({ ...context, db: tx })
    await tx.insert(idempotencyKeys).values({
      userId,
      ...request,
      answer: seal(context.secrets, JSON.stringify(answer ?? null), `answer of ${userId}:${request.key}`),
      createdAt: new Date(context.clock.now()),
    })
    return answer
  })
}

/** The stored answer for a key, wrapped because it may be null. Refuses a key that was used for something else. */
async function findAnswer<T>(
  { actorId, secrets }: Context<Actor>,
  db: Db | Tx,
  request: KeyedRequest,
): Promise<{ answer: T } | null> {
  const [known] = await db
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, actorId ?? NO_USER), eq(idempotencyKeys.key, request.key)))
  if (!known) return null
  if (known.call !== request.call || known.bodyHash !== request.bodyHash) refuse('idempotency.key_reused')
  return { answer: JSON.parse(unseal(secrets, known.answer!, `answer of ${known.userId}:${known.key}`)) as T }
}
