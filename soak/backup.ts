import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client, escapeIdentifier } from 'pg'
import { fixFormat, listTables, readRows } from '#server/backup/read-tables.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import { openDatabase } from '#server/database/database.ts'
import type { Database } from '#server/database/database.ts'
import { folderStore } from '#server/file-store/folder-store.ts'
import { copyDatabase } from '#server/testing/postgres-server.ts'
import type { TestServer } from '#server/testing/postgres-server.ts'
import { quickFolder } from '#server/testing/quick-folder.ts'
import { SECRET } from '#server/testing/test-app.ts'
import { ensureWhole } from './apps/ensure-whole.ts'
import { ensureKept, peopleOf } from './apps/people.ts'
import { makeWorld, withTestServer } from './apps/test-server.ts'
import type { App } from './apps/test-server.ts'
import { restoreAfterKill, restoreMoments } from './archive.ts'
import type { Dice } from './frame/dice.ts'
import { eachRound } from './frame/each-round.ts'
import type { Part, Report } from './frame/part.ts'

const PASSPHRASE = 'uma frase do ensaio, bem comprida'
const AT_ONCE = 4
/** A round restores so many. */
const RESTORED = 2
/** In the last two of so many rounds it is the archive's moments. */
const TURNS = 8

/**
 * A round restores two. One backup is made while people act: everything acknowledged before it began is there, no row lacks its file,
 * and the verifier finds nothing. Then one is made when they rest: every table, file and ledger head is as it was. Two of eight
 * rounds are of the continuous archive (`soak/archive.ts`).
 */
export const backup: Part = {
  name: 'backup',
  unit: 'restored backups',
  full: 500,
  small: 1,
  run: (course) =>
    withTestServer((server) =>
      eachRound(
        course,
        async ({ index, dice }) => {
          const turn = (index / RESTORED) % TURNS
          if (turn === TURNS - 1) await restoreAfterKill(dice, course.report)
          else if (turn === TURNS - 2) await restoreMoments(dice, course.report)
          else await backUpTwice(server, dice, course.report)
        },
        { units: RESTORED },
      ),
    ),
}

async function backUpTwice(server: TestServer, dice: Dice, report: Report): Promise<void> {
  const folder = mkdtempSync(path.join(quickFolder(), 'ciranda-soak-backup-'))
  const world = await makeWorld(server)
  try {
    const app = await world.open()
    const circle = await peopleOf(world, [app], dice)
    await circle.pull(dice)
    let isOver = false
    const living = circle.live(() => isOver, dice, { atOnce: AT_ONCE })
    await wait(dice.between(100, 600))
    const known = circle.facts.length
    const under = path.join(folder, 'under-load.backup')
    await writeBackup(sourceOf(app), under, { passphrase: PASSPHRASE })
    await wait(dice.between(0, 200))
    isOver = true
    await living
    const facts = circle.facts
    await withRestored(server, under, path.join(folder, 'first'), async (restored, dataDir) => {
      circle.facts = facts.slice(0, known)
      report.count('acknowledged effects looked for', known)
      await ensureKept(circle, await restoredApp(app, restored, dataDir))
    })
    circle.facts = facts
    await ensureKept(circle, app)
    const rest = path.join(folder, 'at-rest.backup')
    await writeBackup(sourceOf(app), rest, { passphrase: PASSPHRASE })
    const before = await pictureOf(app.database, app.services.config.dataDir)
    await withRestored(server, rest, path.join(folder, 'second'), async (restored, dataDir) => {
      const after = await pictureOf(restored, dataDir)
      // A file that no row names is in no backup; one that a row names, and that is missing, the scrubber finds.
      const names = [...Object.keys(before).filter((what) => !what.startsWith('file ')), ...Object.keys(after)]
      const differing = names.filter((what) => before[what] !== after[what])
      if (differing.length > 0) throw new Error(`Restored, these are not as they were: ${differing.join(', ')}`)
      report.count('tables, ledgers and files compared', Object.keys(after).length)
      await ensureWhole(await restoredApp(app, restored, dataDir))
    })
    await ensureWhole(app)
  } finally {
    await world.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The same app, on what was restored. */
async function restoredApp(app: App, database: Database, dataDir: string): Promise<App> {
  const files = await folderStore({ dataDir })
  return { ...app, database, services: { ...app.services, database, db: database.db, files } }
}

const sourceOf = ({ services: { config, database, clock } }: App) => ({
  dataDir: config.dataDir,
  asOwner: database.asOwner,
  secrets: [SECRET],
  clock,
})

/** Restores into a new database and a new folder, which are removed afterwards. */
async function withRestored(
  { postgres }: TestServer,
  file: string,
  dataDir: string,
  look: (database: Database, dataDir: string) => Promise<void>,
): Promise<void> {
  const name = `${postgres.run}_${crypto.randomUUID().slice(0, 8)}`
  const addresses = await copyDatabase(postgres, 'template0', name)
  const open = () => openDatabase({ dataDir: 'unused', ...addresses })
  try {
    await restoreBackup({ file, passphrases: [PASSPHRASE], dataDir, files: 'folder', open, jwtSecret: SECRET })
    const database = await open()
    try {
      await look(database, dataDir)
    } finally {
      await database.close()
    }
  } finally {
    const client = new Client({ connectionString: postgres.url })
    await client.connect()
    await client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`)
    await client.end()
  }
}

/** The digest of every table and ledger head, and the files by their names, which are their digests. */
async function pictureOf(database: Database, dataDir: string): Promise<Record<string, string>> {
  return database.asOwner(async (client) => {
    await client.query('BEGIN')
    await fixFormat(client)
    const seen: Record<string, string> = {}
    for (const table of await listTables(client)) {
      const digest = createHash('sha256')
      for await (const piece of readRows(client, table) as AsyncIterable<Buffer>) digest.update(piece)
      seen[`table ${table.name}`] = digest.digest('hex')
    }
    const { rows: heads } = await client.query<{ id: string; head: string }>(
      `select id, seq || ' ' || head_hash as head from circles`,
    )
    for (const { id, head } of heads) seen[`ledger ${id}`] = head
    await client.query('COMMIT')
    const files = path.join(dataDir, 'files')
    if (existsSync(files))
      for (const name of readdirSync(files, { recursive: true, encoding: 'utf8' }))
        if (/^..\/[0-9a-f]{64}$/.test(name)) seen[`file ${name}`] = name
    return seen
  })
}
