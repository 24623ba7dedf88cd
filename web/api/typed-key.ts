import { normalizePixKey } from '#contracts/payment/pix-key.ts'
import type { PixKeyType } from '#contracts/payment/pix-key.ts'
import { request } from './client.ts'
import { keyStore } from './device-key.ts'
import { changeJournal, noteRecognised, readJournal } from './journal.ts'
import { promisesShown } from './promised-key.ts'
import type { PromisedKey } from './promised-key.ts'
import { readSealed, writeSealed } from './sealed-store.ts'

// The payment key that its person typed on this device as they registered, until the ledger's promise was held to it once. A
// server that admits them with another key is found so by themselves, before anybody pays.

const nameOf = (userId: string) => `chave digitada ${userId}`

type Typed = Pick<PromisedKey['opens'], 'pixKey' | 'btcAddress' | 'usdtAddress'>

/** Keeps the key that somebody typed, with the addresses beside it. */
export async function noteTypedKey(
  userId: string,
  { type, pixKey, btcAddress, usdtAddress }: { readonly type: PixKeyType } & Typed,
): Promise<void> {
  const read = normalizePixKey(type, pixKey)
  if (read.ok) await writeSealed(nameOf(userId), { pixKey: read.key, btcAddress, usdtAddress }, keyStore)
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
  const typed = await readSealed<Typed | null>(nameOf(userId), keyStore)
  if (!typed || !(await readJournal(userId))) return
  const profile = await request('GET /users/profile')
  if (!profile.adminApproved) return
  const held = profile.pixKeyHeld
  if (isPromised(held, typed)) await noteRecognised(userId, held.commitment)
  await changeJournal(userId, (journal) => journal && { ...journal, knowsFirst: true })
  await forgetTypedKey(userId)
}

/** Whether a promise is of this key, and of no address for another way to pay than those beside it. */
export function isPromised(held: PromisedKey | null, typed: Typed): held is PromisedKey {
  if (held === null) return false
  const isTyped = (['pixKey', 'btcAddress', 'usdtAddress'] as const).every((name) => held.opens[name] === typed[name])
  return isTyped && promisesShown(held)
}
