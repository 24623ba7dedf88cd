import { sql } from 'drizzle-orm'
import { prepared } from '#server/database/prepared.ts'
import { insertOf, takeOver } from '#server/database/prepared-rows.ts'
import { together } from '#server/database/together.ts'
import type { Tx } from '#server/database/types.ts'
import { entries } from '#server/tables/entries.ts'
import { changed } from './change.ts'
import type { Change } from './change.ts'

const key = ['circleId', 'id'] as const
const moving = ['memberId', 'position', 'isReceiver', 'passedMemberIds', 'turnId', 'updatedAt'] as const

const writeEntries = insertOf('entries written', entries, [...key, 'level', 'createdAt', ...moving], {
  conflict: takeOver(entries, key, moving),
})

const removeEntries = prepared<never>(
  'entries removed',
  () => sql`delete from ${entries} where ${entries.circleId} = ${sql.placeholder('circleId')}
    and ${entries.id} = any (${sql.placeholder('ids')}::uuid[])`,
)

export async function saveEntries(tx: Tx, { circleId, before, after, at }: Change): Promise<void> {
  const left = [...(before?.entries.keys() ?? [])].filter((id) => !after.entries.has(id))
  const rows = changed(before?.entries, after.entries).map(
    ({ id, level, position, memberId, isReceiver, passedMemberIds, turnId, createdAt }) => ({
      circleId,
      id,
      level,
      position,
      memberId,
      isReceiver,
      passedMemberIds: [...passedMemberIds],
      turnId,
      createdAt: new Date(createdAt),
      updatedAt: at,
    }),
  )
  await together(
    left.length > 0 ? removeEntries(tx, { circleId, ids: left }) : Promise.resolve(),
    writeEntries(tx, rows),
  )
}
