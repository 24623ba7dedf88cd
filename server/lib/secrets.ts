import { hkdfSync, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { writeWhole } from './write-whole.ts'

/** Keys of one installation, each derived for one purpose, so that none can stand in for another. */
export type Secrets = {
  /** Signs access tokens. */
  readonly tokenKey: Uint8Array
  /** Signs file addresses. */
  readonly fileKey: Uint8Array
  /** Seals personal data at rest. */
  readonly sealKey: Uint8Array
  /** Keys the look-up indexes of sealed values. */
  readonly indexKey: Uint8Array
  /** Seed of the Ed25519 key that signs ledger heads. */
  readonly headSeed: Uint8Array
  /** The secrets before this one, newest first. They open what was sealed with them, and sign and seal nothing. */
  readonly previous?: readonly Secrets[]
  /** By which the database recognises the secret; it tells nothing of it. */
  readonly fingerprint: string
}

/** The database's word on its secret: the fingerprint it keeps, and whether it is too new to have anything sealed. */
export type KnownSecret = { readonly fingerprint: string | null; readonly isNew: boolean }

const LENGTH_MIN = 32

/**
 * The installation's keys, derived from `jwtSecret` or from the secret in the data folder. That one is generated for a new
 * database only: where anything is sealed already, a missing, damaged or different secret throws one clear line, and is
 * never replaced. The database may know one of the secrets before this one: `rotateSecrets` then seals everything anew.
 */
export async function loadSecrets(
  options: { dataDir: string; jwtSecret: string | undefined; previousSecrets?: readonly string[] },
  { fingerprint, isNew }: KnownSecret,
): Promise<Secrets> {
  const file = path.join(options.dataDir, 'secret')
  const name = options.jwtSecret === undefined ? file : 'JWT_SECRET'
  const master = options.jwtSecret ?? (await readSecret(file)) ?? (isNew ? await makeSecret(file) : null)
  if (master === null) throw new Error(`Falta ${file}, com que o banco foi feito. Traga-o de volta de uma cópia.`)
  if (master.length < LENGTH_MIN) throw new Error(`${name} está vazio ou estragado. Traga-o de volta de uma cópia.`)
  const previous = [...(options.previousSecrets ?? []), ...(await readPrevious(options.dataDir))]
  const known = previous.filter((one) => one.length >= LENGTH_MIN && one !== master)
  const secrets: Secrets =
    known.length === 0 ? deriveSecrets(master) : { ...deriveSecrets(master), previous: known.map(deriveSecrets) }
  if (!secrets.previous?.some((one) => one.fingerprint === fingerprint)) ensureSameSecret(secrets, fingerprint, name)
  return secrets
}

/**
 * The secrets as they are given, the present one first: for a backup, which is worth nothing without them. Throws one clear
 * line when there is none.
 */
export async function readMasters(options: {
  dataDir: string
  jwtSecret: string | undefined
  previousSecrets?: readonly string[]
}): Promise<readonly string[]> {
  const file = path.join(options.dataDir, 'secret')
  const master = options.jwtSecret ?? (await readSecret(file))
  if (master === null || master.length < LENGTH_MIN)
    throw new Error(`${file} falta ou está estragado. Traga-o de volta de uma cópia.`)
  return [...new Set([master, ...(options.previousSecrets ?? []), ...(await readPrevious(options.dataDir))])]
}

/** Throws one clear line when the database was made with another secret; `name` is where this one comes from. */
export function ensureSameSecret({ fingerprint }: Secrets, known: string | null, name = 'O segredo'): void {
  if (known !== null && known !== fingerprint)
    throw new Error(`${name} não é o segredo com que o banco foi feito. Traga aquele de volta.`)
}

export function deriveSecrets(master: string): Secrets {
  const key = (purpose: string) => new Uint8Array(hkdfSync('sha256', master, 'ciranda', purpose, 32))
  return {
    tokenKey: key('access tokens'),
    fileKey: key('file addresses'),
    sealKey: key('personal data'),
    indexKey: key('look-up indexes'),
    headSeed: key('ledger heads'),
    fingerprint: Buffer.from(key('fingerprint')).toString('base64url'),
  }
}

/**
 * Replaces the secret of a data folder by a new one, which the next start takes over. The one until now is noted first, so that
 * a process killed in between leaves a folder that starts. Throws one clear line when there is none.
 */
export async function replaceSecret(dataDir: string): Promise<void> {
  const file = path.join(dataDir, 'secret')
  const present = await readSecret(file)
  if (present === null || present.length < LENGTH_MIN) throw new Error(`${file} falta ou está estragado; nada mudou.`)
  await writeWhole(path.join(dataDir, PREVIOUS), `${[present, ...(await readPrevious(dataDir))].join('\n')}\n`)
  await makeSecret(file)
}

const PREVIOUS = 'secret.previous'

async function readPrevious(dataDir: string): Promise<string[]> {
  const text = await readSecret(path.join(dataDir, PREVIOUS))
  return [...new Set((text ?? '').split(/\s+/).filter(Boolean))]
}

/** Null when there is no such file. */
async function readSecret(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return null
  }
}

async function makeSecret(file: string): Promise<string> {
  const secret = randomBytes(48).toString('base64url')
  await writeWhole(file, `${secret}\n`)
  return secret
}
