import { createHash } from 'node:crypto'
import { and, eq, gt, lt } from 'drizzle-orm'
import type { Db } from '#server/database/types.ts'
import { systemClock } from '#server/lib/clock.ts'
import type { Clock } from '#server/lib/clock.ts'
import { storedFiles } from '#server/tables/stored-files.ts'
import type { FileStore } from './file-store.ts'

const { sha256: name, bytes: content, storedAt } = storedFiles

/** The files of the database, beside the rows that name them: each process that shares it has the same ones. */
export function tableStore({ db, clock = systemClock }: { db: Db; clock?: Clock }): FileStore {
  return {
    prepare: async (bytes) => hashOf(bytes),
    async put(bytes, tx = db) {
      const row = { sha256: hashOf(bytes), bytes: Buffer.from(bytes), storedAt: new Date(clock.now()) }
      // Storing a file again renews its age, so that the clean-up of old files does not delete it.
      await tx
        .insert(storedFiles)
        .values(row)
        .onConflictDoUpdate({ target: name, set: { storedAt: row.storedAt } })
      return row.sha256
    },
    async read(sha256) {
      const [row] = await db.select({ content }).from(storedFiles).where(eq(name, sha256))
      return row?.content ?? null
    },
    async has(sha256, tx = db) {
      return (await tx.select({ name }).from(storedFiles).where(eq(name, sha256))).length > 0
    },
    async remove(sha256, tx = db) {
      return (await tx.delete(storedFiles).where(eq(name, sha256)).returning({ name })).length > 0
    },
    listOlder: (ageMs, atOnce) => listOlder(db, new Date(clock.now() - ageMs), atOnce),
  }
}

async function* listOlder(db: Db, before: Date, atOnce: number): AsyncGenerator<readonly string[]> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const rows: { name: string }[] = await db
      .select({ name })
      .from(storedFiles)
      .where(and(gt(name, after), lt(storedAt, before)))
      .orderBy(name)
      .limit(atOnce)
    if (rows.length > 0) yield rows.map((row) => row.name)
    after = rows.at(-1)?.name
  }
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
