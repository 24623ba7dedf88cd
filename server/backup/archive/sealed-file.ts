import { hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { syncFolder } from '#server/lib/sync-folder.ts'
import { openChunks, readHead, sealChunks } from '../container.ts'
import { BackupFault } from '../faults.ts'
import type { Line } from './line.ts'

const MAGIC = 'CIRANDA-ARCHIVED 1\n'

/** The readable part of a file in an archive: of which line it is, under which name, and when it was made there. */
export type Head = { readonly line: string; readonly name: string; readonly at: string }

/**
 * Seals contents into a file, whole or not at all. `name` says what it is within its line, and is sealed with it: a file that was
 * put in the place of another does not open.
 */
export async function writeSealed(
  line: Line,
  { name, at, file }: { name: string; at: number; file: string },
  contents: AsyncIterable<Buffer> | Buffer,
): Promise<void> {
  const salt = randomBytes(16).toString('base64url')
  const told = { line: line.id, name, at: new Date(at).toISOString(), salt }
  const head = Buffer.from(`${MAGIC}${JSON.stringify(told)}\n`)
  const aside = `${file}.${randomUUID()}`
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  try {
    await pipeline(
      Buffer.isBuffer(contents) ? Readable.from([contents]) : Readable.from(contents, { objectMode: false }),
      createGzip({ level: 4 }),
      sealChunks(head, keyOf(line, name, salt)),
      createWriteStream(aside, { flags: 'wx', mode: 0o600, flush: true }),
    )
    await rename(aside, file)
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  }
  await syncFolder(path.dirname(file))
}

/**
 * The sealed contents in pieces. Throws `BackupFault`: `archive_mixed` for a file of another line or place, `damaged` for an altered
 * one.
 */
export async function* openSealed(line: Line, name: string, file: string): AsyncGenerator<Buffer> {
  const head = await readHead(file, MAGIC)
  const told = parseHead(head)
  if (told.line !== line.id || told.name !== name) throw new BackupFault('archive_mixed', file)
  const chunks = Readable.from(openChunks(file, head, keyOf(line, name, told.salt)), { objectMode: false })
  const gunzip = createGunzip()
  chunks.on('error', (error) => gunzip.destroy(error))
  try {
    for await (const piece of chunks.pipe(gunzip)) yield piece as Buffer
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code?.startsWith('Z_') ? new BackupFault('damaged') : error
  } finally {
    chunks.destroy()
  }
}

export async function readSealed(line: Line, name: string, file: string): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of openSealed(line, name, file)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** The readable part alone. */
export async function headOf(file: string): Promise<Head> {
  return parseHead(await readHead(file, MAGIC))
}

/** Makes a sealed file survive a power cut under the name it has in another folder, which may be on another disk. */
export async function copySealed(from: string, to: string): Promise<void> {
  const aside = `${to}.${randomUUID()}`
  await mkdir(path.dirname(to), { recursive: true, mode: 0o700 })
  const source = await open(from)
  try {
    await pipeline(
      source.createReadStream({ autoClose: false }),
      createWriteStream(aside, { flags: 'wx', mode: 0o600, flush: true }),
    )
    await rename(aside, to)
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  } finally {
    await source.close()
  }
  await syncFolder(path.dirname(to))
}

function parseHead(head: Buffer): Head & { salt: string } {
  try {
    return JSON.parse(head.subarray(MAGIC.length).toString('utf8')) as Head & { salt: string }
  } catch {
    throw new BackupFault('damaged')
  }
}

/** Each file has a key of its own, so that no two chunks are ever sealed alike. */
function keyOf({ key }: Line, name: string, salt: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, Buffer.from(salt, 'base64url'), `ciranda archive: ${name}`, 32))
}
