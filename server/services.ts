import path from 'node:path'
import { createStateCache } from '#server/circle-store/state-cache.ts'
import { openFileStore } from '#server/file-store/open-file-store.ts'
import { movableClock, systemClock } from '#server/lib/clock.ts'
import { createEventHub } from '#server/events/stream.ts'
import type { Config } from '#server/lib/config.ts'
import { openDatabase, type OpenDatabaseOptions } from '#server/database/database.ts'
import { migrateDatabase } from '#server/database/migrate.ts'
import type { Services } from './context.ts'
import { loadSecrets } from '#server/lib/secrets.ts'
import { findKnownSecret } from '#server/database/recognize-secret.ts'
import { takeOverSecrets } from '#server/database/rotate-secrets.ts'

/** Opens and migrates the database, and creates the services that every verb gets. */
export async function createServices(
  config: Config,
  watch: Pick<OpenDatabaseOptions, 'onFailure' | 'onWait' | 'waitMs'> = {},
): Promise<Services & { setPublicUrl(url: string): void }> {
  const database = await openDatabase({
    dataDir: path.join(config.dataDir, 'database'),
    databaseUrl: config.databaseUrl,
    ownerUrl: config.migrationDatabaseUrl,
    archive: config.archiveDir !== undefined,
    ...watch,
  })
  await migrateDatabase(database)
  const secrets = await takeOverSecrets(database.db, await loadSecrets(config, await findKnownSecret(database.db)))
  let publicUrl = config.publicUrl
  const clock = config.clockAt === null ? systemClock : movableClock(config.clockAt)
  return {
    database,
    db: database.db,
    clock,
    files: await openFileStore(config, database.db),
    secrets,
    config,
    stateCache: createStateCache(),
    events: await createEventHub({ database, clock }),
    publicUrl: () => publicUrl ?? '',
    setPublicUrl: (url: string) => {
      publicUrl ??= url
    },
  }
}
