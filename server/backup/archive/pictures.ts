import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { namesIn } from '#server/lib/absent.ts'

/** The names of the pictures that are stored now. */
export async function listPictures(dataDir: string): Promise<string[]> {
  const root = path.join(dataDir, 'files')
  const folders = (await namesIn(root)).filter((name) => /^[0-9a-f]{2}$/.test(name))
  const names: string[] = []
  for (const folder of folders) names.push(...(await namesIn(path.join(root, folder))))
  return names.filter((name) => /^[0-9a-f]{64}$/.test(name))
}

/** Null where it is gone meanwhile. */
export async function readPicture(file: string): Promise<Buffer | null> {
  return await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return null
  })
}
