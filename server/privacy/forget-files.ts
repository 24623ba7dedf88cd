import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { removeNoted } from '#server/files/remove.ts'
import type { Parts } from '#server/http/context.ts'
import { mentionsAny } from './forget-person.ts'
import type { Mentions } from './forget-person.ts'

/** Removes an erased person's pictures, receipts and letters from the disk. What a crash interrupts, the job does again. */
export async function forgetFiles(parts: Parts, mentions: Mentions): Promise<void> {
  await removeNoted(parts)
  await removeLetters(parts, mentions)
}

/** Letters that were carried no further than the data folder's outbox. */
async function removeLetters({ config }: Parts, mentions: Mentions): Promise<void> {
  const outbox = path.join(config.dataDir, 'outbox')
  for (const name of await readdir(outbox).catch(noneThere)) {
    const file = path.join(outbox, name)
    const text = await readFile(file, 'utf8').catch(() => '')
    if (mentionsAny(text, mentions)) await rm(file, { force: true })
  }
}

function noneThere(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}
