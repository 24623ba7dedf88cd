import { expect } from 'vitest'
import type { Part } from '../frame/part.ts'
import { runPart } from '../frame/run-part.ts'
import type { Outcome } from '../frame/run-part.ts'

/** Seconds on a quiet machine; this only ends what hangs on one that is busy with others. */
export const SMALL_DOSE_MS_MAX = 600_000

/** Runs a part's small dose by a fixed seed, as `npm test` does, and fails with what failed. */
export async function smallDose(part: Part, seed = 1): Promise<Outcome> {
  const outcome = await runPart(part, { seed, dose: part.small })
  expect({ failures: outcome.failures, hindrance: outcome.hindrance }).toEqual({ failures: [], hindrance: null })
  expect(outcome.done).toBeGreaterThanOrEqual(part.small)
  return outcome
}
