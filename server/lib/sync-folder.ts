import { open } from 'node:fs/promises'

/** Makes a new name in a folder outlive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows has no such thing as opening a folder; its file systems keep names by themselves.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
