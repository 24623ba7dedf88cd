import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'

export type FolderLock = { release(): void }

// Held here as well, because a collected connection would let go of its lock.
const held = new Set<DatabaseSync>()

const BUSY = 5

/**
 * Takes the folder for this process alone, or throws one line that names who has it.
 *
 * The lock is the kernel's, taken through SQLite because Node has no flock of its own: it ends with the
 * process however that ends, so there is no stale lock to recognise and a reused pid cannot mislead.
 * The file must not be opened in any other way by this process, or the kernel lets go of the lock.
 */
export function lockFolder(folder: string): FolderLock {
  const pidFile = join(folder, 'database.pid')
  const lock = new DatabaseSync(join(folder, 'database.lock'))
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== BUSY) {
      throw new Error(
        `The folder ${folder} cannot be locked (${(error as Error).message}). Put DATA_DIR on a local disk.`,
        { cause: error },
      )
    }
    const owner = `process ${readPid(pidFile) ?? 'of unknown number'}`
    throw new Error(`The folder ${folder} is in use by ${owner}. Stop it first, or give another DATA_DIR.`, {
      cause: error,
    })
  }
  held.add(lock)
  writeFileSync(pidFile, `${process.pid}\n`)
  return {
    release() {
      if (!held.delete(lock)) return
      rmSync(pidFile, { force: true })
      lock.close()
    },
  }
}

function readPid(file: string): string | null {
  try {
    return /^\d+/.exec(readFileSync(file, 'utf8'))?.[0] ?? null
  } catch {
    return null
  }
}
