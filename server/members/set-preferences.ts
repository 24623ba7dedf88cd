import { eq, sql } from 'drizzle-orm'
import type { BodyOf } from '#contracts/contract.ts'
import type { Context } from '#server/context.ts'
import { users } from '#server/tables/users.ts'

/**
 * Sets how the actor is told of what concerns them: the switch of all e-mails, and single boxes of the table. Boxes are
 * written one beside the other, so that two open pages do not undo each other's.
 */
export async function setPreferences(
  { actor, clock, db }: Context,
  { remindersOff, notices, pushAsked, showsFirstName }: BodyOf<'PATCH /me/preferences'>,
): Promise<void> {
  const now = new Date(clock.now())
  await db
    .update(users)
    .set({
      ...(remindersOff === undefined ? {} : { remindersOff }),
      ...(showsFirstName === undefined ? {} : { showsFirstName }),
      ...(notices === undefined
        ? {}
        : { noticeChoices: sql`${users.noticeChoices} || ${JSON.stringify(notices)}::jsonb` }),
      ...(pushAsked ? { pushAskedAt: sql`coalesce(${users.pushAskedAt}, ${now.toISOString()}::timestamptz)` } : {}),
      updatedAt: now,
    })
    .where(eq(users.id, actor.id))
}

/** How the actor is told of what concerns them, where they chose otherwise than usual. */
export async function findPreferences({ actor, db }: Context) {
  const [own] = await db
    .select({
      remindersOff: users.remindersOff,
      notices: users.noticeChoices,
      pushAskedAt: users.pushAskedAt,
      showsFirstName: users.showsFirstName,
    })
    .from(users)
    .where(eq(users.id, actor.id))
  const { pushAskedAt, ...chosen } = own!
  return { ...chosen, pushAsked: pushAskedAt !== null }
}
