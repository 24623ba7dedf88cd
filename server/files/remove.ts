import { eq } from 'drizzle-orm'
import { transaction } from '#server/database/transaction.ts'
import type { Db, Tx } from '#server/database/types.ts'
import type { Services } from '#server/context.ts'
import { fileRemovals } from '#server/tables/file-removals.ts'
import { lockFile } from './hold-images.ts'
import { findUsed } from './references.ts'

const UNUSED_AFTER_MS = 3_600_000
const BATCH = 500

/**
 * Schedules files for deletion, in the transaction that removed their last reference. Names of built-in pictures and
 * null are ignored.
 */
export async function scheduleDeletion(
  { clock }: Pick<Services, 'clock'>,
  tx: Tx | Db,
  files: readonly (string | null)[],
): Promise<void> {
  const names = [...new Set(files.filter((file): file is string => file !== null && /^[0-9a-f]{64}$/.test(file)))]
  const askedAt = new Date(clock.now())
  if (names.length > 0)
    await tx
      .insert(fileRemovals)
      .values(names.map((sha256) => ({ sha256, askedAt })))
      .onConflictDoNothing()
}

/**
 * Deletes the scheduled files that no row references any more; returns how many. If interrupted, the next run
 * continues.
 */
export async function deleteScheduled({ db, files }: Pick<Services, 'db' | 'files'>): Promise<number> {
  const scheduled = await db.select({ sha256: fileRemovals.sha256 }).from(fileRemovals)
  let deleted = 0
  for (const { sha256 } of scheduled) if (await deleteUnused({ db, files }, sha256)) deleted += 1
  return deleted
}

/**
 * Deletes files that no row ever referenced, such as pictures of a refused registration or receipt. Returns how many.
 */
export async function sweepUnused({ db, files }: Pick<Services, 'db' | 'files'>): Promise<number> {
  let deleted = 0
  for await (const names of files.listOlder(UNUSED_AFTER_MS, BATCH)) {
    const used = await findUsed(db, names)
    for (const name of names) if (!used.has(name) && (await deleteUnused({ db, files }, name))) deleted += 1
  }
  return deleted
}

/** Deletes a file if no row references it. Until the transaction ends, no row can begin to (see `holdImages`). */
async function deleteUnused({ db, files }: Pick<Services, 'db' | 'files'>, sha256: string): Promise<boolean> {
  return transaction(db, async (tx) => {
    await lockFile(tx, sha256)
    const isUsed = (await findUsed(tx, [sha256])).has(sha256)
    const isDeleted = !isUsed && (await files.remove(sha256, tx))
    await tx.delete(fileRemovals).where(eq(fileRemovals.sha256, sha256))
    return isDeleted
  })
}
