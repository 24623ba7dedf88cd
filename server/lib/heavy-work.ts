import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'

/**
 * How much of one kind of heavy work, pictures or passwords, runs at once. One processor is left for everything else, which
 * otherwise takes several times as long while thirty people sign in (docs/performance.md); and of libuv's four threads, on which
 * both run, some are left for files and name resolution.
 */
export const HEAVY_AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1))

/** Pictures, and the keys of backups, wait for each other: either takes some 64 MB while it lasts. */
export const largeInTurn = heavyQueue()

/** A queue for one kind of heavy work, in the order in which it is asked for. */
export function heavyQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  const limit = pLimit(HEAVY_AT_ONCE)
  return (work) => limit(work)
}
