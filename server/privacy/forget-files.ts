import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { eq, or } from 'drizzle-orm'
import { donations } from '#server/donations/table.ts'
import type { Db } from '#server/lib/database/types.ts'
import type { Parts } from '#server/lib/http/context.ts'
import { users } from '#server/members/table.ts'
import { mentionsAny } from './forget-person.ts'
import type { Mentions } from './forget-person.ts'
import { fileRemovals } from './table.ts'

/** Removes an erased person's pictures, receipts and letters from the disk. What a crash interrupts, the job does again. */
export async function forgetFiles(parts: Parts, mentions: Mentions): Promise<void> {
  await removeForgottenFiles(parts)
  await removeLetters(parts, mentions)
}

/** Removes the files that erasures asked for and nothing points at any more; answers how many. The same picture of somebody else's stays. */
export async function removeForgottenFiles({ db, files }: Parts): Promise<number> {
  let removed = 0
  for (const { sha256 } of await db.select({ sha256: fileRemovals.sha256 }).from(fileRemovals)) {
    if (!(await isPointedAt(db, sha256)) && (await files.remove(sha256))) removed += 1
    await db.delete(fileRemovals).where(eq(fileRemovals.sha256, sha256))
  }
  return removed
}

async function isPointedAt(db: Db, sha256: string): Promise<boolean> {
  const ofUser = or(eq(users.avatar, sha256), eq(users.pixQrSha256, sha256), eq(users.btcQrSha256, sha256), eq(users.usdtQrSha256, sha256))
  return (await db.$count(users, ofUser)) > 0 || (await db.$count(donations, eq(donations.receiptSha256, sha256))) > 0
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
