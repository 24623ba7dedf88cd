import { endSessionsAgain } from './access/end-sessions.ts'
import { crossEngine, forgetFormer } from './backup/cross-engine.ts'
import { ensureFilesAtHome } from './backup/move-files.ts'
import { ensureNotLost, ensureNotMoved } from './backup/moved-mark.ts'
import { ensureRestored } from './backup/restore.ts'
import type { Services } from './context.ts'
import { formerFolder } from './database/binaries.ts'
import type { OpenDatabaseOptions } from './database/database.ts'
import { noteClock } from './jobs/note-clock.ts'
import type { Config } from './lib/config.ts'
import { commitMissingKeys } from './members/commit-keys.ts'
import { eraseAgain } from './privacy/erased-list.ts'
import { demonstrationFor } from './seed/demonstration.ts'
import { makeInstallation } from './seed/installation.ts'
import type { Login } from './seed/installation.ts'
import { createServices } from './services.ts'

type Prepared = {
  readonly services: Services & { setPublicUrl(url: string): void }
  /** Those that nobody has read yet. */
  readonly logins: readonly Login[]
}

/**
 * Everything of a start before it answers: opens and migrates the database, and completes what an earlier start left. `former` is
 * the folder of PostgreSQL's former major version, for a database that is still its.
 */
export async function prepare(
  config: Config,
  watch: Pick<OpenDatabaseOptions, 'onFailure' | 'onWait' | 'waitMs'> = {},
  former = formerFolder(),
): Promise<Prepared> {
  await ensureRestored(config.dataDir)
  if (config.databaseUrl === undefined) {
    await ensureNotMoved(config.dataDir)
    await crossEngine({ ...config, former })
    await ensureNotLost(config.dataDir)
  }
  const services = await createServices(config, watch)
  await ensureFilesAtHome(services)
  if (config.databaseUrl === undefined) await forgetFormer(config.dataDir)
  await eraseAgain(services)
  await endSessionsAgain(services)
  const logins = await makeInstallation(
    services,
    config.seed === 'demo' ? demonstrationFor(config) : undefined,
    // From here on everything in a circle happens by a clock that was set by hand.
    config.clockAt === null ? undefined : noteClock,
  )
  await commitMissingKeys(services)
  return { services, logins }
}
