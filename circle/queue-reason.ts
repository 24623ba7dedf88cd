import { canonicalJson } from '#circle/ledger/entry.ts'

/**
 * The text whose SHA-256, in hex, the ledger holds for the reason of a change of the queue. `seq` is the entry of the
 * change's command. The random salt keeps a short reason from being guessed; without it the hash says nothing.
 */
export function queueReasonText(
  salt: string,
  { circleId, seq, reason }: { readonly circleId: string; readonly seq: number; readonly reason: string },
): string {
  return `ciranda queue reason v1\n${canonicalJson({ salt, circle_id: circleId, seq, reason })}`
}
