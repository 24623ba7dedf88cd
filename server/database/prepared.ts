import { getTableColumns, sql } from 'drizzle-orm'
import type { InferSelectModel, Query, SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './types.ts'

const dialect = new PgDialect()

/** Runs a statement with the values of its placeholders, on the database or within a transaction. */
export type Statement<Row> = (db: Db, values: Readonly<Record<string, unknown>>) => Promise<Row[]>

/**
 * A statement whose text is made once and which each connection has PostgreSQL parse once, under `name`: for what nearly
 * every request reads. Values come by `sql.placeholder`. A limit must be written into it as a number: PostgreSQL plans such
 * a statement without knowing its values, and would take an unknown limit for a tenth of the table. Rows are as the driver
 * reads them, with times as text and JSON parsed.
 */
export function prepared<Row>(name: string, build: () => SQL): Statement<Row> {
  claim(name)
  let query: Query | null = null
  return async (db, values) => {
    query ??= dialect.sqlToQuery(build())
    const { rows } = (await db._.session.prepareQuery(query, undefined, name, false).execute(values)) as { rows: Row[] }
    return rows
  }
}

const claimed = new Set<string>()

/** Refuses a name that another statement has: a connection knows each by its name alone, and the second one would fail there. */
export function claim(name: string): void {
  if (claimed.has(name)) throw new Error(`Two prepared statements are named '${name}'`)
  claimed.add(name)
}

/** Reads a table's rows out of JSON that `json_agg` or `row_to_json` made of them: columns by name, times as dates. */
export function jsonReader<T extends PgTable>(table: T): (json: JsonRow) => InferSelectModel<T> {
  const columns = Object.entries(getTableColumns(table)).map(([key, { name, dataType }]) => ({
    key,
    name,
    isTime: dataType === 'date',
  }))
  return (json) => {
    const row: Record<string, unknown> = {}
    for (const { key, name, isTime } of columns) {
      const value = json[name]
      row[key] = isTime && value !== null ? new Date(value as string) : value
    }
    return row as InferSelectModel<T>
  }
}

/**
 * Some columns of a table as a JSON array, which PostgreSQL makes, and what reads them out of it again: by name, times as
 * dates. Where many rows are sent, their names and the other columns are most of the text.
 */
export function jsonColumns<T extends PgTable, K extends keyof InferSelectModel<T> & string>(
  table: T,
  names: readonly K[],
): [columns: SQL, read: (values: JsonColumns) => Pick<InferSelectModel<T>, K>] {
  const columns = getTableColumns(table)
  const chosen = names.map((name) => columns[name]!)
  const isTime = chosen.map(({ dataType }) => dataType === 'date')
  const read = (values: JsonColumns) => {
    const row: Record<string, unknown> = {}
    for (let at = 0; at < names.length; at += 1) {
      const value = values[at]
      row[names[at]!] = isTime[at] && value !== null ? new Date(value as string) : value
    }
    return row as Pick<InferSelectModel<T>, K>
  }
  return [sql`json_build_array(${sql.join(chosen, sql`, `)})`, read]
}

export type JsonColumns = readonly unknown[]

/** A row as `row_to_json` writes it. */
export type JsonRow = Readonly<Record<string, unknown>>
