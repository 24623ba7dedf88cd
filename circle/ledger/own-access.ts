import type { PaymentKey } from '#circle/payment-key.ts'
import { paymentKeyText } from '#circle/payment-key.ts'
import type { PaymentKeyBooks } from './payment-keys.ts'
import type { RecordedKey } from './device-keys.ts'

/** The key on which a member is paid, as their profile shows it to them, with the salt that opens the ledger's commitment to it. */
export type ShownPaidOn = {
  /** Null where none is said to be promised. */
  readonly held: { readonly commitment: string; readonly salt: string } | null
  readonly key: PaymentKey
  /** The commitment of a change that is said to wait. */
  readonly waiting: string | null
  /** When (epoch ms) it is said to hold; absent where none waits. */
  readonly holdsAt?: number
}

/** A device of the member's, as it is listed to them. */
export type ShownDevice = { readonly id: string; readonly publicKey: string; readonly isRemoved: boolean }

/**
 * Whether a member was shown the key that the ledger promises to whoever pays them, and what would take its place, to which they say no.
 * `knownUpTo`: what came after that entry may be newer than the answer.
 */
export function isPaidOn(
  keys: PaymentKeyBooks,
  { memberId, knownUpTo }: { readonly memberId: string; readonly knownUpTo: number },
  { held, key, waiting, holdsAt }: ShownPaidOn,
  sha256: (text: string) => string,
): boolean {
  const promised = keys.promisedTo(memberId)
  if (promised.seq > knownUpTo) return true
  if (holdsAt !== undefined && holdsAt > (promised.holdsAt ?? 0)) return false
  if (waiting !== promised.waiting || (held?.commitment ?? null) !== promised.commitment) return false
  return held === null || sha256(paymentKeyText(held.salt, key)) === held.commitment
}

/** The first device of a member's that is not listed to them as the ledger has it: it is not theirs to take away. */
export function unlistedDevice(
  keys: readonly RecordedKey[],
  knownUpTo: number,
  listed: readonly ShownDevice[],
): RecordedKey | undefined {
  return keys.find(({ keyId, publicKey, addedSeq, removedSeq }) => {
    if (addedSeq > knownUpTo || (removedSeq ?? 0) > knownUpTo) return false
    const shown = listed.find(({ id }) => id === keyId)
    return shown?.publicKey !== publicKey || shown.isRemoved !== (removedSeq !== null)
  })
}
