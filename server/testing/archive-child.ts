// A process of its own for tests that kill one: node archive-child.ts <data folder> <archive's folder>. It writes rows, takes
// bases and archives, all at once, and prints each row that was acknowledged, and how many are archived for certain.
import { sql } from 'drizzle-orm'
import { archiveOf } from '#server/backup/archive/run-archive.ts'
import { createServices } from '#server/services.ts'
import { readConfig } from '#server/lib/config.ts'

const [dataDir = '', archiveDir = ''] = process.argv.slice(2)
const say = (line: string) => process.stdout.write(`${line}\n`)

const services = await createServices(
  readConfig({
    DATA_DIR: dataDir,
    ARCHIVE_DIR: archiveDir,
    BACKUP_PASSPHRASE: 'uma senha longa de cópia',
    JWT_SECRET: 'a secret for tests, long enough to be one',
  }),
)
const { database } = services
await database.asOwner(async (owner) => {
  await owner.query('create table if not exists written (id bigserial primary key, filler text not null)')
  await owner.query('grant all on written, written_id_seq to public')
})
const archive = archiveOf(services)!
let written = 0

async function write(): Promise<never> {
  for (;;) {
    const { rows } = await database.db.execute<{ id: string }>(
      sql`insert into written (filler) values (repeat('x', 3000)) returning id`,
    )
    written = Number(rows[0]!.id)
    say(`written ${written}`)
  }
}

/** A segment is closed, waited for and archived, over and over: what was written before is archived then. */
async function archiveOften(): Promise<never> {
  for (;;) {
    const before = written
    const name = await database.archived!.asSuperuser(async (client) => {
      const { rows } = await client.query<{ name: string }>(
        `select pg_walfile_name(pg_logical_emit_message(true, 'ciranda', 'closed here')) as name`,
      )
      await client.query('select pg_switch_wal()')
      for (;;) {
        const { rows: last } = await client.query<{ name: string | null }>(
          'select last_archived_wal as name from pg_stat_archiver',
        )
        if ((last[0]!.name ?? '') >= rows[0]!.name) return rows[0]!.name
        await client.query('select pg_sleep(0.01)')
      }
    })
    await archive.pass()
    if (archive.state.fault === null) say(`archived ${before} ${name}`)
  }
}

async function takeBases(): Promise<never> {
  for (;;) {
    await archive.takeBase()
    say('base')
  }
}

await archive.pass()
await Promise.all([takeBases(), write(), archiveOften()])
