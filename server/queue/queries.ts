import { sql } from 'drizzle-orm'
import type { Level } from '#circle/plan.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import { circles } from '#server/tables/circles.ts'
import { jsonReader, prepared } from '#server/database/prepared.ts'
import type { JsonRow } from '#server/database/prepared.ts'
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
  const rows = await readEntries(db, { circleId: actor.circleId, level: level ?? null, entryId: entryId ?? null })
  return rows.map((row) => {
    const entry = entryFrom(row.entry)
    const person = { user: userFrom(row.user), member: memberFrom(row.member), levels: row.levels }
    return {
      id: entry.id,
      position: entry.position,
      donation_number: entry.level,
      user_id: entry.memberId,
      user: userView(context, person),
      is_receiver: entry.isReceiver,
      passed_user_ids: entry.passedMemberIds,
      created_at: entry.createdAt.toISOString(),
      updated_at: entry.updatedAt.toISOString(),
    }
  })
}

const entryFrom = jsonReader(entries)
const userFrom = jsonReader(users)
const memberFrom = jsonReader(circleMembers)

type EntryWithPerson = { entry: JsonRow; user: JsonRow; member: JsonRow; levels: number }

/** The entries of a circle with their people, of all levels or one, or one alone; a null leaves the choice open. */
const readEntries = prepared<EntryWithPerson>('queue', () => {
  const [level, entryId] = [sql.placeholder('level'), sql.placeholder('entryId')]
  return sql`select row_to_json(entries) as entry, row_to_json(users) as "user", row_to_json(circle_members) as member,
      ${levelsOfPlan} as levels
    from ${entries}
    join ${circles} on ${circles.id} = ${entries.circleId}
    join ${users} on ${users.id} = ${entries.memberId}
    join ${circleMembers} on ${circleMembers.circleId} = ${entries.circleId} and ${circleMembers.memberId} = ${entries.memberId}
    where ${entries.circleId} = ${sql.placeholder('circleId')}
      and (${level}::int is null or ${entries.level} = ${level}) and (${entryId}::uuid is null or ${entries.id} = ${entryId})
    order by ${entries.level}, ${entries.position}`
})
