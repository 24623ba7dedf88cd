import { LRUCache } from 'lru-cache'
import type { CircleState } from '#circle/state.ts'

/** A circle's state at one head of its ledger. */
export type CachedState = {
  readonly seq: number
  readonly headHash: string
  readonly lastAt: number
  readonly state: CircleState
}

/**
 * Circle states cached by this process, also of decisions that may not be committed: one is used only where version and
 * head are the row's.
 */
export type StateCache = {
  get(circleId: string): CachedState | undefined
  set(circleId: string, state: CachedState): unknown
  delete(circleId: string): unknown
  clear(): void
}

/** More circles than one process decides in at a time; one that is not among them is loaded anew. */
const KEPT = 100
/** In a month's days of paying the acts of a circle come sooner one after another. */
const KEPT_MS = 600_000

/** Keeps the states of the circles that were decided in last, for a while, so that a thousand circles do not fill the memory. */
export function createStateCache(): StateCache {
  return new LRUCache<string, CachedState>({ max: KEPT, ttl: KEPT_MS, ttlAutopurge: true, updateAgeOnGet: true })
}
