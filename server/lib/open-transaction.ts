import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<{ open: boolean }>()

/** Runs `fn` marked as inside a transaction, until it settles. */
export async function insideTransaction<T>(fn: () => Promise<T>): Promise<T> {
  const mark = { open: true }
  try {
    return await current.run(mark, fn)
  } finally {
    mark.open = false
  }
}

/**
 * A pool has so many connections and no more: a query outside the open transaction of the same request may wait for one
 * that only the end of that transaction, or of others waiting in the same way, would free.
 */
export function ensureOutsideTransaction(): void {
  if (current.getStore()?.open) {
    throw new Error(
      'A query was sent to the database itself while a transaction of the same request was open: use its tx.',
    )
  }
}

/**
 * Hashes, pictures and mail take long, and whatever an open transaction has locked would wait for them. Called by each
 * of them, so that a verb that forgets it fails in its first test.
 */
export function ensureNothingLocked(slowWork: string): void {
  if (current.getStore()?.open) {
    throw new Error(`${slowWork} inside a transaction: do it before the transaction, or after`)
  }
}
