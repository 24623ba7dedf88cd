import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/database/types.ts'
import type { Secrets } from '#server/lib/secrets.ts'
import { unseal, type SealOwner } from '#server/lib/sealing.ts'

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

const INSTALLATION = ['push key:1', 'logins:unprinted logins', 'ledger key:1'] as const

/**
 * Sealed texts are bound to their purpose and to the id or the key of their row, so every text of the row is tried as
 * owner. One that does not open would be searched in vain, so it throws.
 */
function opened(secrets: Secrets, row: Record<string, unknown>): string {
  const texts = Object.values(row).filter((value): value is string => typeof value === 'string')
  const owners: SealOwner[] = texts.flatMap((text) => [
    ...(
      [
        'person',
        'letter',
        'successor',
        'payment key',
        'approval',
        'invitation',
        'push subscription',
        'push message',
      ] as const
    ).map((purpose): SealOwner => `${purpose}:${text}`),
    ...texts.map((other): SealOwner => `answer of ${other}:${text}`),
  ])
  return texts
    .filter((text) => /^v[12]\./.test(text))
    .map((sealed) => {
      const [found] = [...owners, ...INSTALLATION].flatMap((owner) => attempt(() => unseal(secrets, sealed, owner)))
      if (found === undefined) throw new Error('A sealed text of a purpose that is not searched: name it here')
      return found
    })
    .join(' ')
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
