import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { createStateCache } from '#server/circle-store/state-cache.ts'
import { createEventHub } from '#server/events/stream.ts'
import type { Services } from '#server/context.ts'
import { lockedBy } from '#server/database/cluster.ts'
import { openDatabase } from '#server/database/database.ts'
import { reachEmbedded } from '#server/database/embedded.ts'
import { migrateDatabase } from '#server/database/migrate.ts'
import { systemClock } from '#server/lib/clock.ts'
import { readConfig } from '#server/lib/config.ts'
import { folderStore } from '#server/file-store/folder-store.ts'
import { deriveSecrets } from '#server/lib/secrets.ts'
import { makeInstallation } from '#server/seed/installation.ts'
import { makeFolder } from './folders.ts'

/** One embedded PostgreSQL, as every installation has it, with the tables, the first circle and its administrator. */
export type Installation = {
  readonly services: Services
  /** The settings by which a server of any kind uses the same database, secret and public address. */
  readonly environment: Readonly<Record<string, string>>
  /** PostgreSQL's first process, of which all others are children, and its folder. */
  readonly postgresPid: number
  readonly cluster: string
  close(): Promise<void>
}

/** The address that links in answers begin with: the same for all servers, so that their answers can be compared. */
const PUBLIC_URL = 'http://ciranda.bench'

export async function openInstallation(): Promise<Installation> {
  const folder = makeFolder('installation')
  const dataDir = path.join(folder, 'database')
  const cluster = path.join(dataDir, 'cluster')
  const secret = randomBytes(48).toString('base64url')
  const config = readConfig({ DATA_DIR: folder, PUBLIC_URL, RATE_LIMIT: 'off', ADMIN_PASSWORD: 'senha-da-bancada' })
  const database = await openDatabase({ dataDir, poolSize: 1 })
  const close = async () => {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await migrateDatabase(database)
    const services: Services = {
      database,
      db: database.db,
      clock: systemClock,
      files: await folderStore({ dataDir: folder }),
      secrets: deriveSecrets(secret),
      config,
      stateCache: createStateCache(),
      events: await createEventHub({ database, clock: systemClock }),
      publicUrl: () => PUBLIC_URL,
    }
    await makeInstallation(services)
    return {
      services,
      environment: {
        PUBLIC_URL,
        DATABASE_URL: database.url,
        MIGRATION_DATABASE_URL: (await reachEmbedded({ dataDir }))!,
        JWT_SECRET: secret,
        FILES: 'folder',
        RATE_LIMIT: 'off',
        LOG_LEVEL: 'warn',
        SEED: 'empty',
      },
      postgresPid: lockedBy({ data: cluster })!,
      cluster,
      close: async () => {
        await services.events.close()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
