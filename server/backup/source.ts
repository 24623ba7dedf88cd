import type { Services } from '#server/context.ts'
import { readMasters } from '#server/lib/secrets.ts'
import type { BackupSource } from './write-backup.ts'

/** The installation that runs here, as a backup needs it. */
export async function sourceOf({
  clock,
  config,
  database,
}: Pick<Services, 'clock' | 'config' | 'database'>): Promise<BackupSource> {
  return { dataDir: config.dataDir, asOwner: database.asOwner, secrets: await readMasters(config), clock }
}
