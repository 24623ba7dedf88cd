import { hash, verify } from '@node-rs/argon2'

// Argon2id with the parameters that OWASP recommends for 19 MiB. The library works in libuv's thread pool; the limit
// leaves threads for the rest of the server.
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const AT_ONCE = 2

let running = 0
const waiting: (() => void)[] = []

/** Hashes a password for storage. */
export function hashPassword(password: string): Promise<string> {
  return gated(() => hash(password, PARAMETERS))
}

/** Whether a password matches the stored hash. Without a stored hash it takes the same time and answers false. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password')
  const against = stored ?? (await decoy)
  const matches = await gated(() => verify(against, password))
  return matches && stored !== null
}

let decoy: Promise<string> | undefined

async function gated<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}
