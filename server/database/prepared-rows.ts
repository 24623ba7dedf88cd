import { getTableColumns, sql } from 'drizzle-orm'
import type { InferInsertModel, InferSelectModel, SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { claim, prepared } from './prepared.ts'
import type { Statement } from './prepared.ts'
import type { Db } from './types.ts'

// Statements that a decision sends, whose text is the same for one row as for a hundred, so that each connection has it
// parsed once: rows to write come as one JSON parameter, which the statement reads as a table named `given`.

type ColumnsOf<T extends PgTable> = keyof InferInsertModel<T> & keyof InferSelectModel<T> & string
type Given<T extends PgTable, K extends ColumnsOf<T>> = Pick<InferInsertModel<T>, K>

/** Reads whole rows of a table. `rest` is what comes after its name, such as a condition or a lock. */
export function rowsOf<T extends PgTable>(name: string, table: T, rest: () => SQL): Statement<InferSelectModel<T>> {
  const columns = Object.entries(getTableColumns(table))
  const fields = columns.map(([key, field]) => ({ path: [key], field }))
  claim(name)
  let query: { sql: string; params: unknown[] } | null = null
  return async (db, values) => {
    query ??= new PgDialect().sqlToQuery(
      sql`select ${list(columns.map(([, column]) => sql`${column}`))} from ${table} ${rest()}`,
    )
    return (await db._.session.prepareQuery(query, fields, name, true).execute(values)) as InferSelectModel<T>[]
  }
}

/**
 * Inserts rows, of which the given columns are told, `computed` ones are expressions over `given`, and others take their
 * defaults. `conflict` is what follows `on conflict`. Without rows nothing is sent.
 */
export function insertOf<T extends PgTable, K extends ColumnsOf<T>>(
  name: string,
  table: T,
  columns: readonly K[],
  { computed = {}, conflict }: { computed?: { readonly [C in ColumnsOf<T>]?: SQL }; conflict?: SQL } = {},
): (db: Db, rows: readonly Given<T, K>[]) => Promise<void> {
  const insert = prepared<never>(name, () => {
    const names = [...columns, ...Object.keys(computed)].map((key) => nameOf(table, key))
    const values = [...columns.map(givenOf), ...Object.values(computed as Record<string, SQL>)]
    return sql`insert into ${table} (${list(names)}) select ${list(values)} from ${givenRows(table, columns)}
      ${conflict ? sql`on conflict ${conflict}` : sql``}`
  })
  return async (db, rows) => {
    if (rows.length > 0) await insert(db, { given: JSON.stringify(rows) })
  }
}

/** A conflict in which the row that is there takes over these columns of the one that would have been inserted. */
export function takeOver<T extends PgTable>(
  table: T,
  key: readonly ColumnsOf<T>[],
  columns: readonly ColumnsOf<T>[],
): SQL {
  const names = columns.map((column) => nameOf(table, column))
  return sql`(${list(key.map((column) => nameOf(table, column)))}) do update set ${list(names.map((name) => sql`${name} = excluded.${name}`))}`
}

/**
 * Sets columns of a circle's rows, of those for which `where` holds, and answers how many that were; `computed` as
 * above. Rows are found by an array of ids, which PostgreSQL always expects to be short, and so never by reading the table through.
 */
export function updateOf<T extends OfCircle, K extends ColumnsOf<T>>(
  name: string,
  table: T,
  columns: readonly K[],
  { where = sql`true`, computed = {} }: { where?: SQL; computed?: { readonly [C in ColumnsOf<T>]?: SQL } } = {},
): (db: Db, circleId: string, rows: readonly (Given<T, K> & { readonly id: string })[]) => Promise<number> {
  const update = prepared<{ id: string }>(
    name,
    () => sql`update ${table} set ${list([
      ...columns.map((key) => sql`${nameOf(table, key)} = ${givenOf(key)}`),
      ...Object.entries(computed as Record<string, SQL>).map(([key, value]) => sql`${nameOf(table, key)} = ${value}`),
    ])}
      from ${givenRows(table, ['id' as never, ...columns])}
      where ${table.circleId} = ${sql.placeholder('circleId')} and ${table.id} = any (${sql.placeholder('ids')}::uuid[])
        and ${table.id} = given.id and ${where} returning ${table.id}`,
  )
  return async (db, circleId, rows) => {
    if (rows.length === 0) return 0
    const written = await update(db, { circleId, ids: rows.map(({ id }) => id), given: JSON.stringify(rows) })
    return written.length
  }
}

type OfCircle = PgTable & { readonly circleId: PgColumn; readonly id: PgColumn }

function givenRows<T extends PgTable>(table: T, keys: readonly ColumnsOf<T>[]): SQL {
  const columns = getTableColumns(table) as Record<string, PgColumn>
  const types = keys.map((key) => sql`${sql.identifier(key)} ${sql.raw(columns[key]!.getSQLType())}`)
  return sql`jsonb_to_recordset(${sql.placeholder('given')}::jsonb) as given(${list(types)})`
}

function givenOf(key: string): SQL {
  return sql`given.${sql.identifier(key)}`
}

function nameOf(table: PgTable, key: string): SQL {
  return sql`${sql.identifier((getTableColumns(table) as Record<string, PgColumn>)[key]!.name)}`
}

function list(parts: readonly SQL[]): SQL {
  return sql.join([...parts], sql`, `)
}
