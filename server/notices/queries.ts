import { and, desc, eq, isNull, lte } from 'drizzle-orm'
import type { Notice } from '#contracts/notices/notice.ts'
import { noticePage } from '#contracts/notices/notice.ts'
import { paginationOf } from '#server/database/pages.ts'
import type { Context } from '#server/context.ts'
import { transaction } from '#server/database/transaction.ts'
import { notices } from '#server/tables/notices.ts'
import { circlesTold, toldIn } from './of-circle.ts'

/** A page of the actor's notices, newest first, and how many are unread. */
export async function listNotices({ actor, db }: Context, { page, limit }: { page: number; limit: number }) {
  const isOwn = eq(notices.userId, actor.id)
  const rows = await db
    .select()
    .from(notices)
    .where(isOwn)
    .orderBy(desc(notices.id))
    .limit(limit)
    .offset((page - 1) * limit)
  const totalItems = await db.$count(notices, isOwn)
  const names = await circlesTold(db, rows)
  return {
    data: rows.map(({ id, at, kind, facts, readAt }) => {
      const { text, circleId } = toldIn(names, { kind, facts })
      const to = noticePage({ kind, facts } as Notice, actor.takesPart)
      return { id, at: at.toISOString(), kind, text, to, circle_id: circleId, read: readAt !== null }
    }),
    pagination: paginationOf({ page, limit }, totalItems),
    unread: await countUnread({ actor, db }),
  }
}

/** Marks the actor's notices as read up to one of them, so that one which came meanwhile stays unread. */
export async function readNotices({ actor, clock, db }: Context, upTo: string): Promise<{ unread: number }> {
  // A transaction, since it is run again where it and the writer of e-mails wait for each other's rows.
  await transaction(db, (tx) =>
    tx
      .update(notices)
      .set({ readAt: new Date(clock.now()) })
      .where(and(eq(notices.userId, actor.id), isNull(notices.readAt), lte(notices.id, upTo))),
  )
  return { unread: await countUnread({ actor, db }) }
}

/** How many of the actor's notices are unread, from an index of those alone. */
export function countUnread({ actor, db }: Pick<Context, 'actor' | 'db'>): Promise<number> {
  return db.$count(notices, and(eq(notices.userId, actor.id), isNull(notices.readAt)))
}
