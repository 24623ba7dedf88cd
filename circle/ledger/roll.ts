import type { LedgerEntry } from './entry.ts'

type Entry = Pick<LedgerEntry, 'kind' | 'payload'>

/** The events by which contributions are asked for, or were. */
const ASKING: readonly string[] = ['obligation.owed', 'donation.matched', 'circle.brought_in']

/** Follows entry by entry who has tickets in a draw of the first order, and whether an order would still be the first. */
export function openRoll() {
  const approved = new Set<string>()
  /** How many places each takes, where it is not one. */
  const shares = new Map<string, number>()
  let hasBegun = false
  let isStale = false

  return {
    /** Everybody who is approved, sorted, each as often as they take places. */
    tickets: (): string[] =>
      [...approved].toSorted().flatMap((id) => Array.from({ length: shares.get(id) ?? 1 }, () => id)),
    /** Whether contributions were asked for in this rotation. */
    hasBegun: (): boolean => hasBegun,
    /** Whether contributions were asked for since an order was proposed: it was for the rotation that they began. */
    isStale: (): boolean => isStale,
    read({ kind, payload }: Entry): void {
      if (kind === 'member.approved' || kind === 'member.reinstated') approved.add(String(payload['memberId']))
      if (kind === 'member.suspended' || kind === 'member.left') {
        approved.delete(String(payload['memberId']))
        shares.delete(String(payload['memberId']))
      }
      if (kind === 'shares.taken') shares.set(String(payload['memberId']), Number(payload['shares']))
      if (kind === 'place.handed_over')
        shares.set(String(payload['newcomerId']), shares.get(String(payload['memberId'])) ?? 1)
      if (ASKING.includes(kind)) hasBegun = isStale = true
      if (kind === 'order.proposed') isStale = false
      if (kind === 'rotation.begun') hasBegun = false
    },
  }
}

export type Roll = ReturnType<typeof openRoll>
