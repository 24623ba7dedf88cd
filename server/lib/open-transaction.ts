import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<{ open: boolean }>()

/** Runs `fn` while marked as inside a transaction, until it settles. */
export async function insideTransaction<T>(fn: () => Promise<T>): Promise<T> {
  const mark = { open: true }
  try {
    return await current.run(mark, fn)
  } finally {
    mark.open = false
  }
}

/**
 * The pool has a limited number of connections. A query outside the open transaction of the same request could wait for
 * one that only the end of this transaction, or of others in the same situation, would free.
 */
export function ensureOutsideTransaction(): void {
  if (current.getStore()?.open) {
    throw new Error(
      'A query was sent to the database itself while a transaction of the same request was open: use its tx.',
    )
  }
}

/**
 * Hashing, image work and mail take long, and everything that an open transaction has locked would wait for them. Each
 * of them calls this, so that a verb that forgets it fails in its first test.
 */
export function ensureNothingLocked(slowWork: string): void {
  if (current.getStore()?.open) {
    throw new Error(`${slowWork} inside a transaction: do it before the transaction, or after`)
  }
}

/**
 * Runs `fn`, which does slow work inside the open transaction: the first start's, which nothing can wait for, since nobody is
 * served before it is over.
 */
export function beforeAnybodyWaits<T>(fn: () => Promise<T>): Promise<T> {
  return current.run({ open: false }, fn)
}
