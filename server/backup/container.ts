import { createCipheriv, createDecipheriv, createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { hashRaw } from '@node-rs/argon2'
import { largeInTurn } from '#server/lib/heavy-work.ts'
import { BackupFault } from './faults.ts'

// The container of a backup: what is in it can be read and made only with the passphrase. See backup.md for every byte.

const MAGIC = 'CIRANDA-BACKUP 1\n'
const CHUNK_BYTES = 64 * 1024
const TAG_BYTES = 16
const DIGEST_BYTES = 32
const HEADER_BYTES_MAX = 4_096
const LAST = 0x8000_0000

/** Argon2id, above what OWASP recommends: a file can be tried for years, a login cannot. */
const COST = { algorithm: 2, memoryCost: 65_536, timeCost: 3, parallelism: 1 } as const

/** The part that stands readable at the beginning of the file. */
export type Header = {
  /** When it was made, ISO 8601. */
  readonly at: string
  /** How many migrations its database had seen. */
  readonly level: number
}

type Kdf = { readonly kdf: 'argon2id'; readonly memory: number; readonly time: number; readonly salt: string }

/** A small secret under a passphrase of its own, as text. */
export type SealedText = Kdf & { readonly box: string }

function newKdf(): Kdf {
  return {
    kdf: 'argon2id',
    memory: COST.memoryCost,
    time: COST.timeCost,
    salt: randomBytes(16).toString('base64url'),
  }
}

function keyOf(passphrase: string, { salt }: Kdf): Promise<Buffer> {
  const options = { ...COST, salt: Buffer.from(salt, 'base64url'), outputLen: 32 }
  return largeInTurn(() => hashRaw(passphrase.normalize('NFC'), options))
}

/** Seals a short text with a passphrase (Argon2id, AES-256-GCM). */
export async function sealText(passphrase: string, text: string): Promise<SealedText> {
  const kdf = newKdf()
  const box = encrypt(await keyOf(passphrase, kdf), nonceOf(0, true), Buffer.from(kdf.salt), Buffer.from(text))
  return { ...kdf, box: box.toString('base64url') }
}

/** Null where the passphrase is another. */
export async function openText(passphrase: string, sealed: SealedText): Promise<string | null> {
  const key = await keyOf(passphrase, sealed)
  try {
    return decrypt(key, nonceOf(0, true), Buffer.from(sealed.salt), Buffer.from(sealed.box, 'base64url')).toString(
      'utf8',
    )
  } catch {
    return null
  }
}

/** Turns contents into the bytes of a backup: header, sealed chunks, and a SHA-256 over everything before it. */
export async function sealer(
  passphrase: string,
  header: Header,
): Promise<(contents: AsyncIterable<Buffer>) => AsyncGenerator<Buffer>> {
  const kdf = newKdf()
  const check = await sealText(passphrase, 'ciranda')
  const head = Buffer.from(`${MAGIC}${JSON.stringify({ ...header, ...kdf, check })}\n`)
  return sealChunks(head, await keyOf(passphrase, kdf))
}

/** Seals contents in chunks behind a head, which is authenticated with each. No key seals more than one file. */
export function sealChunks(head: Buffer, key: Uint8Array): (contents: AsyncIterable<Buffer>) => AsyncGenerator<Buffer> {
  const bound = createHash('sha256').update(head).digest()
  return async function* (contents) {
    const all = createHash('sha256')
    const counted = (bytes: Buffer) => (all.update(bytes), bytes)
    let counter = 0
    const chunk = (bytes: Buffer, isLast: boolean) => {
      const sealed = encrypt(key, nonceOf(counter, isLast), bound, bytes)
      counter += 1
      const length = Buffer.alloc(4)
      length.writeUInt32BE((sealed.length | (isLast ? LAST : 0)) >>> 0)
      return counted(Buffer.concat([length, sealed]))
    }
    yield counted(head)
    let rest: Buffer = Buffer.alloc(0)
    for await (const piece of contents) {
      rest = rest.length === 0 ? piece : Buffer.concat([rest, piece])
      while (rest.length > CHUNK_BYTES) {
        yield chunk(rest.subarray(0, CHUNK_BYTES), false)
        rest = rest.subarray(CHUNK_BYTES)
      }
    }
    yield chunk(rest, true)
    yield all.digest()
  }
}

/**
 * Checks a file from its first to its last byte, before anything of it is used. Throws a `BackupFault` where it is no backup, was
 * cut or was altered.
 */
export async function checkFile(file: string): Promise<Header> {
  const { header } = await readHeader(file)
  const { size } = await stat(file)
  const all = createHash('sha256')
  for await (const piece of createReadStream(file, { end: Math.max(0, size - DIGEST_BYTES - 1) }))
    all.update(piece as Buffer)
  const handle = await open(file)
  try {
    const told = Buffer.alloc(DIGEST_BYTES)
    await handle.read(told, 0, DIGEST_BYTES, size - DIGEST_BYTES)
    if (!timingSafeEqual(told, all.digest())) throw new BackupFault('damaged')
  } finally {
    await handle.close()
  }
  return header
}

/** Whether the passphrase opens the file. */
export async function opensWith(file: string, passphrase: string): Promise<boolean> {
  const { header } = await readHeader(file)
  return (await openText(passphrase, header.check)) === 'ciranda'
}

/** The contents of a backup, as they were given to `sealer`. Throws `BackupFault` at the first chunk that was altered. */
export async function* openContents(file: string, passphrase: string): AsyncGenerator<Buffer> {
  const { header, head } = await readHeader(file)
  yield* openChunks(file, head, await keyOf(passphrase, header))
}

/** The contents behind a head. Throws `BackupFault` at the first chunk that was altered, and where the last is missing. */
export async function* openChunks(file: string, head: Buffer, key: Uint8Array): AsyncGenerator<Buffer> {
  const bound = createHash('sha256').update(head).digest()
  const { size } = await stat(file)
  let rest: Buffer = Buffer.alloc(0)
  let counter = 0
  for await (const piece of createReadStream(file, { start: head.length, end: size - DIGEST_BYTES - 1 })) {
    rest = Buffer.concat([rest, piece as Buffer])
    for (;;) {
      if (rest.length < 4) break
      const told = rest.readUInt32BE()
      const isLast = (told & LAST) !== 0
      const length = (told & ~LAST) >>> 0
      if (length > CHUNK_BYTES + TAG_BYTES) throw new BackupFault('damaged')
      if (rest.length < 4 + length) break
      const sealed = rest.subarray(4, 4 + length)
      rest = rest.subarray(4 + length)
      yield opened(key, nonceOf(counter, isLast), bound, sealed)
      counter += 1
      if (!isLast) continue
      if (rest.length > 0) throw new BackupFault('damaged')
      return
    }
  }
  throw new BackupFault('damaged')
}

function opened(key: Uint8Array, nonce: Buffer, bound: Buffer, sealed: Buffer): Buffer {
  try {
    return decrypt(key, nonce, bound, sealed)
  } catch {
    throw new BackupFault('damaged')
  }
}

type ReadHeader = Header & Kdf & { readonly check: SealedText }

async function readHeader(file: string): Promise<{ header: ReadHeader; head: Buffer }> {
  const head = await readHead(file, MAGIC)
  return { header: parseHeader(head.subarray(MAGIC.length).toString('utf8')), head }
}

/** The first two lines of a file: `magic`, which ends in its version, and one of JSON. */
export async function readHead(file: string, magic: string): Promise<Buffer> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new BackupFault('no_file') : error
  })
  try {
    const buffer = Buffer.alloc(HEADER_BYTES_MAX)
    const { bytesRead } = await handle.read(buffer, 0, HEADER_BYTES_MAX, 0)
    const read = buffer.subarray(0, bytesRead)
    if (!read.subarray(0, magic.length).equals(Buffer.from(magic)))
      throw new BackupFault(read.toString('latin1').startsWith(magic.replace(/\d+\n$/, '')) ? 'newer' : 'no_backup')
    const end = read.indexOf('\n', magic.length)
    if (end < 0) throw new BackupFault('damaged')
    return Buffer.from(read.subarray(0, end + 1))
  } finally {
    await handle.close()
  }
}

function parseHeader(text: string): ReadHeader {
  try {
    const header = JSON.parse(text) as ReadHeader
    // The costs of version 1 are fixed: a file may not choose how much memory opening it takes.
    if (header.kdf === 'argon2id' && header.memory === COST.memoryCost && header.time === COST.timeCost) return header
  } catch {
    // Said below, as for any other header that cannot be read.
  }
  throw new BackupFault('damaged')
}

function nonceOf(counter: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(counter), 3)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

function encrypt(key: Uint8Array, nonce: Buffer, bound: Buffer, bytes: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(bound)
  return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: Uint8Array, nonce: Buffer, bound: Buffer, sealed: Buffer): Buffer {
  if (sealed.length < TAG_BYTES) throw new Error('A seal was cut')
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(bound)
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()])
}
