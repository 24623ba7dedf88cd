import { createHash } from 'node:crypto'
import { access, mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { escapeIdentifier, type Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Database } from '#server/database/database.ts'
import { isEarlier } from '#server/database/earlier.ts'
import { namesIn } from '#server/lib/absent.ts'
import type { Config } from '#server/lib/config.ts'
import { lockFolder } from '#server/lib/lock-folder.ts'
import { OUTSIDE_LISTS, readOutside, type OutsideList } from '#server/lib/outside-list.ts'
import { syncFolder } from '#server/lib/sync-folder.ts'
import { writeWhole } from '#server/lib/write-whole.ts'
import { bringForward, makeRoom } from './bring-forward.ts'
import { checkFile, openContents, opensWith, openText, type SealedText } from './container.ts'
import { BackupFault } from './faults.ts'
import { readFrames, type Frame, type Told } from './frames.ts'
import { isEmpty, levelOf, liftGuards, migrateTo, renewFiles } from './load-tables.ts'
import { digestOf, fixFormat, listOf, listTables, type Table } from './read-tables.ts'

export type RestoreOptions = {
  readonly file: string
  /** Each is tried on the file and on the secret in it. */
  readonly passphrases: readonly string[]
  readonly dataDir: string
  /** Where its pictures go. */
  readonly files: Config['files']
  /** Opens the database that is restored into. It is asked for once the file and the folder are known to be good. */
  readonly open: () => Promise<Database>
  /** The secret that the environment gives, where it gives one; else the backup's is written into the folder. */
  readonly jwtSecret: string | undefined
  /** Folders whose lists of the erased and of ended sessions count too, beside those of the file's own folder. */
  readonly listsIn?: readonly string[]
}

export type Restored = {
  readonly at: string
  readonly rows: number
  readonly files: number
  /** People whom the next start erases again, should the backup have brought them back. */
  readonly erased: number
}

const MARK = 'restoring'

/** Refuses a folder whose restoration was cut short: what is there is not all of it. */
export async function ensureRestored(dataDir: string): Promise<void> {
  if (await exists(path.join(dataDir, MARK))) throw new BackupFault('unfinished')
}

/**
 * Restores a backup into an empty folder and an empty database, of whatever kind either was. The file is checked whole before
 * anything is written, and every table is compared with it before anything is committed. Cut short, it is repeated: until then
 * no start takes the folder for a whole one. Throws `BackupFault`.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { file, dataDir } = options
  const { at } = await checkFile(file)
  const passphrase = await findPassphrase(options)
  await ensureEmptyFolder(dataDir)
  // Nothing is written yet: a passphrase that is missing is asked for now, and a list that cannot be read is told.
  const first = await readSecret(options, passphrase)
  const level = levelOf(first.hashes)
  const outside = await readLists([path.dirname(path.resolve(file)), ...(options.listsIn ?? [])])
  return await inEmptyFolder(dataDir, at, async (giveUp) => {
    const database = await openEmpty(options).catch(giveUp)
    try {
      await migrateTo(database, level)
      const counts = await database.asOwner((client) => loadAll(client, options, passphrase, isEarlier(first.hashes)))
      const erased = await writeLists(dataDir, outside, counts.erased)
      await writeSecrets(options, first.secrets)
      return { at, rows: counts.rows, files: counts.files, erased }
    } finally {
      await database.close()
    }
  })
}

async function openEmpty({ open: opens }: RestoreOptions): Promise<Database> {
  const database = await opens()
  try {
    if (!(await database.asOwner(isEmpty))) throw new BackupFault('database_not_empty')
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/**
 * Restores in a folder that is empty but for what a restoration that was cut short left there, which is removed; the mark stands in
 * it until `restore` is done. Of two at once the second is refused. `giveUp` throws on, for what fails before anything was
 * written: then the mark that this one made goes, since it would keep an installation with that folder from starting.
 */
export async function inEmptyFolder<T>(
  dataDir: string,
  note: string,
  restore: (giveUp: (error: unknown) => Promise<never>) => Promise<T>,
): Promise<T> {
  const mark = path.join(dataDir, MARK)
  await ensureEmptyFolder(dataDir)
  // Where PostgreSQL runs as another user, it passes through this folder; what is in it is private by itself.
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
  const unlock = await lockFolder(dataDir)
  if (unlock === null) throw new BackupFault('restoring')
  try {
    const wasCut = (await clearFolder(dataDir)).includes(MARK)
    await writeWhole(mark, `${note}\n`)
    const restored = await restore(async (error) => {
      if (!wasCut && (await namesIn(dataDir)).every((name) => name === MARK)) await rm(mark, { force: true })
      throw error
    })
    await rm(mark)
    await syncFolder(dataDir)
    return restored
  } finally {
    await unlock()
  }
}

async function findPassphrase({ file, passphrases }: RestoreOptions): Promise<string> {
  if (passphrases.length === 0) throw new BackupFault('no_passphrase')
  for (const one of passphrases) if (await opensWith(file, one)) return one
  throw new BackupFault('wrong_passphrase')
}

async function* framesOf(file: string, passphrase: string): AsyncGenerator<Frame> {
  const opened = Readable.from(openContents(file, passphrase), { objectMode: false })
  const gunzip = createGunzip()
  opened.on('error', (error) => gunzip.destroy(error))
  try {
    yield* readFrames(opened.pipe(gunzip) as AsyncIterable<Buffer>)
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code?.startsWith('Z_'))
      throw new BackupFault('damaged')
    throw error
  } finally {
    opened.destroy()
  }
}

/** Reads the part before the rows: the installation's secrets, and the migrations that its database had seen. */
async function readSecret(
  { file, passphrases }: RestoreOptions,
  passphrase: string,
): Promise<{ secrets: readonly string[]; hashes: readonly string[] }> {
  let sealed: SealedText | null = null
  for await (const frame of framesOf(file, passphrase)) {
    if (!('told' in frame)) break
    if (frame.told.is === 'secret') sealed = frame.told.sealed as SealedText
    if (frame.told.is !== 'migrations') continue
    if (sealed === null) break
    for (const one of [passphrase, ...passphrases]) {
      const text = await openText(one, sealed)
      if (text !== null) return { secrets: JSON.parse(text) as string[], hashes: frame.told.hashes }
    }
    throw new BackupFault('secret_passphrase')
  }
  throw new BackupFault('damaged')
}

/** Refuses a folder with anything in it, but for what a restoration that was cut short left there. Answers the names in it. */
async function ensureEmptyFolder(dataDir: string): Promise<string[]> {
  const names = await namesIn(dataDir)
  if (names.length > 0 && !names.includes(MARK)) throw new BackupFault('folder_not_empty')
  return names
}

/** Removes what a restoration that was cut short left there, which began with an empty folder. Answers the names that were there. */
async function clearFolder(dataDir: string): Promise<string[]> {
  const names = await ensureEmptyFolder(dataDir)
  for (const name of names) if (name !== MARK) await rm(path.join(dataDir, name), { recursive: true, force: true })
  return names
}

type Counts = { rows: number; files: number; erased: readonly string[] }

async function loadAll(
  client: Client,
  { file, dataDir, files }: RestoreOptions,
  passphrase: string,
  isEarlierData: boolean,
): Promise<Counts> {
  const counts: Counts = { rows: 0, files: 0, erased: [] }
  const digests = new Map<Table, string>()
  await client.query('BEGIN')
  await fixFormat(client)
  const tables = (await listTables(client)).map(({ name }) => name)
  const putBack = await liftGuards(client, tables)
  if (!(await isEmpty(client))) throw new BackupFault('database_not_empty')
  await renewFiles(client, tables)
  if (isEarlierData) await makeRoom(client)
  const frames = framesOf(file, passphrase)
  const isWhole = async (): Promise<boolean> => {
    for (let next = await frames.next(); !next.done; next = await frames.next()) {
      if (!('told' in next.value)) throw new BackupFault('damaged')
      const { told } = next.value
      if (told.is === 'table') counts.rows += await loadTable(client, told, frames, digests)
      else if (told.is === 'sequence')
        await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [
          `public.${escapeIdentifier(told.name)}`,
          told.value,
          told.isCalled,
        ])
      else if (told.is === 'file') {
        await (files === 'database' ? loadFile(client, told.sha256, frames) : restoreFile(dataDir, told.sha256, frames))
        counts.files += 1
      } else if (told.is === 'erased') counts.erased = told.ids
      else if (told.is === 'end') return told.tables === digests.size && told.files === counts.files
    }
    return false
  }
  if (!(await isWhole())) throw new BackupFault('damaged')
  for (const [table, sha256] of digests)
    if ((await digestOf(client, table)).sha256 !== sha256)
      throw new Error(`The table ${table.name} was not restored as it was.`)
  if (isEarlierData) await bringForward(client)
  await putBack()
  await client.query('COMMIT')
  await client.query('ANALYZE')
  return counts
}

async function loadTable(
  client: Client,
  table: Extract<Told, { is: 'table' }>,
  frames: AsyncGenerator<Frame>,
  digests: Map<Table, string>,
): Promise<number> {
  const digest = createHash('sha256')
  let end: Extract<Told, { is: 'table.end' }> | null = null
  async function* rows(): AsyncGenerator<Buffer> {
    for (let next = await frames.next(); !next.done; next = await frames.next()) {
      if ('told' in next.value) {
        if (next.value.told.is === 'table.end') end = next.value.told
        return
      }
      digest.update(next.value.data)
      yield next.value.data
    }
  }
  const stream = client.query(copyFrom(`COPY ${listOf(table)} FROM STDIN`))
  await pipeline(Readable.from(rows(), { objectMode: false }), stream)
  const told = end as Extract<Told, { is: 'table.end' }> | null
  if (told === null || told.rows !== stream.rowCount || told.sha256 !== digest.digest('hex'))
    throw new BackupFault('damaged')
  digests.set(table, told.sha256)
  return told.rows
}

/** Into the table. It compares the bytes with their name itself. */
async function loadFile(client: Client, sha256: string, frames: AsyncGenerator<Frame>): Promise<void> {
  const pieces: Buffer[] = []
  for (let next = await frames.next(); !next.done; next = await frames.next()) {
    if ('told' in next.value) break
    pieces.push(next.value.data)
  }
  const bytes = Buffer.concat(pieces)
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new BackupFault('damaged')
  await client.query('INSERT INTO stored_files (sha256, bytes, stored_at) VALUES ($1, $2, now())', [sha256, bytes])
}

async function restoreFile(dataDir: string, sha256: string, frames: AsyncGenerator<Frame>): Promise<void> {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new BackupFault('damaged')
  const folder = path.join(dataDir, 'files', sha256.slice(0, 2))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const digest = createHash('sha256')
  const handle = await open(path.join(folder, sha256), 'wx', 0o600)
  try {
    for (let next = await frames.next(); !next.done; next = await frames.next()) {
      if ('told' in next.value) break
      digest.update(next.value.data)
      await handle.write(next.value.data)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  if (digest.digest('hex') !== sha256) throw new BackupFault('damaged')
}

type Lists = Readonly<Record<OutsideList, readonly string[]>>

/** The lists that lie in these folders: the nightly job's has those that are newer than every backup in it. */
export async function readLists(folders: readonly string[]): Promise<Lists> {
  const lists: Record<OutsideList, readonly string[]> = { erased: [], 'ended-sessions': [] }
  for (const folder of folders)
    for (const list of OUTSIDE_LISTS) lists[list] = [...lists[list], ...(await readOutside(folder, list))]
  return lists
}

/** Writes them into the folder, with the erased that the backup itself names. Answers how many are erased. */
export async function writeLists(dataDir: string, lists: Lists, erased: readonly string[] = []): Promise<number> {
  let erasedFound = 0
  for (const list of OUTSIDE_LISTS) {
    const ids = new Set([...(list === 'erased' ? erased : []), ...lists[list]])
    if (ids.size > 0) await writeWhole(path.join(dataDir, list), `${[...ids].join('\n')}\n`)
    if (list === 'erased') erasedFound = ids.size
  }
  return erasedFound
}

/** Where the environment gives another secret, the backup's is a previous one, and the first start seals everything anew. */
export async function writeSecrets(
  { dataDir, jwtSecret }: Pick<RestoreOptions, 'dataDir' | 'jwtSecret'>,
  secrets: readonly string[],
): Promise<void> {
  const [present, ...previous] = secrets
  if (present === undefined) throw new BackupFault('damaged')
  if (jwtSecret === undefined) await writeWhole(path.join(dataDir, 'secret'), `${present}\n`)
  const before = jwtSecret === undefined || jwtSecret === present ? previous : secrets
  if (before.length > 0) await writeWhole(path.join(dataDir, 'secret.previous'), `${before.join('\n')}\n`)
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
