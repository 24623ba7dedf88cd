import { existsSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { DAY_MS } from '#circle/period.ts'
import type { Services } from '#server/context.ts'
import { processNamed } from '#server/database/connection-name.ts'
import type { Db } from '#server/database/types.ts'
import type { FileStore } from '#server/file-store/file-store.ts'
import { openFileStore } from '#server/file-store/open-file-store.ts'
import { findUsed, namesAfter } from '#server/files/references.ts'
import { checkFiles } from '#server/scrubber/check-files.ts'
import { BackupFault } from './faults.ts'

const AT_ONCE = 500

/**
 * Brings every picture that a row names into another home, and compares all of them there with their names before it removes one
 * here; with `keep` it removes none. Killed anywhere it is repeated. Refuses before it writes where one is missing
 * or was altered: `BackupFault` `files_missing`. Answers how many it brought.
 */
export async function moveFiles(
  { db, from, to }: { readonly db: Db; readonly from: FileStore; readonly to: FileStore },
  { keep = false } = {},
): Promise<number> {
  await ensureWhole(db, { ...to, read: async (name) => (await to.read(name)) ?? (await from.read(name)) })
  let moved = 0
  for (
    let names = await namesAfter(db, '', AT_ONCE);
    names.length > 0;
    names = await namesAfter(db, names.at(-1)!, AT_ONCE)
  )
    for (const name of names) {
      if (await to.has(name)) continue
      await to.put((await from.read(name))!)
      moved += 1
    }
  await ensureWhole(db, to)
  if (!keep) for await (const names of everything(from)) for (const name of names) await from.remove(name)
  return moved
}

async function ensureWhole(db: Db, files: FileStore): Promise<void> {
  const [first] = await checkFiles({ db, files })
  if (first) throw new BackupFault('files_missing', first.where)
}

const everything = (files: FileStore) => files.listOlder(-DAY_MS, AT_ONCE)

/** The home that `FILES` did not choose; null where nothing can be in it. */
export async function otherHome({ config, db }: Pick<Services, 'config' | 'db'>): Promise<FileStore | null> {
  if (config.files === 'folder') return openFileStore({ ...config, files: 'database' }, db)
  return existsSync(path.join(config.dataDir, 'files')) ? openFileStore({ ...config, files: 'folder' }, db) : null
}

/** Refuses a start where a row names a picture that only the other home has. */
export async function ensureFilesAtHome({
  config,
  db,
  files,
}: Pick<Services, 'config' | 'db' | 'files'>): Promise<void> {
  const other = await otherHome({ config, db })
  if (other === null) return
  for await (const names of everything(other))
    for (const name of await findUsed(db, names))
      if (!(await files.has(name)))
        throw new BackupFault(config.files === 'database' ? 'files_in_folder' : 'files_in_database')
}

/** Refuses while another process of Ciranda is connected to the database: it would store pictures where they were. */
export async function ensureStopped(db: Db): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select application_name as name from pg_stat_activity where datname = current_database()`,
  )
  const others = new Set(
    rows.map(({ name }) => processNamed(name)).filter((pid) => pid !== null && pid !== process.pid),
  )
  if (others.size > 0) throw new BackupFault('files_in_use', `processo ${[...others].join(', ')}`)
}
