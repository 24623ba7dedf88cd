import { paymentKeyText } from '#circle/payment-key.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import { normalizePixKey } from '#contracts/payment/pix-key.ts'
import type { PixKeyType } from '#contracts/payment/pix-key.ts'
import { request } from './client.ts'
import { keyStore } from './device-key.ts'
import { hashText } from './hash-text.ts'
import { changeJournal, readJournal } from './journal.ts'
import { readSealed, writeSealed } from './sealed-store.ts'

// The payment key that its person typed on this device as they registered, until the ledger's promise was held to it once. A
// server that admits them with another key is found so by themselves, before anybody pays.

const nameOf = (userId: string) => `digitada ${userId}`

/** Keeps the key that somebody typed. */
export async function noteTypedKey(userId: string, type: PixKeyType, typed: string): Promise<void> {
  const read = normalizePixKey(type, typed)
  if (read.ok) await writeSealed(nameOf(userId), read.key, keyStore)
}

/** Forgets it: its person asked for another key meanwhile, which the journal knows. */
export async function forgetTypedKey(userId: string): Promise<void> {
  await writeSealed(nameOf(userId), null, keyStore)
}

/**
 * Holds the circle's promise of its person's first key to the one that they typed here, once they are in a real circle and this
 * device has a journal: from then on the journal knows which the first has to be. Does nothing where nothing was typed.
 */
export async function recogniseTypedKey(userId: string): Promise<void> {
  const typed = await readSealed<string | null>(nameOf(userId), keyStore)
  if (!typed || !(await readJournal(userId))) return
  const profile = await request('GET /users/profile')
  if (!profile.adminApproved) return
  const known = isPromised(profile.pixKeyHeld, typed) ? [profile.pixKeyHeld.commitment] : []
  await changeJournal(
    userId,
    (journal) =>
      journal && { ...journal, knowsFirst: true, paidOn: [...new Set([...(journal.paidOn ?? []), ...known])] },
  )
  await forgetTypedKey(userId)
}

type Held = AnswerOf<'GET /users/profile'>['pixKeyHeld']

/** Whether a promise is of this key, as this device finds out from what opens it. */
export function isPromised(held: Held, typed: string): held is NonNullable<Held> {
  if (held === null || held.opens.pixKey !== typed) return false
  return hashText(paymentKeyText(held.opens.salt, held.opens)) === held.commitment
}
