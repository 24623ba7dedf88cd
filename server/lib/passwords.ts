import { hash, verify } from '@node-rs/argon2'
import { heavyQueue } from './heavy-work.ts'
import { ensureNothingLocked } from './open-transaction.ts'

// Argon2id with the parameters that OWASP recommends for 19 MiB.
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

let parameters = PARAMETERS

/**
 * A hash with the same parameters that belongs to nobody. It is written here because one made at the first need would
 * make the first unknown address after a start take twice as long.
 */
const DECOY = '$argon2id$v=19$m=19456,t=2,p=1$OIEOXMI4x8sqCow31VJo0A$ZH0Rb9HJzH/ih6AewCoK9jjxtD+Jlo5d8zfDQNsCAIk'

const inTurn = heavyQueue()

/** Hashes a password for storage. Must not be called inside a transaction. */
export function hashPassword(password: string): Promise<string> {
  ensureNothingLocked('A password was hashed')
  return inTurn(() => hash(password, parameters))
}

/** For tests: passwords hashed after this cost next to nothing, and are not protected. */
export function hashQuickly(isQuick = true): void {
  parameters = isQuick ? { ...PARAMETERS, memoryCost: 64, timeCost: 1 } : PARAMETERS
}

/**
 * Whether a password matches the stored hash. Without one, or with what stands there for somebody who is erased, it takes the same
 * time and answers false. Must not be called inside a transaction.
 */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  ensureNothingLocked('A password was checked')
  const isHash = stored?.startsWith('$argon2') ?? false
  const matches = await inTurn(() => verify(isHash ? stored! : DECOY, password))
  return matches && isHash
}
