import { and, desc, eq, inArray } from 'drizzle-orm'
import { ARCHIVE_OLD_MINUTES } from '#contracts/limits.ts'
import type { Notice } from '#contracts/notices/notice.ts'
import type { Services } from '#server/context.ts'
import { transaction } from '#server/database/transaction.ts'
import { notify } from '#server/notify/notify.ts'
import { notices } from '#server/tables/notices.ts'
import { administersNow, users } from '#server/tables/users.ts'
import type { Archive } from './archive.ts'
import { archiveOf } from './run-archive.ts'

const OLD_MS = ARCHIVE_OLD_MINUTES * 60_000

type Standing = Extract<Notice, { kind: `archive.${string}` }>
const KINDS = ['archive.stopped', 'archive.going'] as const satisfies readonly Standing['kind'][]

/** The state that the administrators of an archive were told of last, so that nothing is asked where nothing has changed. */
const told = new WeakMap<Archive, Standing['kind']>()

/**
 * The job: tells every administrator once that the archive has stood still for longer than its bound, whatever the reason, and once
 * that it goes again. Their inbox remembers what they were told, also over a restart.
 */
export async function tellOfArchive(services: Services): Promise<void> {
  const archive = archiveOf(services)
  const standing = archive && standingOf(archive, services.clock.now())
  if (!archive || !standing || told.get(archive) === standing.kind) return
  await transaction(services.db, async (tx) => {
    for (const { id: userId } of await tx.select({ id: users.id }).from(users).where(administersNow)) {
      const [last] = await tx
        .select({ kind: notices.kind })
        .from(notices)
        .where(and(eq(notices.userId, userId), inArray(notices.kind, [...KINDS])))
        .orderBy(desc(notices.at), desc(notices.id))
        .limit(1)
      // An administrator who was never told that it stood still need not hear that it goes.
      if ((last?.kind ?? 'archive.going') !== standing.kind) await notify(services, tx, { userId, ...standing })
    }
  })
  told.set(archive, standing.kind)
}

/** Null where it is neither: it has just begun, or what it lacks is not old yet. */
function standingOf({ state: { lastAt, firstAt, fault }, beganAt }: Archive, now: number): Standing | null {
  // A machine that was off for a day has a segment of now within its first minutes.
  if (now - Math.max(lastAt ?? 0, beganAt) > OLD_MS) return { kind: 'archive.stopped', facts: { lastAt, fault } }
  const isGoing = fault === null && lastAt !== null && firstAt !== null && now - lastAt <= OLD_MS
  return isGoing ? { kind: 'archive.going', facts: { lastAt } } : null
}
