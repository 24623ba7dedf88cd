import { del, get, set } from 'idb-keyval'
import type { UseStore } from 'idb-keyval'
import { keptStore } from './kept-store.ts'

/** The key of this device. It can be used by these pages and read by nobody, not even by them. */
const KEY = 'ciranda-chave'

type Sealed = { readonly iv: Uint8Array<ArrayBuffer>; readonly data: ArrayBuffer }

// A number that grows when everything is removed, so that what is being sealed meanwhile is not written after it.
let removals = 0

/**
 * Keeps a value on this device under a name, sealed (AES-GCM) with a key that cannot be exported: the files of a browser,
 * or a copy of them elsewhere, tell nothing. Where the browser seals or stores nothing, nothing is kept.
 */
export async function writeSealed(name: string, value: unknown, store = keptStore): Promise<void> {
  const before = removals
  const key = await deviceKey(store)
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const data = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv },
    key,
    new TextEncoder().encode(JSON.stringify(value)),
  )
  if (removals === before) await set(name, { iv, data } satisfies Sealed, store)
}

/** The value kept under a name; undefined where there is none, or none that opens. */
export async function readSealed<T>(name: string, store = keptStore): Promise<T | undefined> {
  const [kept, key] = await Promise.all([get<Sealed>(name, store), get<CryptoKey>(KEY, store)])
  if (!kept) return undefined
  try {
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: kept.iv }, key!, kept.data)
    return JSON.parse(new TextDecoder().decode(plain)) as T
  } catch {
    // From before values were sealed, or sealed with a key that is gone: it says nothing any more.
    await del(name, store)
    return undefined
  }
}

/** Removes a value, and first the key, without which a remainder on the disk says nothing. */
export async function removeSealed(name: string): Promise<void> {
  removals += 1
  await del(KEY, keptStore)
  await del(name, keptStore)
}

async function deviceKey(store: UseStore): Promise<CryptoKey> {
  const kept = await get<CryptoKey>(KEY, store)
  if (kept) return kept
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  await set(KEY, made, store)
  return made
}
