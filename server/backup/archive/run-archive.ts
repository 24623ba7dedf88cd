import { setTimeout as wait } from 'node:timers/promises'
import type { Services } from '#server/context.ts'
import type { Logger } from '#server/database/logger.ts'
import { Archive } from './archive.ts'
import type { ArchiveState } from './archive-state.ts'

const PASS_EVERY_MS = 2_000
const LAST_PASS_MS_MAX = 3_000
const MINUTE_MS = 60_000

/** One for each open database, whoever asks first. */
const archives = new WeakMap<object, Archive>()

type Asking = Pick<Services, 'clock' | 'config' | 'database'>

/** The archive of the embedded database that this process owns; null where none is configured. */
export function archiveOf({ clock, config, database }: Asking): Archive | null {
  const { archiveDir: folder, backupPassphrase: passphrase } = config
  const { archived, asOwner } = database
  if (archived === undefined || folder === undefined || passphrase === undefined) return null
  let archive = archives.get(archived)
  if (archive === undefined) {
    archive = new Archive({ clock, config, folder, passphrase, database: { archived, asOwner } })
    archives.set(archived, archive)
  }
  return archive
}

/**
 * Archives while the process runs. `finish` is for after the database was closed: its last segment is archived too. It answers
 * whether the folder answered.
 */
export function startArchive(services: Asking, logger: Logger): { finish(): Promise<boolean> } {
  const archive = archiveOf(services)
  if (archive === null) return { finish: async () => true }
  archive.logger = logger
  let isOver = false
  const again = async () => {
    await archive.pass()
    if (!isOver) timer = setTimeout(() => void again(), PASS_EVERY_MS).unref()
  }
  let timer = setTimeout(() => void again(), 0).unref()
  return {
    finish: async () => {
      isOver = true
      clearTimeout(timer)
      // A folder that does not answer keeps nobody from ending: the next start goes on.
      const late = wait(LAST_PASS_MS_MAX, false, { ref: false })
      const isPassed = await Promise.race([archive.pass().then(() => true), late])
      return isPassed && archive.state.fault !== 'stalled'
    },
  }
}

/** The job: a base, where one is due. */
export async function archiveBase(services: Services): Promise<void> {
  await archiveOf(services)?.takeDueBase()
}

/** The state of the archive; null where none is configured. */
export function archiveState(services: Asking): ArchiveState | null {
  return archiveOf(services)?.state ?? null
}

/** Whole minutes since the newest archived segment; null where nothing can be restored yet, undefined without an archive. */
export function archiveAgeMinutes(services: Asking): number | null | undefined {
  const state = archiveState(services)
  if (state === null) return undefined
  // Without a base no segment is worth anything.
  if (state.lastAt === null || state.firstAt === null) return null
  return Math.max(0, Math.floor((services.clock.now() - state.lastAt) / MINUTE_MS))
}
