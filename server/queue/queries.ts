import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Level } from '#circle/plan.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import { circles } from '#server/tables/circles.ts'
import { givenAsker, readAsAsked } from '#server/access/read-as-asked.ts'
import type { Asker } from '#server/access/read-as-asked.ts'
import type { AskedRead } from '#server/handler.ts'
import { jsonColumns, prepared } from '#server/database/prepared.ts'
import type { JsonColumns } from '#server/database/prepared.ts'
import type { Context } from '#server/context.ts'
import { users } from '#server/tables/users.ts'
import { levelsOfPlan, SHOWN_OF_MEMBER, SHOWN_OF_USER, userView } from '#server/members/view.ts'
import { entries } from '#server/tables/entries.ts'

/** The entries of all queues or of one, by queue and position, each with its member. */
export async function listQueue(
  context: Context,
  { level, entryId }: { level?: Level | undefined; entryId?: string } = {},
) {
  const { actor, db } = context
  const [read] = await readEntries(db, { circleId: actor.circleId, level: level ?? null, entryId: entryId ?? null })
  return viewEntries(context, read!)
}

/** The entries as they were read, with their members as administrators see them. */
export async function viewEntries(context: Context, { entries: read }: ReadEntries) {
  return read.map(([entry, user, member, levels]) => {
    const { id, level, position, memberId, isReceiver, passedMemberIds, createdAt, updatedAt } = entryFrom(entry)
    return {
      id,
      position,
      donation_number: level,
      user_id: memberId,
      user: userView(context, { user: userFrom(user), member: memberFrom(member), levels }),
      is_receiver: isReceiver,
      passed_user_ids: passedMemberIds,
      created_at: createdAt.toISOString(),
      updated_at: updatedAt.toISOString(),
    }
  })
}

const [entryColumns, entryFrom] = jsonColumns(entries, [
  'id',
  'level',
  'position',
  'memberId',
  'isReceiver',
  'passedMemberIds',
  'createdAt',
  'updatedAt',
])
const [userColumns, userFrom] = jsonColumns(users, SHOWN_OF_USER)
const [memberColumns, memberFrom] = jsonColumns(circleMembers, SHOWN_OF_MEMBER)

type ReadEntries = { entries: [JsonColumns, JsonColumns, JsonColumns, number][] }

/** The entries of a circle with their people, of all levels or one, or one alone; a null leaves the choice open. */
function statementOf({ circleId }: Asker): SQL {
  const [level, entryId] = [sql.placeholder('level'), sql.placeholder('entryId')]
  const row = sql`json_build_array(${entryColumns}, ${userColumns}, ${memberColumns}, ${levelsOfPlan})`
  return sql`select coalesce(json_agg(${row} order by ${entries.level}, ${entries.position}), '[]'::json) as entries
    from ${entries}
    join ${circles} on ${circles.id} = ${entries.circleId}
    join ${users} on ${users.id} = ${entries.memberId}
    join ${circleMembers} on ${circleMembers.circleId} = ${entries.circleId} and ${circleMembers.memberId} = ${entries.memberId}
    where ${entries.circleId} = ${circleId}
      and (${level}::int is null or ${entries.level} = ${level}) and (${entryId}::uuid is null or ${entries.id} = ${entryId})`
}

const readEntries = prepared<ReadEntries>('queue', () => statementOf(givenAsker))

/** The same for whoever a token names. */
export const readQueueAsked: AskedRead<ReadEntries> = readAsAsked('queue_asked', statementOf)
