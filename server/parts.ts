import path from 'node:path'
import { createFileStore } from '#server/files/store.ts'
import { movableClock, systemClock } from '#server/lib/clock.ts'
import type { Config } from '#server/lib/config.ts'
import { openDatabase } from '#server/lib/database/database.ts'
import { migrateDatabase } from '#server/lib/database/migrate.ts'
import type { Logger } from '#server/lib/database/logger.ts'
import type { Parts } from '#server/lib/http/context.ts'
import { loadSecrets } from '#server/lib/secrets.ts'

/** Opens the database, brings it up to date, and makes the parts that every verb is called with. */
export async function openParts(config: Config, logger?: Logger): Promise<Parts & { setPublicUrl(url: string): void }> {
  const database = await openDatabase({ dataDir: path.join(config.dataDir, 'database'), databaseUrl: config.databaseUrl, ...(logger ? { logger } : {}) })
  await migrateDatabase(database)
  let publicUrl = config.publicUrl
  return {
    database,
    db: database.db,
    clock: config.clockAt === null ? systemClock : movableClock(config.clockAt),
    files: await createFileStore({ dataDir: config.dataDir }),
    secrets: await loadSecrets(config),
    config,
    memory: new Map(),
    publicUrl: () => publicUrl ?? '',
    setPublicUrl: (url: string) => {
      publicUrl ??= url
    },
  }
}
