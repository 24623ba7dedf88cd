import type { Db } from '#server/database/types.ts'
import type { Config } from '#server/lib/config.ts'
import type { FileStore } from './file-store.ts'
import { folderStore } from './folder-store.ts'
import { tableStore } from './table-store.ts'

/** The home of the pictures that `FILES` chooses. */
export async function openFileStore(
  { dataDir, archiveDir, files }: Pick<Config, 'dataDir' | 'archiveDir' | 'files'>,
  db: Db,
): Promise<FileStore> {
  return files === 'database' ? tableStore({ db }) : folderStore({ dataDir, isArchived: archiveDir !== undefined })
}
