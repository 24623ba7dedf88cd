import { and, desc, eq, isNull, lte } from 'drizzle-orm'
import type { Notice } from '#contracts/notices/notice.ts'
import { noticePage, noticeText } from '#contracts/notices/notice.ts'
import { paginationOf } from '#server/database/pages.ts'
import type { Context } from '#server/context.ts'
import { transaction } from '#server/database/transaction.ts'
import { notices } from '#server/tables/notices.ts'

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
  return {
    data: rows.map(({ id, at, kind, facts, readAt }) => ({
      id,
      at: at.toISOString(),
      kind,
      text: noticeText({ kind, facts } as Notice),
      to: noticePage({ kind, facts } as Notice, actor.takesPart),
      read: readAt !== null,
    })),
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
