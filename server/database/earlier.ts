import { sql } from 'drizzle-orm'
import type { Db } from './types.ts'
import { typed } from '#server/lib/typed-command.ts'

// Until 1.0.0 the tables came about in 40 migrations, which are one now. What they left is told by their hashes.
const FIRST = 'e051bb21e3632c8a0f339dafd6ad921f2de86edf7af08231fb425ffe1229f593'
const LAST = 'b296a2be7f7b89e5035d5721e95100f1c8b8a25ec16cff642c49292c69a770be'
const COUNT = 40
/** How many the first release, 0.1.0, had. */
const COUNT_MIN = 10

/** Whether rows under these migrations are of 0.1.0 or later, and from before 1.0.0: a restoration brings them forward. */
export const isEarlier = (hashes: readonly string[]): boolean => hashes[0] === FIRST && hashes.length >= COUNT_MIN

/** Whether the last of the forty ran. */
export const isLastEarlier = (hashes: readonly string[]): boolean =>
  isEarlier(hashes) && hashes.length === COUNT && hashes[COUNT - 1] === LAST

/** The comment in `0000_ciranda.sql` behind which stands what came after the forty. */
const SINCE = 'From here on: what came after the forty migrations'

/**
 * Takes over a database that the last migration before 1.0.0 left: what came since is done, and the note of what ran is
 * replaced. An older one is refused in one line, and left as it is.
 */
export async function adoptEarlier(
  db: Db,
  first: { sql: readonly string[]; hash: string; folderMillis: number },
): Promise<void> {
  const { rows: tables } = await db.execute(sql`select to_regclass('drizzle.__drizzle_migrations') as noted`)
  if (tables[0]!['noted'] === null) return
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ hash: string }>(sql`select hash from drizzle.__drizzle_migrations order by id`)
    const hashes = rows.map(({ hash }) => hash)
    if (hashes[0] !== FIRST) return
    if (!isLastEarlier(hashes))
      throw new Error(
        'Estes dados são de uma versão anterior à 1.0.0, e nada neles foi mudado: faça uma cópia (' +
          `${typed('backup', 'ARQUIVO')}) ` +
          `e restaure-a em um lugar vazio (${typed('restore', 'ARQUIVO')}).`,
      )
    const since = first.sql.findIndex((statement) => statement.includes(SINCE))
    for (const statement of first.sql.slice(since)) await tx.execute(sql.raw(statement))
    await tx.execute(sql`delete from drizzle.__drizzle_migrations`)
    await tx.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${first.hash}, ${first.folderMillis})`,
    )
  })
}
