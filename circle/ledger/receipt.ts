import type { LedgerEntry } from './entry.ts'

/** The answer of a circle's log to a signed act: the entry that has it, signed by the log's key (Ed25519, in base64url). */
export type Receipt = Pick<LedgerEntry, 'seq' | 'hash'> & { readonly signature: string }

/** The text that a receipt's signature is of. `sig`: the device's own signature of the act. */
export function receiptText(circleId: string, { seq, hash }: Pick<Receipt, 'seq' | 'hash'>, sig: string): string {
  return ['ciranda-receipt-v1', circleId, seq, hash, sig].join('\n')
}
