import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { Secrets } from './secrets.ts'

/**
 * Encrypts a text with AES-256-GCM. `owner` is authenticated with it, so that a sealed text moved to another row does
 * not open.
 */
export function seal({ sealKey }: Pick<Secrets, 'sealKey'>, text: string, owner: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', sealKey, iv)
  cipher.setAAD(Buffer.from(owner))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return `v1.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
}

/** Decrypts a text from `seal`. Throws when it was altered, moved to another row, or sealed with another key. */
export function unseal({ sealKey }: Pick<Secrets, 'sealKey'>, sealed: string, owner: string): string {
  if (!sealed.startsWith('v1.')) throw new Error('Unknown seal')
  const bytes = Buffer.from(sealed.slice(3), 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(0, 12))
  decipher.setAAD(Buffer.from(owner))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

/**
 * A keyed hash for finding a sealed value, and keeping it unique, without being able to read it. `field` separates
 * equal values of different fields.
 */
export function lookupIndex({ indexKey }: Pick<Secrets, 'indexKey'>, field: string, value: string): string {
  return createHmac('sha256', indexKey).update(`${field}:${value}`).digest('base64url')
}
