import type { Client } from 'pg'
import type { Services } from '#server/context.ts'
import { PAST, PAST_MEMBERS } from './circle.ts'

/**
 * Gives many circles a past at once, as `addPast` gives it to one. Indexes but the primary keys, foreign keys and triggers are
 * taken away meanwhile and put back as they were, which also checks every row against them: ten million donations with
 * twenty indexes each would take an hour.
 */
export async function addPasts(
  { database }: Pick<Services, 'database'>,
  pasts: readonly { readonly circleId: string; readonly donations: number }[],
): Promise<void> {
  await database.asOwner(async (client) => {
    await client.query("set synchronous_commit = off; set maintenance_work_mem = '512MB'; set work_mem = '64MB'")
    const putBack = await strip(client)
    const begun = performance.now()
    for (const [at, { circleId, donations }] of pasts.entries()) {
      await client.query(PAST_MEMBERS, [circleId])
      for (const statement of PAST) await client.query(statement, [circleId, donations])
      await client.query('drop table past_members')
      if ((at + 1) % 50 === 0)
        console.log(`${at + 1} of ${pasts.length} circles filled, ${seconds(performance.now() - begun)} s …`)
    }
    if (pasts.length >= 50) console.log('Building the indexes …')
    for (const statement of putBack) await client.query(statement)
    await client.query('vacuum analyze')
    if (pasts.length >= 50) console.log(`Loaded in ${seconds(performance.now() - begun)} s`)
  })
}

const seconds = (ms: number) => (ms / 1000).toFixed(0)

const TABLES = ['obligations', 'donations', 'ledger'] as const

/** Takes away what slows loading, and answers the statements that bring it back. */
async function strip(client: Client): Promise<string[]> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where contype = 'f' and conrelid::regclass::text = any ($1)`,
    [TABLES],
  )
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index i
     where indrelid::regclass::text = any ($1) and not indisprimary
     and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('u', 'p', 'x'))`,
    [TABLES],
  )
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint "${name}"`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (const table of TABLES) await client.query(`alter table ${table} disable trigger user`)
  return [
    ...indexes.map(({ definition }) => definition),
    ...keys.map(({ table, name, definition }) => `alter table ${table} add constraint "${name}" ${definition}`),
    ...TABLES.map((table) => `alter table ${table} enable trigger user`),
  ]
}
