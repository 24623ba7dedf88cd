import { and, eq, sql } from 'drizzle-orm'
import { transaction } from '#server/database/transaction.ts'
import { refuse } from '#server/lib/refusal.ts'
import { seal, unseal } from '#server/lib/sealing.ts'
import type { Actor, Context } from '#server/context.ts'
import { idempotencyKeys } from '#server/tables/idempotency-keys.ts'

// Calls without a session (registration) have no user, so their keys share one namespace of random ids.
const NOBODY = '00000000-0000-0000-0000-000000000000'

/**
 * Runs `work` once per key; a repeated request gets the first answer. Refuses the same key with another body, and a
 * repetition while the first request is still running.
 */
export async function withIdempotency<T>(
  context: Context<Actor>,
  request: { key: string; call: string; bodyHash: string },
  work: (within: Context<Actor>) => Promise<T>,
): Promise<T> {
  const userId = context.actorId ?? NOBODY
  const own = and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, request.key))
  return transaction(context.db, async (tx) => {
    const lock = await tx.execute<{ taken: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended(${`${userId}:${request.key}`}, 7)) as taken`,
    )
    if (!lock.rows[0]!.taken) refuse('idempotency.in_progress')
    const [known] = await tx.select().from(idempotencyKeys).where(own)
    if (known) {
      if (known.call !== request.call || known.bodyHash !== request.bodyHash) refuse('idempotency.key_reused')
      return JSON.parse(unseal(context.secrets, known.answer!, known.key)) as T
    }
    const answer = await work({ ...context, db: tx })
    await tx.insert(idempotencyKeys).values({
      userId,
      ...request,
      answer: seal(context.secrets, JSON.stringify(answer ?? null), request.key),
      createdAt: new Date(context.clock.now()),
    })
    return answer
  })
}
