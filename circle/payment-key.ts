import { canonicalJson } from '#circle/ledger/entry.ts'
import { DAY_MS } from './period.ts'

/** The payment details that a donor is shown: the canonical PIX key, its owner's name, and the crypto addresses, if there are any. */
export type PaymentKey = {
  readonly pixKey: string
  readonly pixOwnerName: string
  readonly btcAddress: string | null
  readonly usdtAddress: string | null
}

/**
 * The text whose SHA-256, in hex, is the commitment that the ledger holds. The random salt keeps a key that can be
 * guessed, such as a CPF or a phone, from being read out of its hash; without it the commitment says nothing.
 */
export function paymentKeyText(salt: string, key: PaymentKey): string {
  const { pixKey, pixOwnerName, btcAddress, usdtAddress } = key
  return `ciranda payment key v1\n${canonicalJson({ salt, pixKey, pixOwnerName, btcAddress, usdtAddress })}`
}

/** Those who can ask for a key to be changed. */
export type KeyAuthor = 'member' | 'administration'

/** How long a changed key waits in a real circle before it holds, in ms. An administrator's can be confirmed sooner. */
export const KEY_WAIT_MS: Readonly<Record<KeyAuthor, number>> = { member: DAY_MS, administration: 3 * DAY_MS }
