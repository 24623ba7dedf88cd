import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { ensureNothingLocked } from './open-transaction.ts'

// Argon2id with the parameters that OWASP recommends for 19 MiB.
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

// The library uses libuv's pool of four threads; two of them are left for files and name resolution.
const CONCURRENCY = 2
const limit = pLimit(CONCURRENCY)

/** Hashes a password for storage. Must not be called inside a transaction. */
export function hashPassword(password: string): Promise<string> {
  ensureNothingLocked('A password was hashed')
  return limit(() => hash(password, PARAMETERS))
}

/**
 * Whether a password matches the stored hash. Without a stored hash it takes the same time and answers false. Must not
 * be called inside a transaction.
 */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  ensureNothingLocked('A password was checked')
  decoy ??= hashPassword('nobody has this password')
  const against = stored ?? (await decoy)
  const matches = await limit(() => verify(against, password))
  return matches && stored !== null
}

let decoy: Promise<string> | undefined
