import { appendFile, mkdir, open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { ignoring } from './absent.ts'
import { isId } from './ids.ts'

/**
 * Lists kept outside the database too, one id a line, of people who were erased and of sessions that were ended: the next start ends
 * again what a restored backup brought back.
 */
export const OUTSIDE_LISTS = ['erased', 'ended-sessions'] as const

export type OutsideList = (typeof OUTSIDE_LISTS)[number]

/** Adds ids to a list in this folder, in a way that survives a power cut. */
export async function addOutside(folder: string, list: OutsideList, ids: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  const handle = await open(path.join(folder, list), 'a', 0o600)
  try {
    // Begun on a line of its own: the one before may have been torn by a power cut.
    await handle.writeFile(`\n${ids.join('\n')}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The ids of a list in this folder; none where there is no such file. */
export async function readOutside(folder: string, list: OutsideList): Promise<string[]> {
  const text = await readFile(path.join(folder, list), 'utf8').catch(ignoring('ENOENT'))
  return [...new Set((text ?? '').split('\n').filter(isId))]
}

/** The lists lie beside the backups, so that one put back brings nobody and no session back that ended after it. */
export async function completeOutside(dataDir: string, backupDir: string): Promise<void> {
  for (const list of OUTSIDE_LISTS) {
    const there = new Set(await readOutside(backupDir, list))
    const missing = (await readOutside(dataDir, list)).filter((id) => !there.has(id))
    if (missing.length > 0) await appendFile(path.join(backupDir, list), `\n${missing.join('\n')}\n`, { mode: 0o600 })
  }
}
