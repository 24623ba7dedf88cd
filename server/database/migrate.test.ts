import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { createTestDatabase, openTestDatabase } from '#server/testing/databases.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'
import { openDatabase, type Database } from './database.ts'
import { migrateDatabase } from './migrate.ts'

type Migration = { tag: string; when: number; sql: string }

const FIRST: Migration = {
  tag: '0000_first',
  when: 1000,
  sql: 'create table first (id int);\n--> statement-breakpoint\ninsert into first values (1);',
}
const SECOND: Migration = { tag: '0001_second', when: 2000, sql: 'create table second (id int);' }

/** A folder as drizzle-kit writes it. */
function migrations(...list: Migration[]): string {
  const folder = temporaryFolder({ quick: true })
  mkdirSync(join(folder, 'meta'))
  for (const { tag, sql: text } of list) writeFileSync(join(folder, `${tag}.sql`), text)
  const entries = list.map(({ tag, when }, idx) => ({ idx, version: '7', when, tag, breakpoints: true }))
  writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify({ version: '7', dialect: 'postgresql', entries }))
  return folder
}

const line = (promise: Promise<void>) =>
  promise.then(
    () => 'done',
    (error: Error) => error.message,
  )

describe('migrations', () => {
  test('each is applied once, in order', async () => {
    const database = await openTestDatabase({ empty: true })
    await migrateDatabase(database, migrations(FIRST))
    const folder = migrations(FIRST, SECOND)
    await migrateDatabase(database, folder)
    await migrateDatabase(database, folder)
    const { rows } = await database.db.execute(
      sql`select (select count(*) from first) as first, (select count(*) from second) as second`,
    )
    expect(rows).toEqual([{ first: 1, second: 0 }])
  })

  test('one that fails stops the start in one line that names it, and nothing of the batch is kept', async () => {
    const database = await openTestDatabase({ empty: true })
    const broken = {
      ...SECOND,
      sql: 'create table second (id int);\n--> statement-breakpoint\ninsert into nowhere values (1);',
    }
    expect(await line(migrateDatabase(database, migrations(FIRST, broken)))).toBe(
      'A migração 0001_second falhou, e nada mudou: relation "nowhere" does not exist',
    )
    const { rows } = await database.db.execute(
      sql`select to_regclass('first') as first, to_regclass('second') as second`,
    )
    expect(rows).toEqual([{ first: null, second: null }])
    await migrateDatabase(database, migrations(FIRST, SECOND))
  })

  test('one edited after it ran, one older than the last, a newer database and a missing folder stop the start', async () => {
    const database = await openTestDatabase({ empty: true })
    await migrateDatabase(database, migrations(FIRST, SECOND))
    const edited = { ...FIRST, sql: `${FIRST.sql} ` }
    expect(await line(migrateDatabase(database, migrations(edited, SECOND)))).toContain(
      'A migração 0000_first foi mudada depois de feita',
    )
    const late = { tag: '0002_late', when: 1500, sql: 'select 1' }
    expect(await line(migrateDatabase(database, migrations(FIRST, SECOND, late)))).toContain('A migração 0002_late')
    expect(await line(migrateDatabase(database, migrations(FIRST)))).toBe(
      'O banco é de uma Ciranda mais nova que esta. Comece aquela; nada mudou.',
    )
    expect(await line(migrateDatabase(database, temporaryFolder({ quick: true })))).toContain('Não há migrações em')
  })
})

describe('a database from before 1.0.0, when the tables came about in forty migrations', () => {
  const [first, last] = [
    'e051bb21e3632c8a0f339dafd6ad921f2de86edf7af08231fb425ffe1229f593',
    'b296a2be7f7b89e5035d5721e95100f1c8b8a25ec16cff642c49292c69a770be',
  ]
  const noted = (hashes: string[]) => sql`with gone as (delete from drizzle.__drizzle_migrations)
    insert into drizzle.__drizzle_migrations (hash, created_at)
    select hash, number from unnest(array[${sql.join(hashes, sql`, `)}]) with ordinality as one (hash, number)`
  const hashesIn = async ({ db }: Database) =>
    (await db.execute<{ hash: string }>(sql`select hash from drizzle.__drizzle_migrations order by id`)).rows.map(
      ({ hash }) => hash,
    )
  const between = Array.from({ length: 38 }, (_, index) => `migration ${index + 2}`)

  test('is taken over where it has the last of them, and gets what came since', async () => {
    const database = await openDatabaseOfOwner()
    const own = await hashesIn(database)
    await database.db.execute(noted([first, ...between, last]))
    await database.db.execute(sql`drop trigger circles_stay_closed on circles`)
    await database.db.execute(
      sql`alter table circles drop column is_hidden, drop column administrators, drop column closed_at,
        drop column rotation, drop column rotation_from, drop column is_brought_in, drop column beginning,
        drop column rules`,
    )
    await database.db.execute(
      sql`alter table circle_members drop column is_passed_over, drop column pauses, drop column paused_rotation,
        drop column shares, drop column given_before_cents`,
    )
    await database.db.execute(sql`drop table donation_parts`)
    await database.db.execute(
      sql`alter table obligations drop column paused_until, drop column paid_cents, drop column is_ahead, drop column share`,
    )
    await database.db.execute(sql`create unique index obligations_one_pull on obligations (circle_id)
      where false`)
    await database.db.execute(
      sql`alter table entries add constraint entries_one_per_member unique (circle_id, level, member_id)`,
    )
    await database.db.execute(sql`alter table users drop column phone_index, drop column shows_first_name,
      drop column phone_lost_at, drop column phone_lost_by, drop column also_takes_part`)
    await database.db.execute(sql`alter table donations drop column payer_sealed, drop column scheduled_for,
      drop column paused_until, drop column receipt_seen_at, drop column paid_cents, drop column parts,
      drop column sent_cents, drop column is_late, drop column ahead_of`)
    await database.db.execute(sql`alter table rejected_receipts drop column reason_salt`)
    await database.db.execute(sql`alter table recovery_codes drop column given_by`)
    await database.db.execute(sql`alter table device_keys drop column holds_at`)
    await database.db.execute(sql`alter table sessions drop column helper_id`)
    await database.db.execute(sql`drop table helpers, stored_files`)
    await database.db.execute(
      sql`drop index ledger_signed, ledger_helped, ledger_substitutes, ledger_fiscals, ledger_orders, ledger_objections`,
    )
    await database.db.execute(sql`drop function forget_acceptances`)
    await migrateDatabase(database)
    expect(await hashesIn(database)).toEqual(own)
    await database.db.execute(sql`select is_hidden, forget_acceptances(gen_random_uuid()) from circles`)
  })

  test('is refused in one line that says the way, and not touched, where it is older', async () => {
    const database = await openDatabaseOfOwner()
    for (const older of [[first], [first, ...between.slice(0, 9)], [first, ...between]]) {
      await database.db.execute(noted(older))
      expect(await line(migrateDatabase(database))).toBe(
        'Estes dados são de uma versão anterior à 1.0.0, e nada neles foi mudado: faça uma cópia ' +
          '(npm run backup -- ARQUIVO) e restaure-a em um lugar vazio (npm run restore -- ARQUIVO).',
      )
      expect(await hashesIn(database)).toEqual(older)
    }
  })
})

/** A database whose one role owns it, so that a test can change what was noted of its migrations. */
async function openDatabaseOfOwner(): Promise<Database> {
  const database = await openTestDatabase({ empty: true })
  await migrateDatabase(database)
  return database
}

test('two processes that start at once on one server migrate it once', async () => {
  const { databaseUrl } = await createTestDatabase({ empty: true })
  const slow = { ...FIRST, sql: `select pg_sleep(0.3);\n--> statement-breakpoint\n${FIRST.sql}` }
  const folder = migrations(slow, SECOND)
  const both = await Promise.all([1, 2].map(() => openDatabase({ dataDir: 'unused', databaseUrl })))
  await expect(Promise.all(both.map((database) => migrateDatabase(database, folder)))).resolves.toHaveLength(2)
  const { rows } = await both[0]!.db.execute(
    sql`select (select count(*) from first) as first, (select count(*) from drizzle.__drizzle_migrations) as applied`,
  )
  expect(rows).toEqual([{ first: 1, applied: 2 }])
  for (const database of both) await database.close()
})

test('what it migrates belongs to the owner: the working role reads and writes rows, and can do nothing else', async () => {
  const { pool, db } = await openTestDatabase()
  const { rows } = await db.execute(
    sql`select count(*) as owned from pg_class where relowner = (select oid from pg_roles where rolname = current_user)`,
  )
  expect(rows).toEqual([{ owned: 0 }])
  await pool.query(`insert into uploads select * from uploads`)
  for (const text of [
    'truncate users',
    'alter table ledger disable trigger ledger_stays',
    'create table mine (id int)',
  ])
    await expect(pool.query(text), text).rejects.toMatchObject({ code: '42501' })
})
