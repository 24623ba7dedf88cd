import { isBorrowed, isRenamed } from '../known-names.ts'
import type { KnownNames } from '../known-names.ts'
import type { Verdict } from './match.ts'

/**
 * Whether a payment is ticked without its receiver's doing: it is certain, and this device does not know its donor by another
 * name, or that name as another's.
 */
export function isTickedFor(
  known: KnownNames,
  donor: { readonly id: string; readonly name: string } | null,
  verdict: Verdict | undefined,
): boolean {
  if (verdict?.is !== 'certain') return false
  return donor === null || !(isRenamed(known, donor.id, donor.name) || isBorrowed(known, donor.id, donor.name))
}
