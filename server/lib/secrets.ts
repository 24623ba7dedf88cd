import { hkdfSync, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** The keys of one installation, each derived for a single purpose, so that none can replace another. */
export type Secrets = {
  /** The key that signs access tokens. */
  readonly tokenKey: Uint8Array
  /** The key that signs file addresses. */
  readonly fileKey: Uint8Array
  /** The key that encrypts personal data at rest. */
  readonly sealKey: Uint8Array
  /** The key of the look-up indexes of sealed values. */
  readonly indexKey: Uint8Array
  /** The seed of the Ed25519 key that signs ledger heads. */
  readonly headSeed: Uint8Array
}

/**
 * The installation's keys, derived from `jwtSecret` or from a secret generated into the data folder (readable only by
 * its owner).
 */
export async function loadSecrets(options: { dataDir: string; jwtSecret: string | undefined }): Promise<Secrets> {
  return deriveSecrets(options.jwtSecret ?? (await ownSecret(options.dataDir)))
}

export function deriveSecrets(master: string): Secrets {
  const key = (purpose: string) => new Uint8Array(hkdfSync('sha256', master, 'ciranda', purpose, 32))
  return {
    tokenKey: key('access tokens'),
    fileKey: key('file addresses'),
    sealKey: key('personal data'),
    indexKey: key('look-up indexes'),
    headSeed: key('ledger heads'),
  }
}

async function ownSecret(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'secret')
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  await mkdir(dataDir, { recursive: true })
  const secret = randomBytes(48).toString('base64url')
  // With `wx`, the second of two simultaneous first starts reads the secret that the first one wrote.
  await writeFile(file, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true }).catch(
    async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  return (await readFile(file, 'utf8')).trim()
}
