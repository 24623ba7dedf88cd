import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { and, eq, gte } from 'drizzle-orm'
import { DAY_MS } from '#circle/period.ts'
import { dayOf } from '#contracts/age.ts'
import type { Notice } from '#contracts/notices/notice.ts'
import type { Services } from '#server/context.ts'
import { transaction } from '#server/database/transaction.ts'
import { dayStart } from '#server/lib/days.ts'
import { completeOutside } from '#server/lib/outside-list.ts'
import { notify } from '#server/notify/notify.ts'
import { notices } from '#server/tables/notices.ts'
import { administersNow, users } from '#server/tables/users.ts'
import { BackupFault } from './faults.ts'
import { sourceOf } from './source.ts'
import { writeBackup } from './write-backup.ts'
import { listKept, listKeptSoon, nameAt, newestKept } from './kept.ts'

const HOUR_MS = 3_600_000
/** From when on a day's backup is due, in São Paulo. */
const DUE_HOUR = 3
/** Without a new one for so long, the administrators are told once more. */
export const OLD_DAYS = 3
const KEPT_MIN = 3

/** Whole hours since the last nightly backup; null where none is there yet, undefined where none is configured. */
export async function backupAgeHours({ clock, config }: Pick<Services, 'clock' | 'config'>) {
  if (config.backupDir === undefined) return undefined
  const last = newestKept(await listKeptSoon(config.backupDir), clock.now())
  return last ? Math.max(0, Math.floor((clock.now() - last.at) / HOUR_MS)) : null
}

/**
 * The job: makes the backup that is due since 3:00 in São Paulo, and removes those past their days. A machine that was off
 * makes it up when it is on again. Administrators are told once that it failed, and once more when it has been long.
 */
export async function nightlyBackup(services: Services): Promise<void> {
  const { backupDir } = services.config
  if (backupDir === undefined) return
  // One that hangs on a network disk is not joined by the next hour's.
  let run = running.get(backupDir)
  if (!run) {
    run = makeDue(services).finally(() => running.delete(backupDir))
    running.set(backupDir, run)
  }
  await run
}

const running = new Map<string, Promise<void>>()

async function makeDue(services: Services): Promise<void> {
  const { clock, config } = services
  const { backupDir, backupPassphrase } = config
  if (backupDir === undefined || backupPassphrase === undefined) return
  const last = newestKept(await listKept(backupDir).catch(() => []), clock.now()) ?? null
  if (last && last.at >= dueSince(clock.now())) return
  try {
    const makeOne = async () =>
      writeBackup(await sourceOf(services), path.join(backupDir, nameAt(clock.now())), { passphrase: backupPassphrase })
    const past = clock.now() - config.backupKeepDays * DAY_MS
    await mkdir(backupDir, { recursive: true, mode: 0o700 })
    await makeOne().catch(async (error: unknown) => {
      // A disk that holds as many as are kept, and not one more, would hold the same ones for ever.
      if (!isFull(error) || (await removePast(backupDir, past)) === 0) throw error
      await makeOne()
    })
    await completeOutside(config.dataDir, backupDir)
    await removePast(backupDir, past)
  } catch (error) {
    const since = last?.at ?? 0
    await tellOnce(services, since, {
      kind: 'backup.failed',
      facts: { isFull: isFull(error) },
    })
    if (last && clock.now() - last.at > OLD_DAYS * DAY_MS)
      await tellOnce(services, since, { kind: 'backup.old', facts: { lastAt: last.at } })
    throw error
  }
}

function isFull(error: unknown): boolean {
  return error instanceof BackupFault && error.code === 'no_room'
}

/** The last instant at which a day's backup became due. */
function dueSince(now: number): number {
  const due = dayStart(dayOf(now)).getTime() + DUE_HOUR * HOUR_MS
  return due <= now ? due : due - DAY_MS
}

/** Removes those from before a time but for the newest, and what was cut short while it was written. Answers how many files. */
async function removePast(folder: string, before: number): Promise<number> {
  const past = (await listKept(folder)).slice(0, -KEPT_MIN).filter(({ at }) => at < before)
  const names = past.map(({ name }) => name)
  for (const name of (await readdir(folder)).filter((one) => one.endsWith('.part'))) {
    const found = await stat(path.join(folder, name)).catch(() => null)
    if (found && found.mtimeMs < before) names.push(name)
  }
  for (const name of names) await rm(path.join(folder, name), { force: true })
  return names.length
}

type BackupNotice = Extract<Notice, { kind: `backup.${string}` }>

/** Tells every administrator, unless they were told the same since `since`, the time of the last backup. */
async function tellOnce(services: Services, since: number, notice: BackupNotice): Promise<void> {
  await transaction(services.db, async (tx) => {
    for (const { id: userId } of await tx.select({ id: users.id }).from(users).where(administersNow)) {
      const told = await tx.$count(
        notices,
        and(eq(notices.userId, userId), eq(notices.kind, notice.kind), gte(notices.at, new Date(since))),
      )
      if (told === 0) await notify(services, tx, { userId, ...notice })
    }
  })
}
