import { mkdir, open, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Client } from 'pg'
import { z } from 'zod'
import { ignoring, namesIn } from '#server/lib/absent.ts'
import { BackupFault } from '../faults.ts'
import { data, readFrames, tell, type Frame } from '../frames.ts'
import { type Line } from './line.ts'
import { openSealed, readSealed } from './sealed-file.ts'

/** Not copied, as with pg_basebackup: the log has files of its own, the rest is made anew at every start. */
const EMPTY = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|backup_manifest|recovery\.signal|standby\.signal|pg_internal\.init.*|pgsql_tmp.*)$/
/** Says at which point of the log a start begins: read last, so that it is not older than what was copied. */
const CONTROL = 'global/pg_control'
const PIECE_BYTES = 64 * 1024

const end = z.object({
  number: z.int(),
  /** The first and the last segment without which the base is worth nothing. */
  from: z.string(),
  to: z.string(),
  /** From when on a moment can be reached with it, by PostgreSQL's clock. */
  endedAt: z.iso.datetime(),
  /** The migrations that its database had seen. */
  migrations: z.array(z.string()),
  /** Pictures that were there when it began. */
  files: z.array(z.string()),
})
/** The note that is written once a base is whole. */
export type Base = z.infer<typeof end>

export const baseName = (number: number): string => `bases/${String(number).padStart(6, '0')}.base`
export const endName = (number: number): string => `bases/${String(number).padStart(6, '0')}.end`

/** The numbers of all bases that were ever begun here, and the bases that are whole, oldest first. */
export async function listBases(line: Line): Promise<{ numbers: number[]; bases: Base[] }> {
  const names = await namesIn(path.join(line.folder, 'bases'))
  const numbers = names.flatMap((name) => /^(\d{6})\.(base|end)$/.exec(name)?.[1] ?? []).map(Number)
  const bases: Base[] = []
  for (const number of new Set(numbers)) {
    const name = endName(number)
    if (!names.includes(path.basename(name)) || !names.includes(path.basename(baseName(number)))) continue
    const text = await readSealed(line, name, path.join(line.folder, name))
    bases.push(end.parse(JSON.parse(text.toString('utf8'))))
  }
  return { numbers, bases: bases.toSorted((a, b) => a.number - b.number) }
}

/**
 * The contents of a base: PostgreSQL's data directory copied while it runs, between its own notes of where that began and ended.
 * `onEnd` is told what the notes say. `client` is the superuser's, and is left as it was.
 */
export async function* copyCluster(
  client: Client,
  folder: string,
  onEnd: (told: Pick<Base, 'from' | 'to' | 'endedAt'>) => void,
): AsyncGenerator<Buffer> {
  const { rows: begun } = await client.query<{ from: string }>(
    `SELECT pg_walfile_name(pg_backup_start('ciranda', fast => true)) AS "from"`,
  )
  let control: Buffer | null = null
  // One for all files: a stream takes two such of its own for each, and most files are small.
  const piece = Buffer.alloc(PIECE_BYTES)
  for await (const frame of walk(folder, '', piece)) yield frame
  while (control === null) control = await readControl(folder)
  yield tell({ is: 'cluster.file', path: CONTROL })
  yield data(control)
  const { rows: ended } = await client.query<{ to: string; endedAt: Date; label: string }>(
    `SELECT pg_walfile_name(lsn) AS "to", clock_timestamp() AS "endedAt", labelfile AS label
     FROM pg_backup_stop(wait_for_archive => false)`,
  )
  const { to, endedAt, label } = ended[0]!
  yield tell({ is: 'cluster.file', path: 'backup_label' })
  yield data(Buffer.from(label))
  // Rounded up: at this instant everything that was copied is settled.
  onEnd({ from: begun[0]!.from, to, endedAt: new Date(endedAt.getTime() + 1).toISOString() })
}

async function* walk(root: string, below: string, piece: Buffer): AsyncGenerator<Buffer> {
  const entries = await readdir(path.join(root, below), { withFileTypes: true }).catch(ignoring('ENOENT'))
  for (const entry of (entries ?? []).toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const place = path.posix.join(below, entry.name)
    if (LEFT_OUT.test(entry.name) || place === CONTROL) continue
    if (entry.isDirectory()) {
      yield tell({ is: 'cluster.folder', path: place })
      if (place === 'pg_wal') yield tell({ is: 'cluster.folder', path: 'pg_wal/archive_status' })
      if (!EMPTY.includes(place)) yield* walk(root, place, piece)
    } else if (entry.isFile()) yield* readFileFrames(root, place, piece)
  }
}

/** A file may be removed meanwhile, or cut: the log says so too, and repeats it. */
async function* readFileFrames(root: string, place: string, piece: Buffer): AsyncGenerator<Buffer> {
  const handle = await open(path.join(root, place)).catch(ignoring('ENOENT'))
  if (!handle) return
  try {
    yield tell({ is: 'cluster.file', path: place })
    for (;;) {
      const { bytesRead } = await handle.read(piece, 0, piece.length, null)
      if (bytesRead === 0) return
      yield data(piece.subarray(0, bytesRead))
    }
  } finally {
    await handle.close()
  }
}

/** Null where it was written while it was read. */
async function readControl(root: string): Promise<Buffer | null> {
  const [first, second] = [await readFile(path.join(root, CONTROL)), await readFile(path.join(root, CONTROL))]
  return first.equals(second) ? first : null
}

/** Writes the data directory of a base into a folder that is not there yet. Throws `BackupFault`. */
export async function unpackBase(line: Line, { number }: Base, folder: string): Promise<void> {
  const name = baseName(number)
  const frames = readFrames(openSealed(line, name, path.join(line.folder, name)))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  let handle: Awaited<ReturnType<typeof open>> | null = null
  try {
    for await (const frame of frames) {
      if ('data' in frame) {
        if (handle === null) throw new BackupFault('damaged')
        await handle.writeFile(frame.data)
        continue
      }
      await handle?.sync()
      await handle?.close()
      handle = null
      const place = path.join(folder, placeIn(frame.told))
      if (frame.told.is === 'cluster.folder') await mkdir(place, { recursive: true, mode: 0o700 })
      else handle = await open(place, 'wx', 0o600)
    }
    await handle?.sync()
  } finally {
    await handle?.close()
  }
}

/** Nothing is written beside the folder, whatever a base says. */
function placeIn(told: Extract<Frame, { told: unknown }>['told']): string {
  if (told.is !== 'cluster.folder' && told.is !== 'cluster.file') throw new BackupFault('damaged')
  if (!/^[\w.-]+(\/[\w.-]+)*$/.test(told.path) || told.path.split('/').some((part) => /^\.+$/.test(part)))
    throw new BackupFault('damaged')
  return told.path
}
