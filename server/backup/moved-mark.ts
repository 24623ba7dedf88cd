import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { exists, ignoring } from '#server/lib/absent.ts'
import { writeWhole } from '#server/lib/write-whole.ts'
import { BackupFault } from './faults.ts'

const MARK = 'moved'

/** Refuses to open a data folder's own database after it was moved: two would go on from one past. */
export async function ensureNotMoved(dataDir: string): Promise<void> {
  const told = await readFile(path.join(dataDir, MARK), 'utf8').catch(ignoring('ENOENT'))
  if (told !== undefined) throw new BackupFault('moved', told.trim())
}

/** Refuses a folder whose database is gone: it would begin anew there, with a first administrator for whoever comes first. */
export async function ensureNotLost(dataDir: string): Promise<void> {
  if (await hasDatabase(dataDir)) return
  const names: string[] = await readdir(dataDir).catch(() => [])
  if (names.includes('secret') || names.includes('erased')) throw new BackupFault('database_gone')
}

/** Notes where the database went, once that is complete. `target` is shown to the operator: no password in it. */
export async function noteMoved(dataDir: string, target: string): Promise<void> {
  await writeWhole(path.join(dataDir, MARK), `${target}\n`)
}

/** Whether a folder holds an embedded database. */
export function hasDatabase(dataDir: string): Promise<boolean> {
  return exists(path.join(dataDir, 'database'))
}
