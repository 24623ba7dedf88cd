import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { withCircle } from '#server/circle-store/with-circle.ts'
import { isKeptByTwo } from '#server/circle-store/fiscals.ts'
import type { Services } from '#server/context.ts'
import { addOutside, readOutside } from '#server/lib/outside-list.ts'
import { users } from '#server/tables/users.ts'
import { endSessions } from '#server/access/end-sessions.ts'
import { deleteFiles } from './delete-files.ts'
import { anonymizeUser } from './anonymize-user.ts'
import { canDepart } from './blockers.ts'
import { scrubDatabase } from './scrub.ts'

// Restoring a backup brings erased people back. Their ids, kept outside the database, let the next start erase them
// again.
const FILE = 'erased'

/** Records that a person was erased, in a way that survives a power cut and a restored backup. */
export async function rememberErased({ config }: Pick<Services, 'config'>, userId: string): Promise<void> {
  await addOutside(config.dataDir, FILE, [userId])
  // Beside the nightly backups too, which are older than this. A folder that cannot be reached now gets it with the next one; the
  // archive completes its own with its next pass.
  if (config.backupDir !== undefined) await appendAway(config.backupDir, userId)
}

/** A network disk may hang: nobody waits for it longer, and no second call joins one that hangs. */
const AWAY_MS_MAX = 2_000
let lastAway: Promise<unknown> = Promise.resolve()

async function appendAway(folder: string, userId: string): Promise<void> {
  lastAway = lastAway.then(() => addOutside(folder, FILE, [userId])).catch(() => undefined)
  await Promise.race([lastAway, wait(AWAY_MS_MAX, undefined, { ref: false })])
}

/**
 * Erases again people whom a restored backup brought back, and finishes interrupted erasures; returns how many. It runs
 * at each start before any request is served.
 */
export async function eraseAgain(services: Services): Promise<number> {
  const listed = new Set(await readOutside(services.config.dataDir, FILE))
  const erased = await services.db.select({ id: users.id }).from(users).where(isNotNull(users.erasedAt))
  const unlisted = erased.filter(({ id }) => !listed.has(id))
  const back =
    listed.size === 0
      ? []
      : await services.db
          .select({ id: users.id })
          .from(users)
          .where(and(inArray(users.id, [...listed]), isNull(users.erasedAt)))
  for (const { id } of back) await eraseReturned(services, id)
  if (unlisted.length + back.length === 0) return 0
  await deleteFiles(services, [])
  await scrubDatabase(services)
  for (const { id } of unlisted) await rememberErased(services, id)
  return back.length
}

/** Open matters in the backup were settled before the original erasure, so the blockers are not checked again. */
async function eraseReturned(services: Services, userId: string): Promise<void> {
  const [found] = await services.db.select({ circleId: users.circleId }).from(users).where(eq(users.id, userId))
  const mentions = await withCircle({ ...services, actorId: null }, found!.circleId, async (circle) => {
    const [user] = await circle.tx.select().from(users).where(eq(users.id, userId)).for('update')
    // A place by which somebody could lose is left to the two people who decide about it, and so is a fiscal.
    if (canDepart(circle.state, userId) && !(await isKeptByTwo(circle.tx, circle, userId)))
      await circle.perform({ kind: 'depart_member', memberId: userId, how: 'left' })
    await endSessions(services, circle.tx, userId, 'erased')
    return anonymizeUser(services, circle.tx, user!)
  })
  await deleteFiles(services, mentions)
}
