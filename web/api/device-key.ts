import { del, get, keys as holders, promisifyRequest, set } from 'idb-keyval'
import { ApiError, request } from '#web/api/client.ts'
import { circleOf, personOf } from './holder.ts'
import { openStore } from './kept-store.ts'
import { quietly } from './quietly.ts'

// This device's own key of each person who signed in here, by its holder (holder.ts). The private half cannot be read, not
// even by this page: it only signs. Signing out keeps it, because a key is of no use without a session of the same person, and
// a new one at every sign-in would teach people to overlook the letter that tells of a new device.

type Kept = {
  readonly privateKey: CryptoKey
  /** The uncompressed point, in base64url. */
  readonly publicKey: string
  /** The ledger that knows it, and by which id; null until it was added. */
  readonly added: { readonly circleId: string; readonly keyId: string } | null
}

/** The reasons for which this device does not sign. */
export type WhyNot = 'no_store' | 'not_added' | 'removed' | 'refused' | 'clock' | 'waits'

/** `holdsAt`: from when on it signs, where it was added just now and has to wait. */
export type DeviceState = {
  readonly publicKey: string | null
  readonly why: WhyNot | null
  readonly holdsAt?: string | null
}

const P256 = { name: 'ECDSA', namedCurve: 'P-256' } as const
const STORE_PATIENCE_MS = 4_000

/** A browser that keeps nothing, or does not answer, is answered for: it has no key. */
function orNull<T>(work: () => Promise<T>): Promise<T | null> {
  const silence = new Promise<null>((resolve) => setTimeout(resolve, STORE_PATIENCE_MS, null))
  return Promise.race([
    Promise.resolve()
      .then(work)
      .catch(() => null),
    silence,
  ])
}

/** The keys, and beside them what each of them did (journal.ts): they come and go together. */
export const keyStore = openStore('ciranda-aparelho', 'chaves')

/** This device's key for a person, made when there is none; null where the browser can keep none. */
async function keptKey(holder: string): Promise<Kept | null> {
  if (!globalThis.crypto?.subtle || !globalThis.indexedDB) return null
  return orNull(async () => {
    const known = await get<Kept>(holder, keyStore)
    if (known) return known
    const { privateKey, publicKey } = await crypto.subtle.generateKey(P256, false, ['sign', 'verify'])
    const point = base64url(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)))
    const fresh: Kept = { privateKey, publicKey: point, added: null }
    // Of two tabs that begin at once, the first one's key stays, and the second one's is refused.
    await quietly(() => keyStore('readwrite', (keys) => promisifyRequest(keys.add(fresh, holder))))
    return (await get<Kept>(holder, keyStore)) ?? null
  })
}

/**
 * Makes this device sign for a person, when it does not yet; says why not. `isQuiet`: in a real circle the server may ask
 * who is there, and nobody is asked for a password out of the blue.
 */
export async function addDevice(holder: string, { isQuiet }: { isQuiet: boolean }): Promise<DeviceState> {
  const kept = await keptKey(holder)
  if (!kept) return { publicKey: null, why: 'no_store' }
  if (kept.added) return { publicKey: kept.publicKey, why: null }
  try {
    const { holdsAt } = await add(holder, kept, isQuiet)
    return { publicKey: kept.publicKey, why: null, holdsAt }
  } catch (error) {
    return { publicKey: kept.publicKey, why: whyNot(error) }
  }
}

async function add(holder: string, kept: Kept, isQuiet: boolean) {
  const {
    id,
    circle_id,
    holds_at: holdsAt,
  } = await request('POST /me/device-keys', { body: { public_key: kept.publicKey } }, { isQuiet })
  if (![null, circle_id].includes(circleOf(holder))) throw new NotShown('Outro círculo está na tela.')
  const added: Kept = { ...kept, added: { circleId: circle_id, keyId: id } }
  await set(holder, added, keyStore)
  return { added, holdsAt }
}

/**
 * The reason for which this device does not sign. Throws where the ledger is not the one it knows, and where the server said nothing of
 * the device: it is not reached, in trouble, or knows no session.
 */
export function whyNot(error: unknown): WhyNot {
  const isUnsaid = error instanceof ApiError && (error.status >= 500 || SAY_NOTHING.has(error.status))
  if (error instanceof NotShown || isUnsaid) throw error
  return error instanceof ApiError && error.code === 'device.taken' ? 'removed' : 'not_added'
}

const SAY_NOTHING: ReadonlySet<number> = new Set([0, 401, 408, 429])

/** Thrown where the server shows something else than this device knows, or than the screen shows: nothing is signed then. */
export class NotShown extends ApiError {
  constructor(message: string) {
    super(409, 'Not what this device knows', {
      message: `${message} Nada foi assinado nem enviado: mostre isto ao grupo.`,
    })
  }
}

/** Makes another key, where the former one was removed. */
export async function renewDevice(holder: string): Promise<DeviceState> {
  await forgetDevice(holder)
  return addDevice(holder, { isQuiet: false })
}

/** Forgets this device's key of a person. */
export async function forgetDevice(holder: string): Promise<void> {
  if (globalThis.indexedDB) await orNull(() => del(holder, keyStore))
}

/** The circle in which this device signs for a person, and the id of its key there; null where it does not yet. */
export async function addedIn(holder: string): Promise<Kept['added']> {
  return (await orNull(() => get<Kept>(holder, keyStore)))?.added ?? null
}

/** The other circles in which this device signs for a person, by the holder of its key there. */
export async function signsElsewhere(
  holder: string,
): Promise<{ readonly holder: string; readonly circleId: string }[]> {
  const person = personOf(holder)
  const all = (await orNull(() => holders(keyStore))) ?? []
  const others = all.map(String).filter((key) => key !== holder && personOf(key) === person)
  const added = await Promise.all(
    others.map(async (key) => ({ holder: key, circleId: (await addedIn(key))?.circleId })),
  )
  return added.flatMap(({ holder: own, circleId }) => (circleId === undefined ? [] : [{ holder: own, circleId }]))
}

/** The key with which this device signs in a circle, added there when it is not yet known; null where it can keep none. */
export async function signerOf(holder: string, circleId: string) {
  const kept = await keptKey(holder)
  if (!kept) return null
  // A demonstration that was begun anew has a ledger of its own.
  const own = kept.added?.circleId === circleId ? kept : (await add(holder, kept, true)).added
  return {
    keyId: own.added!.keyId,
    sign: async (text: string): Promise<string> => {
      const bytes = new TextEncoder().encode(text)
      const sig = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, own.privateKey, bytes)
      return base64url(new Uint8Array(sig))
    },
  }
}

/** After a refusal: whether the server still knows this device's key; it is added again, unless it was removed. */
export async function checkDevice(holder: string): Promise<void> {
  const kept = await keptKey(holder)
  if (kept) await set(holder, { ...kept, added: null } satisfies Kept, keyStore)
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
