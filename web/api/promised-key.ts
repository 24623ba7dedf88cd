import { paymentKeyText } from '#circle/payment-key.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import { hashText } from './hash-text.ts'

export type PromisedKey = NonNullable<AnswerOf<'GET /users/profile'>['pixKeyHeld']>

/** Whether the key that is shown is the one that the ledger promises, as this device finds out. */
export function promisesShown({ commitment, opens }: PromisedKey): boolean {
  return hashText(paymentKeyText(opens.salt, opens)) === commitment
}
