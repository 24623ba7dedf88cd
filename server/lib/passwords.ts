import { hash, verify } from '@node-rs/argon2'

// Argon2id with the parameters that OWASP names for 19 MiB. The library works in libuv's pool; the gate keeps the rest of the server quick.
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const AT_ONCE = 2

let running = 0
const waiting: (() => void)[] = []

/** Hashes a password for storing. */
export function hashPassword(password: string): Promise<string> {
  return gated(() => hash(password, PARAMETERS))
}

/** Whether a password is the one stored. With no stored hash it takes the same time and answers no. */
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
