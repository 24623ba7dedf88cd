import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { syncFolder } from './sync-folder.ts'

/**
 * Writes a file aside, syncs it, renames it and syncs its folder, so that it is whole or the one before, also after a power
 * cut. Makes the folder where it is missing. Only the user of this process can read the file; where that is root in somebody's folder,
 * it is that user's.
 */
export async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  const folder = path.dirname(file)
  await mkdir(folder, { recursive: true })
  // A name of its own, so that of two writers at once each writes a whole file.
  const aside = `${file}.${randomUUID()}`
  try {
    const handle = await open(aside, 'wx', 0o600)
    try {
      if (process.getuid?.() === 0) {
        const { uid, gid } = await stat(folder)
        // Some file systems keep no owners.
        if (uid !== 0) await handle.chown(uid, gid).catch(() => undefined)
      }
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(aside, file)
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  }
  await syncFolder(folder)
}
