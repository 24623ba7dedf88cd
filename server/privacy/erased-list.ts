import { mkdir, open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { Parts } from '#server/http/context.ts'
import { isId } from '#server/lib/ids.ts'
import { users } from '#server/tables/users.ts'
import { endSessions } from '#server/access/end-sessions.ts'
import { forgetFiles } from './forget-files.ts'
import { forgetPerson } from './forget-person.ts'
import { canDepart } from './open-matters.ts'
import { scrubDatabase } from './scrub.ts'

// A backup that is put back brings erased people with it. Their ids, kept beside the database, let the next start erase them again.
const FILE = 'erased'

/** Writes down who was erased, so that it outlives a power cut and a database put back from a backup. */
export async function rememberErased({ config }: Pick<Parts, 'config'>, userId: string): Promise<void> {
  await mkdir(config.dataDir, { recursive: true })
  const handle = await open(path.join(config.dataDir, FILE), 'a', 0o600)
  try {
    await handle.writeFile(`${userId}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Erases again whoever a backup brought back, and ends what a crash interrupted; answers how many. Run at each start, before anybody is served. */
export async function eraseAgain(parts: Parts): Promise<number> {
  const listed = await readList(parts)
  const erased = await parts.db.select({ id: users.id }).from(users).where(isNotNull(users.erasedAt))
  const unlisted = erased.filter(({ id }) => !listed.has(id))
  const back =
    listed.size === 0
      ? []
      : await parts.db
          .select({ id: users.id })
          .from(users)
          .where(and(inArray(users.id, [...listed]), isNull(users.erasedAt)))
  for (const { id } of back) await eraseReturned(parts, id)
  if (unlisted.length + back.length === 0) return 0
  await forgetFiles(parts, [])
  await scrubDatabase(parts)
  for (const { id } of unlisted) await rememberErased(parts, id)
  return back.length
}

/** What was open in the backup was settled before the erasure, or the person would not have been erased: nothing is asked again. */
async function eraseReturned(parts: Parts, userId: string): Promise<void> {
  const [found] = await parts.db.select({ circleId: users.circleId }).from(users).where(eq(users.id, userId))
  const mentions = await withCircle({ ...parts, actorId: null }, found!.circleId, async (circle) => {
    const [user] = await circle.tx.select().from(users).where(eq(users.id, userId)).for('update')
    if (canDepart(circle.state, userId)) await circle.perform({ kind: 'depart_member', memberId: userId, how: 'left' })
    await endSessions(parts, circle.tx, userId, 'erased')
    return forgetPerson(parts, circle.tx, user!)
  })
  await forgetFiles(parts, mentions)
}

async function readList({ config }: Pick<Parts, 'config'>): Promise<ReadonlySet<string>> {
  const text = await readFile(path.join(config.dataDir, FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return new Set(text.split('\n').filter(isId))
}
