import { randomBytes } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { writeWhole } from '#server/lib/write-whole.ts'
import { openText, sealText } from '../container.ts'
import { BackupFault } from '../faults.ts'
import type { Origin } from './origin.ts'

const IS = 'CIRANDA-ARCHIVE 1'
const FILE = 'line'

const told = z.object({
  is: z.literal(IS),
  id: z.string(),
  system: z.string(),
  timeline: z.int(),
  postgres: z.int(),
  startedAt: z.iso.datetime(),
  key: z.object({
    kdf: z.literal('argon2id'),
    memory: z.int(),
    time: z.int(),
    salt: z.string(),
    box: z.string(),
  }),
})
type Told = z.infer<typeof told>

/**
 * One unbroken life of a database, in a folder of its own: nothing of another is ever in it. A restoration, another database, another
 * passphrase or another folder begins a new one.
 */
export type Line = Origin & {
  readonly id: string
  readonly startedAt: string
  /** The folder. */
  readonly folder: string
  /** From which the key of every file in it is derived; it stands there under the passphrase. */
  readonly key: Buffer
}

/** Begins a line in the archive's folder, and notes in `own`, the installation's, that it is the one that goes on. */
export async function beginLine(
  archive: string,
  own: string,
  { origin, passphrase, at }: { origin: Origin; passphrase: string; at: number },
): Promise<Line> {
  const startedAt = new Date(at).toISOString()
  const id = `${startedAt.slice(0, 19).replaceAll(/[-:]/g, '')}Z-${randomBytes(4).toString('hex')}`
  const key = randomBytes(32)
  const line: Told = { is: IS, id, ...origin, startedAt, key: await sealText(passphrase, key.toString('base64url')) }
  await writeWhole(path.join(archive, id, FILE), `${JSON.stringify(line)}\n`)
  await writeWhole(path.join(own, FILE), `${JSON.stringify({ archive: path.resolve(archive), line })}\n`)
  return { ...origin, id, startedAt, folder: path.join(archive, id), key }
}

/** The line that goes on, where the folder, the database and the passphrase are still those that it was begun with. */
export async function findOwnLine(
  archive: string,
  own: string,
  { origin, passphrase }: { origin: Origin; passphrase: string },
): Promise<Line | null> {
  const text = await readFile(path.join(own, FILE), 'utf8').catch(() => null)
  if (text === null) return null
  const noted = z.object({ archive: z.string(), line: told }).safeParse(parse(text))
  if (!noted.success || noted.data.archive !== path.resolve(archive)) return null
  const { line } = noted.data
  if (line.system !== origin.system || line.timeline !== origin.timeline || line.postgres !== origin.postgres)
    return null
  return await openLine(line, path.join(archive, line.id), [passphrase])
}

/** Whether the line is where it was begun: a disk that is not mounted leaves an empty folder behind. */
export async function isThere({ folder, id }: Line): Promise<boolean> {
  const line = await readLine(folder)
  return line?.id === id
}

/**
 * The lines in a folder that one of the passphrases opens, oldest first; the folder may also be that of a line. Throws `BackupFault`
 * where there is none, or none opens.
 */
export async function findLines(folder: string, passphrases: readonly string[]): Promise<Line[]> {
  const names = await readdir(folder).catch(() => {
    throw new BackupFault('archive_gone')
  })
  const lines: Line[] = []
  let found = 0
  for (const place of [folder, ...names.map((name) => path.join(folder, name))]) {
    const line = await readLine(place)
    if (line === null) continue
    found += 1
    const opened = await openLine(line, place, passphrases)
    if (opened) lines.push(opened)
  }
  if (found === 0) throw new BackupFault('archive_empty')
  if (passphrases.length === 0) throw new BackupFault('no_passphrase')
  if (lines.length === 0) throw new BackupFault('wrong_passphrase')
  return lines.toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt))
}

/** Null where the folder is not that of a line. */
export async function readLine(folder: string): Promise<Told | null> {
  const text = await readFile(path.join(folder, FILE), 'utf8').catch(() => null)
  const read = text === null ? null : told.safeParse(parse(text))
  return read?.success ? read.data : null
}

async function openLine({ key, is: _, ...line }: Told, folder: string, passphrases: readonly string[]) {
  for (const passphrase of passphrases) {
    const text = await openText(passphrase, key)
    if (text !== null) return { ...line, folder, key: Buffer.from(text, 'base64url') }
  }
  return null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
