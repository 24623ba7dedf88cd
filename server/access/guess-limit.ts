import { eq, inArray } from 'drizzle-orm'
import type { Context, Services } from '#server/context.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { msBetween } from '#server/lib/clock.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { lookupIndex } from '#server/lib/sealing.ts'
import { loginFailures } from '#server/tables/login-failures.ts'

/** The time for which a failed guess counts. */
export const GUESS_WINDOW_MS = 15 * 60_000

type Bound = { readonly key: string; readonly free: number; readonly max: number }

/** The account whose password was guessed: an e-mail's keyed index, or a user's id. */
export type GuessSubject = { readonly account: string }

/**
 * Counts a guess at a password before the password is checked, so that simultaneous guesses count like consecutive
 * ones. It is bounded per account and address: five guesses are free, then each must wait longer, and the eleventh
 * waits fifteen minutes. A wider bound per account alone limits guesses from many addresses without letting one of them
 * lock out the owner elsewhere. Refuses with `request.too_many` and Retry-After.
 */
export async function countGuess(
  context: Pick<Context<null>, 'clock' | 'config' | 'db' | 'secrets' | 'address'>,
  subject: GuessSubject,
): Promise<void> {
  if (!context.config.rateLimit) return
  const waitMs = await transaction(context.db, async (tx) => {
    const waits: number[] = []
    for (const bound of boundsOf(context, subject)) waits.push(await countOne(tx, bound, context.clock.now()))
    return Math.max(...waits)
  })
  if (waitMs > 0) throw new Refusal('request.too_many', { details: { retryAfterSeconds: Math.ceil(waitMs / 1000) } })
}

/** Clears the failed guesses at an account after its correct password. */
export async function clearGuesses(
  context: Pick<Context<null>, 'secrets' | 'address'>,
  tx: Db | Tx,
  subject: GuessSubject,
): Promise<void> {
  const keys = boundsOf(context, subject).map(({ key }) => key)
  await tx.delete(loginFailures).where(inArray(loginFailures.key, keys))
}

function boundsOf(
  { secrets, address }: { readonly secrets: Services['secrets']; readonly address: string },
  { account }: GuessSubject,
): readonly Bound[] {
  return [
    { key: lookupIndex(secrets, 'login', `${account}:${address}`), free: 5, max: 10 },
    { key: lookupIndex(secrets, 'login', account), free: 100, max: 110 },
  ]
}

/**
 * Counts a guess against one bound and returns how long it must wait; 0 lets it pass. A refused guess does not count.
 */
async function countOne(tx: Tx, { key, free, max }: Bound, now: number): Promise<number> {
  await tx
    .insert(loginFailures)
    .values({ key, failures: 0, lastAt: new Date(now) })
    .onConflictDoNothing()
  const [row] = await tx.select().from(loginFailures).where(eq(loginFailures.key, key)).for('update')
  const since = msBetween(row!.lastAt, now)
  const failures = since >= GUESS_WINDOW_MS ? 0 : row!.failures
  const wanted = failures < free ? 0 : failures >= max ? GUESS_WINDOW_MS : 1000 * 2 ** (failures - free)
  if (since < wanted) return wanted - since
  await tx
    .update(loginFailures)
    .set({ failures: failures + 1, lastAt: new Date(now) })
    .where(eq(loginFailures.key, key))
  return 0
}
