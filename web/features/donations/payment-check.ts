import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { entryText } from '#circle/ledger/entry.ts'
import type { LedgerEntry } from '#circle/ledger/entry.ts'
import { paymentKeyText } from '#circle/payment-key.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import type { Donation } from './api.ts'

export type PaymentKeys = AnswerOf<'GET /ledger/payment-keys'>

/**
 * Whether the key shown for a donation is the one that the ledger promised: `kept`; `differs`; or `absent`, where what
 * was read of the ledger has no such donation, or no key that it could promise.
 */
export type PaymentCheck =
  | { readonly is: 'kept'; readonly commitment: string }
  | { readonly is: 'differs' }
  | { readonly is: 'absent' }

const DIFFERS = { is: 'differs' } as const

/**
 * Checks on the reader's device what a donation shows against the ledger's own entries: that they are what their hashes
 * say, are about this donation, its parties and its amount, and that key and salt open the commitment. `saved`: the
 * commitment that this device saw before, which no later answer changes.
 */
export function checkPayment(
  donation: Donation,
  { circle_id, donations }: PaymentKeys,
  saved: string | null,
): PaymentCheck {
  const found = donations.find(({ donation_id }) => donation_id === donation.id)
  if (!found) return saved === null ? { is: 'absent' } : DIFFERS
  const { matched, committed } = found
  const { donationId, donorId, receiverId, amountCents } = matched.payload
  const isThisOne =
    isWhole(circle_id, matched, 'donation.matched') &&
    donationId === donation.id &&
    donorId === donation.donorId &&
    receiverId === donation.receiverId &&
    amountCents === Math.round(donation.amount * 100)
  if (!isThisOne) return DIFFERS
  // The administrative account has no key of its own: it exists in demonstrations alone.
  if (receiverId === null && saved === null) return { is: 'absent' }
  const { pixKey, pixOwnerName, btcAddress, usdtAddress } = donation.receiver ?? {}
  if (!committed || !pixKey || !pixOwnerName || donation.payment_salt === null)
    return !committed && !pixKey && !btcAddress && !usdtAddress && saved === null ? { is: 'absent' } : DIFFERS
  const commitment = hashOf(
    paymentKeyText(donation.payment_salt, {
      pixKey,
      pixOwnerName,
      btcAddress: btcAddress ?? null,
      usdtAddress: usdtAddress ?? null,
    }),
  )
  const isPromised =
    isWhole(circle_id, committed, 'payment_key.committed') &&
    committed.payload['memberId'] === receiverId &&
    committed.payload['commitment'] === commitment &&
    (saved === null || saved === commitment)
  return isPromised ? { is: 'kept', commitment } : DIFFERS
}

function isWhole(circleId: string, entry: LedgerEntry, kind: string): boolean {
  return entry.kind === kind && hashOf(entryText(circleId, entry)) === entry.hash
}

function hashOf(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)))
}
