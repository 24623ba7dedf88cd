import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The sorted keys of common passwords, one after another; made by scripts/build-common-passwords.ts. */
export const COMMON_FILE = path.join(import.meta.dirname, 'common-passwords.bin')

/** Of a hash; among 130,000 passwords one of a million million others is taken for one of them by mistake. */
export const KEY_BYTES = 6

/** The key of a password, without case, accents and spaces, in which people do not really differ. */
export function commonKey(password: string): Buffer {
  const plain = password
    .normalize('NFD')
    .replaceAll(/[\p{M}\s]/gu, '')
    .toLowerCase()
  return createHash('sha256').update(plain).digest().subarray(0, KEY_BYTES)
}

let keys: Buffer | undefined

/** Whether a password is among the hundred thousand most common ones of eight characters or more, or one common word. */
export function isCommonPassword(password: string): boolean {
  keys ??= readFileSync(COMMON_FILE)
  const wanted = commonKey(password)
  let [low, high] = [0, keys.length / KEY_BYTES]
  while (low < high) {
    const middle = (low + high) >>> 1
    const order = wanted.compare(keys, middle * KEY_BYTES, (middle + 1) * KEY_BYTES)
    if (order === 0) return true
    if (order < 0) high = middle
    else low = middle + 1
  }
  return false
}
