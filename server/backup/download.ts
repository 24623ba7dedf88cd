import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { desc, eq, isNull } from 'drizzle-orm'
import type { Backups } from '#contracts/backups.ts'
import { record } from '#server/access/record-access.ts'
import { hasRealCircle } from '#server/circle-store/find-circle.ts'
import type { Context } from '#server/context.ts'
import { transaction } from '#server/database/transaction.ts'
import { newId } from '#server/lib/ids.ts'
import { refuse } from '#server/lib/refusal.ts'
import { notify } from '#server/notify/notify.ts'
import { audit } from '#server/tables/audit.ts'
import { circles } from '#server/tables/circles.ts'
import { administersNow, users } from '#server/tables/users.ts'
import { archiveState } from './archive/run-archive.ts'
import { BackupFault } from './faults.ts'
import { sourceOf } from './source.ts'
import { DOWNLOAD, writeBackup } from './write-backup.ts'
import { listKeptSoon, nameAt, newestKept } from './kept.ts'

let isRunning = false

/** When backups were made last, and what a download would need. */
export async function showBackups(context: Context): Promise<Backups> {
  const { clock, config, db } = context
  const kept = config.backupDir === undefined ? [] : await listKeptSoon(config.backupDir)
  const last = newestKept(kept, clock.now())
  const [downloaded] = await db
    .select({ at: audit.at })
    .from(audit)
    .where(eq(audit.kind, 'backup.downloaded'))
    .orderBy(desc(audit.id))
    .limit(1)
  return {
    nightly: config.backupDir !== undefined,
    keep_days: config.backupKeepDays,
    last: last ? { at: new Date(last.at).toISOString(), bytes: last.bytes } : null,
    count: kept.length,
    downloaded_at: downloaded?.at.toISOString() ?? null,
    machine_passphrase: config.backupPassphrase !== undefined,
    needs_machine_passphrase: await hasRealCircle(db),
    archive: shownArchive(context),
  }
}

function shownArchive(context: Context): Backups['archive'] {
  const state = archiveState(context)
  if (state === null) return null
  const { firstAt, lastAt, fault, waitingBytes } = state
  const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  return { first_at: instant(firstAt), last_at: instant(lastAt), fault, waiting_bytes: waitingBytes }
}

/**
 * Everything of the installation, sealed with what the administrator typed. Whoever has the installation's secret can act as
 * anybody in it; so where a circle is real, the secret in the file is under the machine's own passphrase, and an administrator's
 * session alone never gets it. The backup is made whole before the first byte goes out, so that a slow connection
 * keeps no snapshot open. Every member finds it in their access log; every other administrator is told.
 */
export async function downloadBackup(
  context: Context,
  { passphrase, passphrase_again }: { passphrase: string; passphrase_again: string },
): Promise<{ stream: Readable; name: string; bytes: number }> {
  const { clock, config, db } = context
  if (passphrase !== passphrase_again) refuse('backup.passphrase_differs')
  const isReal = await hasRealCircle(db)
  if (isReal && config.backupPassphrase === undefined) refuse('backup.machine_passphrase_missing')
  if (isRunning) refuse('backup.running')
  isRunning = true
  const file = path.join(config.dataDir, `${DOWNLOAD}${newId(clock)}.backup`)
  try {
    await writeBackup(await sourceOf(context), file, {
      passphrase,
      ...(isReal ? { secretPassphrase: config.backupPassphrase! } : {}),
    })
    await tell(context)
    const { size } = await stat(file)
    const stream = createReadStream(file)
    stream.on('close', () => void rm(file, { force: true }))
    return { stream, name: nameAt(clock.now()), bytes: size }
  } catch (error) {
    await rm(file, { force: true })
    if (error instanceof BackupFault && error.code === 'no_room') refuse('file.disk_full')
    throw error
  } finally {
    isRunning = false
  }
}

async function tell(context: Context): Promise<void> {
  const { actor, db } = context
  await transaction(db, async (tx) => {
    const live = await tx.select({ id: circles.id }).from(circles).where(isNull(circles.endedAt))
    for (const { id: circleId } of live) await record(context, tx, 'backup.downloaded', { circleId, actorId: actor.id })
    for (const { id: userId } of await tx.select({ id: users.id }).from(users).where(administersNow))
      if (userId !== actor.id) await notify(context, tx, { userId, kind: 'backup.downloaded', facts: {} })
  })
}
