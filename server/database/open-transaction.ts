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
 * The embedded database has one connection, and a pool may run out of them: a query outside the open
 * transaction of the same request waits for that transaction, which waits for the query.
 */
export function ensureOutsideTransaction(): void {
  if (current.getStore()?.open) {
    throw new Error(
      'A query was sent to the database itself while a transaction of the same request was open: use its tx.',
    )
  }
}
