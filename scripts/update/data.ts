import { execFileSync } from 'node:child_process'
import { existsSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { syncFolder } from '#server/lib/sync-folder.ts'

/** The data as they were before an update, whole, inside the data folder. */
const KEPT = 'before-update'
/** The names that a version may change, in the order in which they are put back. */
const CHANGED = ['secret', 'secret.previous', 'erased', 'files', 'database'] as const
const SPARE_BYTES = 64 * 1024 * 1024
const BLOCK_BYTES = 4096

/** Refuses where the disk has no room for a second database. Throws one line. */
export function ensureRoom(dataDir: string, more = 0): void {
  const database = path.join(dataDir, 'database')
  const needed = more + SPARE_BYTES + (existsSync(database) ? sizeOf(database) : 0)
  const { bavail, bsize } = statfsSync(dataDir)
  const missing = needed - bavail * bsize
  if (missing > 0)
    throw new Error(`Faltam ${Math.ceil(missing / 1e6)} MB no disco de ${dataDir} para atualizar: nada mudou.`)
}

/**
 * The line about a full disk that stopped an update; null where that is not why. `said`: what the tools said, in English: dpkg
 * takes away at once what it had unpacked, and the disk has room again.
 */
export function fullDisk(folders: readonly string[], said: string): string | null {
  const full = folders.find((folder) => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize < SPARE_BYTES
  })
  return full === undefined && !/no space left on device/i.test(said)
    ? null
    : `O disco de ${full ?? folders[0]} encheu durante a atualização: a versão de antes continua. Libere espaço e chame de novo.`
}

/** Bytes that a package's files need on a disk, by the list that tar gives of them. */
export function bytesOnDisk(list: string): number {
  const sizes = list.matchAll(/^\S+\s+\S+\s+(\d+) /gm)
  return [...sizes].reduce((sum, [, size]) => sum + BLOCK_BYTES * Math.max(1, Math.ceil(Number(size) / BLOCK_BYTES)), 0)
}

/** Bytes of a folder with all that is in it. */
function sizeOf(folder: string): number {
  return Number(execFileSync('du', ['-sb', folder], { encoding: 'utf8' }).split('\t')[0])
}

/** Copies what an update may change. The database is at rest. Killed anywhere, there is a whole copy or none. */
export async function keepData(dataDir: string): Promise<void> {
  const [kept, part] = [path.join(dataDir, KEPT), path.join(dataDir, `${KEPT}.part`)]
  for (const one of [kept, part]) await rm(one, { recursive: true, force: true })
  await mkdir(part, { mode: 0o711 })
  for (const name of CHANGED) {
    const from = path.join(dataDir, name)
    // Pictures are written whole and never changed: a second name is a copy.
    const how = name === 'files' ? ['-al'] : ['-a', '--reflink=auto']
    if (existsSync(from)) execFileSync('cp', [...how, from, path.join(part, name)])
  }
  execFileSync('sync', ['-f', part])
  renameSync(part, kept)
  await syncFolder(dataDir)
}

/**
 * Puts the data of before an update back. The database is at rest. Killed anywhere it is repeated: what the copy no longer holds
 * is in its place already. Where there is no copy, nothing has been changed yet.
 */
export async function putBack(dataDir: string): Promise<void> {
  const kept = path.join(dataDir, KEPT)
  for (const name of CHANGED) {
    if (!existsSync(path.join(kept, name))) continue
    rmSync(path.join(dataDir, name), { recursive: true, force: true })
    renameSync(path.join(kept, name), path.join(dataDir, name))
  }
  await forget(dataDir)
}

/** The update is over: the data of before it go, and a continuous archive begins anew with a base of its own. */
export async function forget(dataDir: string): Promise<void> {
  await rm(path.join(dataDir, 'archive', 'line'), { force: true })
  for (const name of [KEPT, `${KEPT}.part`]) await rm(path.join(dataDir, name), { recursive: true, force: true })
  if (existsSync(dataDir)) await syncFolder(dataDir)
}
