import { keptEntries } from './kept-entries.ts'

/**
 * All that the ledger which this device verified says of some members' payment keys: every commitment to them, oldest first, and
 * the number of the last entry that it has; 0 where it keeps no ledger of this circle.
 */
export type KeptCommitments = {
  readonly upTo: number
  readonly found: readonly { readonly memberId: string; readonly seq: number; readonly commitment: string }[]
}

export async function keptCommitments(circleId: string, memberIds: readonly string[]): Promise<KeptCommitments> {
  const { upTo, found } = await keptEntries(circleId, ['payment_key.committed'])
  return {
    upTo,
    found: found.flatMap(({ seq, payload: { memberId, commitment } }) =>
      memberId && commitment && memberIds.includes(memberId) ? [{ memberId, seq, commitment }] : [],
    ),
  }
}
