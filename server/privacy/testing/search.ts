import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/database/types.ts'
import type { Secrets } from '#server/lib/secrets.ts'
import { unseal } from '#server/lib/sealing.ts'

/** Every row of every table as text, with sealed values opened: `table: row`. */
export async function everyRow(db: Db, secrets: Secrets): Promise<string[]> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await db.execute<{ row: Record<string, unknown> }>(
      sql`select to_jsonb(t) as row from ${sql.identifier(name)} as t`,
    )
    for (const { row } of rows) texts.push(`${name}: ${JSON.stringify(row)} ${opened(secrets, row)}`)
  }
  return texts
}

/** Sealed texts are bound to the id or the key of their row, so every text of the row is tried as owner. */
function opened(secrets: Secrets, row: Record<string, unknown>): string {
  const sealed = Object.values(row).filter(
    (value): value is string => typeof value === 'string' && value.startsWith('v1.'),
  )
  const owners = Object.values(row).filter((value): value is string => typeof value === 'string')
  return sealed.flatMap((text) => owners.flatMap((owner) => attempt(() => unseal(secrets, text, owner)))).join(' ')
}

function attempt(work: () => string): string[] {
  try {
    return [work()]
  } catch {
    return []
  }
}

/** Every file in a folder and its subfolders: path and bytes. */
export function everyFile(folder: string): { name: string; bytes: Buffer }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => ({
      name: path.join(entry.parentPath, entry.name),
      bytes: readFileSync(path.join(entry.parentPath, entry.name)),
    }))
}
