import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { openDatabase } from '#server/database/database.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { quickFolder } from '#server/testing/quick-folder.ts'
import type { Fact } from './circle-of-people.ts'

const FOLDER = path.join(import.meta.dirname, '..', 'releases')
const PASSPHRASE = 'a release of a soak'

/** The demonstrations of earlier releases, oldest first: backups, each of a database as its release left it. */
export const releases = (): string[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.backup'))
    .sort()
    .map((name) => path.join(FOLDER, name))

/** A data folder with an earlier release's data, restored and not yet started, from which copies are made. */
export type OldFolder = {
  /** Everything that has to be there after the upgrade. */
  readonly facts: readonly Fact[]
  copyTo(folder: string): void
  remove(): void
}

/** `native`: the folder of another PostgreSQL's programs, whose folder it is to be. */
export async function makeOldFolder(release: string, native?: string): Promise<OldFolder> {
  const around = mkdtempSync(path.join(quickFolder(), 'ciranda-soak-old-'))
  const dataDir = path.join(around, 'data')
  const open = () => openDatabase({ dataDir: path.join(dataDir, 'database'), native })
  const remove = () => rmSync(around, { recursive: true, force: true })
  try {
    await restoreBackup({
      file: release,
      passphrases: [PASSPHRASE],
      dataDir,
      files: 'folder',
      open,
      jwtSecret: undefined,
    })
    const database = await open()
    try {
      const facts = await database.asOwner(async (client) => {
        const { rows: entries } = await client.query<{ circle: string; seq: string; hash: string }>(
          'select circle_id as circle, seq, hash from ledger',
        )
        const { rows: people } = await client.query<{ id: string }>('select id from users')
        const { rows: paid } = await client.query<{ id: string; status: string }>('select id, status from donations')
        return [
          ...entries.map(({ circle, seq, hash }) => ({
            about: 'an entry of before',
            sql: 'select exists (select from ledger where circle_id = $1 and seq = $2 and hash = $3)',
            values: [circle, seq, hash],
          })),
          ...people.map(({ id }) => ({
            about: 'a person of before',
            sql: 'select exists (select from users where id = $1)',
            values: [id],
          })),
          ...paid.map(({ id, status }) => ({
            about: 'a donation of before',
            sql: 'select exists (select from donations where id = $1 and status = $2)',
            values: [id, status],
          })),
        ]
      })
      return {
        facts,
        remove,
        copyTo: (folder) => copy(dataDir, folder),
      }
    } finally {
      await database.close()
    }
  } catch (error) {
    remove()
    throw error
  }
}

/** With modes and owners, on which PostgreSQL insists, and which `fs.cp` drops. */
function copy(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', `${from}/.`, to], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`cp: ${stderr}`)
}
