import { sqlState } from './errors.ts'

/**
 * Waits for work of one transaction that needs nothing of each other's results: the connection sends its statements without
 * waiting for answers in between, and PostgreSQL runs them in the order in which they were sent. When one fails, its
 * error is thrown once all have ended: a statement that came after the rollback would run outside of any transaction. What
 * follows a failed statement fails as well, perhaps sooner for whoever waits, and is not the reason.
 */
export async function together<T extends readonly unknown[]>(
  ...work: { readonly [K in keyof T]: Promise<T[K]> }
): Promise<T> {
  const failures: unknown[] = []
  const results = await Promise.all(
    work.map((one) =>
      one.catch((error: unknown) => {
        failures.push(error)
        return undefined
      }),
    ),
  )
  if (failures.length > 0) throw failures.find((error) => !FOLLOWING.has(sqlState(error)?.code)) ?? failures[0]
  return results as unknown as T
}

/** A statement in a transaction in which an earlier one failed, and one that was to be prepared in it by another such. */
const FOLLOWING: ReadonlySet<string | undefined> = new Set(['25P02', '26000'])
