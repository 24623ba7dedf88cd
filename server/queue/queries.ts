import { and, asc, eq } from 'drizzle-orm'
import type { Level } from '#circle/plan.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import { circles } from '#server/tables/circles.ts'
import type { Context } from '#server/context.ts'
import { users } from '#server/tables/users.ts'
import { levelsOfPlan, userView } from '#server/members/view.ts'
import { entries } from '#server/tables/entries.ts'

/** The entries of all queues or of one, by queue and position, each with its member. */
export async function listQueue(
  context: Context,
  { level, entryId }: { level?: Level | undefined; entryId?: string } = {},
) {
  const { actor, db } = context
  const rows = await db
    .select({ entry: entries, user: users, member: circleMembers, levels: levelsOfPlan })
    .from(entries)
    .innerJoin(circles, eq(circles.id, entries.circleId))
    .innerJoin(users, eq(users.id, entries.memberId))
    .innerJoin(
      circleMembers,
      and(eq(circleMembers.circleId, entries.circleId), eq(circleMembers.memberId, entries.memberId)),
    )
    .where(
      and(
        eq(entries.circleId, actor.circleId),
        level === undefined ? undefined : eq(entries.level, level),
        entryId === undefined ? undefined : eq(entries.id, entryId),
      ),
    )
    .orderBy(asc(entries.level), asc(entries.position))
  return rows.map(({ entry, ...person }) => ({
    id: entry.id,
    position: entry.position,
    donation_number: entry.level,
    user_id: entry.memberId,
    user: userView(context, person),
    is_receiver: entry.isReceiver,
    passed_user_ids: entry.passedMemberIds,
    created_at: entry.createdAt.toISOString(),
    updated_at: entry.updatedAt.toISOString(),
  }))
}
