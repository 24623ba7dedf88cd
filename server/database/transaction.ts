import { setTimeout as wait } from 'node:timers/promises'
import { is } from 'drizzle-orm'
import { PgTransaction, type PgTransactionConfig } from 'drizzle-orm/pg-core'
import { isRetryable } from './errors.ts'
import type { Db, Tx } from './types.ts'

const ATTEMPTS_MAX = 6
const FIRST_WAIT_MS = 10

/**
 * Runs `fn` in a transaction. It is run again, from its beginning, when PostgreSQL broke it off for
 * another one's sake (40001, 40P01); so `fn` does nothing that a rollback does not undo.
 * Inside a transaction it is a savepoint, and what must be run again is the outer one.
 */
export async function transaction<T>(db: Db, fn: (tx: Tx) => Promise<T>, config?: PgTransactionConfig): Promise<T> {
  if (is(db, PgTransaction)) return await db.transaction(fn)
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(fn, config)
    } catch (error) {
      if (!isRetryable(error) || attempt === ATTEMPTS_MAX) throw error
      // Jitter, or those that met once meet again.
      await wait(Math.random() * FIRST_WAIT_MS * 2 ** attempt)
    }
  }
}
