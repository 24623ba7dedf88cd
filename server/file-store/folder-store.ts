import { createHash, randomUUID } from 'node:crypto'
import { access, link, mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { systemClock } from '#server/lib/clock.ts'
import type { Clock } from '#server/lib/clock.ts'
import { syncFolder } from '#server/lib/sync-folder.ts'
import { DiskFull } from './file-store.ts'
import type { FileStore } from './file-store.ts'

/** The files of a data folder, under `files/<aa>/<sha256>`. Deletes files that a crash left half-written. */
export async function folderStore({
  dataDir,
  clock = systemClock,
  isArchived = false,
}: {
  dataDir: string
  clock?: Clock
  /** Whether removed files stay in `archive/removed` of the data folder until the archive has them. */
  isArchived?: boolean
}): Promise<FileStore> {
  const root = path.join(dataDir, 'files')
  const temporary = path.join(root, 'tmp')
  await mkdir(temporary, { recursive: true, mode: 0o700 })
  await sweep(temporary, clock.now() - STALE_AFTER_MS)
  const pathOf = (sha256: string) =>
    /^[0-9a-f]{64}$/.test(sha256) ? path.join(root, sha256.slice(0, 2), sha256) : null
  const put = async (bytes: Uint8Array): Promise<string> => {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await keep(bytes, {
      temporary: path.join(temporary, randomUUID()),
      root,
      target: pathOf(sha256)!,
      at: new Date(clock.now()),
    }).catch(asDiskFull)
    return sha256
  }
  return {
    prepare: put,
    put,
    async read(sha256) {
      const file = pathOf(sha256)
      return file ? readFile(file).catch(ifMissing(null)) : null
    },
    async has(sha256) {
      const file = pathOf(sha256)
      return file !== null && (await exists(file))
    },
    async remove(sha256) {
      const file = pathOf(sha256)
      if (file && isArchived) await holdForArchive(dataDir, file)
      return file ? rm(file).then(() => true, ifMissing(false)) : false
    },
    listOlder: (ageMs, atOnce) => listOlder(root, clock.now() - ageMs, atOnce),
  }
}

/** An archive restores moments at which the file was still there. A link costs no room. */
async function holdForArchive(dataDir: string, file: string): Promise<void> {
  const held = path.join(dataDir, 'archive', 'removed')
  await mkdir(held, { recursive: true, mode: 0o700 })
  await link(file, path.join(held, path.basename(file))).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST' && error.code !== 'ENOENT') throw error
  })
}

async function* listOlder(root: string, before: number, atOnce: number): AsyncGenerator<readonly string[]> {
  let names: string[] = []
  for (const folder of (await readdir(root)).filter((name) => /^[0-9a-f]{2}$/.test(name))) {
    for (const name of await readdir(path.join(root, folder))) {
      const found = await stat(path.join(root, folder, name)).catch(ifMissing(null))
      if (found && found.mtimeMs < before) names.push(name)
      if (names.length < atOnce) continue
      yield names
      names = []
    }
  }
  if (names.length > 0) yield names
}

// Wait an hour, because another process may share the folder and be writing now.
const STALE_AFTER_MS = 3_600_000

async function keep(
  bytes: Uint8Array,
  { temporary, root, target, at }: { temporary: string; root: string; target: string; at: Date },
): Promise<void> {
  const folder = path.dirname(target)
  // Storing a file again renews its age, so that the clean-up of old files does not delete it. One that another process removes at this
  // moment is not there, however recently it was.
  const isRenewed = await utimes(target, at, at).then(() => true, ifMissing(false))
  if (!isRenewed) {
    const created = await mkdir(folder, { recursive: true, mode: 0o700 })
    if (created) await syncFolder(root)
    await writeTemporary(temporary, bytes)
    await rename(temporary, target)
  }
  // Also flush when the file existed, because the process that wrote it may not have flushed the folder yet.
  await syncFolder(folder)
}

async function writeTemporary(file: string, bytes: Uint8Array): Promise<void> {
  try {
    const handle = await open(file, 'wx', 0o600)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
}

async function sweep(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    const found = await stat(file).catch(ifMissing(null))
    if (found && found.mtimeMs < before) await rm(file, { force: true })
  }
}

function exists(file: string): Promise<boolean> {
  return access(file).then(() => true, ifMissing(false))
}

function ifMissing<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code !== 'ENOENT') throw error
    return value
  }
}

function asDiskFull(error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT') throw new DiskFull('No room for a file', { cause: error })
  throw error
}
