import { createCipheriv, createDecipheriv, createHmac, createSecretKey, randomBytes } from 'node:crypto'
import { oncePer } from './once-per.ts'
import type { Secrets } from './secrets.ts'

/** The purpose of a seal and its row: `person:<id>`, `letter:<id>`. What is authenticated with the text. */
export type SealOwner = `${string}:${string}`

type SealKeys = Pick<Secrets, 'sealKey' | 'previous'>

const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts a text with AES-256-GCM. `owner` is authenticated with it, so that a sealed text moved to another row, or to
 * another column of a row of the same id, does not open.
 */
export function seal({ sealKey }: Pick<Secrets, 'sealKey'>, text: string, owner: SealOwner): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyObject(sealKey), iv, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(owner))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return `v2.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
}

/**
 * Decrypts a text from `seal`, also one under a previous secret, and one from before purposes were part of a seal (`v1.`).
 * Throws when it was altered, cut, moved elsewhere, or sealed with an unknown key.
 */
export function unseal({ sealKey, previous = [] }: SealKeys, sealed: string, owner: SealOwner): string {
  const version = sealed.slice(0, 3)
  if (version !== 'v1.' && version !== 'v2.') throw new Error('Unknown seal')
  const bytes = Buffer.from(sealed.slice(3), 'base64url')
  // A shorter tag would be accepted as far as it goes, and can be guessed.
  if (bytes.length < IV_BYTES + TAG_BYTES) throw new Error('A seal was cut')
  const data = version === 'v2.' ? owner : owner.slice(owner.indexOf(':') + 1)
  for (const secrets of previous) {
    try {
      return open(sealKey, bytes, data)
    } catch {
      sealKey = secrets.sealKey
    }
  }
  return open(sealKey, bytes, data)
}

function open(key: Uint8Array, bytes: Buffer, data: string): string {
  const decipher = createDecipheriv('aes-256-gcm', keyObject(key), bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(data))
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
}

/**
 * A key as node:crypto keeps it, made once: made anew it took two thirds of the time of opening a field, and most of that of
 * signing an address.
 */
export const keyObject = oncePer((key: Uint8Array) => createSecretKey(key))

/**
 * A keyed hash for finding a sealed value, and keeping it unique, without being able to read it. `field` separates
 * equal values of different fields.
 */
export function lookupIndex({ indexKey }: Pick<Secrets, 'indexKey'>, field: string, value: string): string {
  return createHmac('sha256', keyObject(indexKey)).update(`${field}:${value}`).digest('base64url')
}

/**
 * The indexes by which a person is found: by e-mail, regardless of case, by CPF and by phone. Somebody without an e-mail has a
 * place of their own among the e-mails, which no address leads to.
 */
export function personIndexes(
  secrets: Pick<Secrets, 'indexKey'>,
  { email, cpf, phone = null }: { readonly email: string; readonly cpf: string | null; readonly phone?: string | null },
) {
  const address = email.trim().toLowerCase()
  const hasNone = address === '' && cpf !== null
  return {
    emailIndex: hasNone ? lookupIndex(secrets, 'without e-mail', cpf) : lookupIndex(secrets, 'email', address),
    cpfIndex: cpf === null ? null : lookupIndex(secrets, 'cpf', cpf),
    phoneIndex: phone ? lookupIndex(secrets, 'phone', phone) : null,
  }
}
