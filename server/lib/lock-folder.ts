import { spawnSync } from 'node:child_process'
import { open } from 'node:fs/promises'

/**
 * Takes a folder for this caller alone; null where another has it. The lock is the system's and ends with its process, however that
 * ends: there is no file to delete or to mistake. Answers what gives the folder back. Where a system has no flock(1), nothing is locked.
 */
export async function lockFolder(folder: string): Promise<(() => Promise<void>) | null> {
  if (process.platform === 'win32') return async () => undefined
  const handle = await open(folder, 'r')
  // The lock belongs to the opened folder, which is ours too, and not to the program that took it.
  const { status } = spawnSync('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', handle.fd] })
  if (status !== 1) return () => handle.close()
  await handle.close()
  return null
}
