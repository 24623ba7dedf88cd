import { sha256 } from '@noble/hashes/sha2.js'
import type { LedgerEntry } from '#circle/ledger/entry.ts'
import { isEntryOf } from '#circle/ledger/known-log.ts'
import { madeBetween } from '#circle/ledger/signed-act.ts'
import type { TreeHead } from '#circle/ledger/merkle.ts'
import { paymentKeyText } from '#circle/payment-key.ts'
import type { Plan } from '#circle/plan.ts'
import { isPlannedAmount } from '#circle/planned-amount.ts'
import { planToldBy } from '#contracts/told-plans.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import type { SavedPromise } from '#web/features/circle/saved-promises.ts'
import type { Donation } from './api.ts'
import { treeOf } from './payment-keys.ts'
import type { PaymentKeys } from './payment-keys.ts'
import { hashText } from '#web/api/hash-text.ts'

/** The part that is not as it was promised: the ledger itself, the amount, the key and those whom it is about, or who reads it. */
export type Difference = 'ledger' | 'amount' | 'key' | 'person'

/**
 * Whether what a donation asks for is what the ledger promised: `kept`, and whether the device has read it in its own copy of
 * the ledger or knows it by proofs, and of which handing over (0 for none) it is; `differs`; or `absent`, where what was read of the
 * ledger has no such donation, or no key that it could promise.
 */
export type PaymentCheck =
  | { readonly is: 'kept'; readonly commitment: string; readonly read: boolean; readonly of: number }
  | { readonly is: 'differs'; readonly what: Difference }
  | { readonly is: 'absent' }

type Found = PaymentKeys['donations'][number]
type Latest = Pick<Found, 'matched'> & {
  readonly committed: LedgerEntry
  readonly commitment: string
  readonly kept: PaymentKeys['kept']
  readonly saved: SavedPromise | null
  readonly of: number
}

/**
 * Checks on the reader's device what a donation shows against the ledger's own entries: that they are in the ledger which
 * this device knows, are about this donation, its parties and the amount that the plan asks for, and that key and salt open
 * the commitment. `saved`: what this device saw before, which no later answer changes;
 * `reader`: the member whose lists have it.
 */
export function checkPayment(
  donation: Donation,
  keys: PaymentKeys,
  {
    saved,
    circle,
    reader,
  }: {
    readonly saved: SavedPromise | null
    readonly circle: Pick<AnswerOf<'GET /circle'>, 'id' | 'plan'>
    readonly reader: string | null
  },
): PaymentCheck {
  // Between two others all may be true, and no debt of the reader's.
  if (![donation.donorId, donation.receiverId].includes(reader)) return differs('person')
  const found = keys.donations.find(({ donation_id }) => donation_id === donation.id)
  if (!found || keys.circle_id !== circle.id) return saved === null ? { is: 'absent' } : differs('key')
  const tree = treeOf(keys)
  if (!tree) return differs('ledger')
  const isEntry = provenIn(keys.circle_id, tree)
  if (!goesOn(donation, keys.payments)) return differs('ledger')
  const { kind, seq } = found.matched
  if (!madeBetween.includes(kind) || !isEntry(kind, found.matched, found.matched_proof)) return differs('ledger')
  const { donationId, donorId, receiverId, type, amountCents } = found.matched.payload
  if (donationId !== donation.id || donorId !== donation.donorId || receiverId !== donation.receiverId)
    return differs('key')
  const plan = keys.plan && planIn(keys.plan.entry)
  if (!keys.plan || !plan || !isEntry(keys.plan.entry.kind, keys.plan.entry, keys.plan.proof)) return differs('ledger')
  const isAmount =
    type === donation.type &&
    amountCents === Math.round(donation.amount * 100) &&
    isLeftOf(donation) &&
    [plan, planToldBy(circle)].every((each) => isPlannedAmount(each, asked(found.matched)))
  if (!isAmount) return differs('amount')
  // The administrative account has no key of its own: it exists in demonstrations alone.
  if (receiverId === null && saved === null) return { is: 'absent' }
  const of = kind === 'donation.handed_over' ? seq : 0
  // A promise between others no longer counts, and an older one than was seen never does.
  if ((saved?.of ?? 0) > of) return differs('key')
  return checkKey(donation, keys, { found, saved: (saved?.of ?? 0) === of ? saved : null, isEntry, of })
}

/** The code is of what is missing, which is the amount less the parts that came, and a receipt that waits is of no more. */
function isLeftOf({ amount, paid, missing, parts, receipt_amount }: Donation): boolean {
  const [all, left] = [amount, missing].map((reais) => Math.round(reais * 100)) as [number, number]
  const came = parts.reduce((cents, part) => cents + Math.round(part.amount * 100), 0)
  return Math.round(paid * 100) === came && left === all - came && (receipt_amount ?? 0) <= missing
}

/** Whether a donation goes on from what the ledger on this device has of it: ended, paid in parts, or with a receipt sent. */
function goesOn(
  { id, status, paid, parts, rejections, allowed }: Donation,
  payments: PaymentKeys['payments'],
): boolean {
  const known = payments.find(({ donationId }) => donationId === id)
  if (!known) return true
  const answered = parts.length + rejections.length + (status === 'PENDING_CONFIRMATION' ? 1 : 0)
  const isAnswered = known.receipts <= answered || !allowed.includes('send_receipt')
  return !known.hasEnded && known.paidCents <= Math.round(paid * 100) && isAnswered
}

function checkKey(
  donation: Donation,
  { kept }: PaymentKeys,
  {
    found,
    saved,
    isEntry,
    of,
  }: { found: Found; saved: SavedPromise | null; isEntry: ReturnType<typeof provenIn>; of: number },
): PaymentCheck {
  const { matched, committed, committed_proof } = found
  const commitment = commitmentShown(donation)
  if (!committed || commitment === null) {
    const { pixKey, btcAddress, usdtAddress } = donation.receiver ?? {}
    const isNothing = !committed && !pixKey && !btcAddress && !usdtAddress && saved === null
    return isNothing ? { is: 'absent' } : differs('key')
  }
  if (!isEntry('payment_key.committed', committed, committed_proof ?? [])) return differs('ledger')
  const isPromised =
    committed.payload['memberId'] === donation.receiverId &&
    committed.payload['commitment'] === commitment &&
    (saved === null || saved.commitment === commitment)
  if (!isPromised) return differs('key')
  return saved?.read
    ? { is: 'kept', commitment, read: true, of }
    : checkLatest({ matched, committed, commitment, kept, saved, of })
}

/**
 * Whether a commitment is the one in force at the match. By proofs alone nobody can tell that there was none in between: what
 * this device has read of the ledger does, as far as it goes.
 */
function checkLatest({ matched, committed, commitment, kept, saved, of }: Latest): PaymentCheck {
  const before = kept.found.filter(
    ({ memberId, seq }) => memberId === matched.payload['receiverId'] && seq < matched.seq,
  )
  const isLatest =
    before.every(({ seq }) => seq <= committed.seq) && (committed.seq < matched.seq || before.length === 0)
  if (!isLatest) return differs('key')
  const read = kept.upTo >= matched.seq
  // A key that came after the match holds only for donations from before keys were promised: the whole ledger says so.
  if (committed.seq > matched.seq && !read && saved === null) return { is: 'absent' }
  return { is: 'kept', commitment, read, of }
}

/** The commitment that the key shown opens to; null where there is no whole key with its salt. */
function commitmentShown({ receiver, payment_salt }: Donation): string | null {
  const { pixKey, pixOwnerName, btcAddress = null, usdtAddress = null } = receiver ?? {}
  if (!pixKey || !pixOwnerName || payment_salt === null) return null
  const text = paymentKeyText(payment_salt, { pixKey, pixOwnerName, btcAddress, usdtAddress })
  return hashText(text)
}

function provenIn(circleId: string, tree: TreeHead) {
  return (kind: string, entry: LedgerEntry, proof: readonly string[]): boolean =>
    entry.kind === kind && isEntryOf(sha256, circleId, entry, proof, tree)
}

/** The plan that an entry gave the circle; null where it gave none. */
function planIn({ kind, payload }: LedgerEntry): Plan | null {
  return kind === 'circle.created' || kind === 'circle.plan_changed' ? (payload['plan'] as Plan) : null
}

function asked({ payload: { type, amountCents, target } }: LedgerEntry) {
  return { type: String(type), amountCents: Number(amountCents), target }
}

function differs(what: Difference): PaymentCheck {
  return { is: 'differs', what }
}
