import { sql } from 'drizzle-orm'
import { prepared } from '#server/database/prepared.ts'
import { insertOf, updateOf } from '#server/database/prepared-rows.ts'
import { together } from '#server/database/together.ts'
import type { Tx } from '#server/database/types.ts'
import { obligations } from '#server/tables/obligations.ts'
import { changed, storedTarget } from './change.ts'
import type { Change } from './change.ts'

/** This month's asking goes along with a place, also where it is paid already: nobody is asked twice for one place. */
const handOver = prepared<never>(
  'month handed over',
  () => sql`update ${obligations} set member_id = ${sql.placeholder('newcomerId')}
    where ${obligations.circleId} = ${sql.placeholder('circleId')} and ${obligations.memberId} = ${sql.placeholder('memberId')}
    and (${obligations.status} in ('waiting', 'open')
      or ${obligations.isAhead}
      or (${obligations.type} = 'PULL' and ${obligations.period} = ${sql.placeholder('period')}))`,
)

const insertOwed = insertOf('obligations owed', obligations, [
  'circleId',
  'id',
  'memberId',
  'type',
  'amountCents',
  'target',
  'period',
  'share',
  'order',
  'owedAt',
  'overdue',
  'isAhead',
  'status',
])

/** The month that asked for it is the month of a contribution ahead, also where it was paid already. */
const countAhead = updateOf('obligations counted', obligations, ['period', 'isAhead'])

const moveOn = updateOf('obligations moved on', obligations, [
  'status',
  'paidCents',
  'overdue',
  'pausedUntil',
  'voidReason',
  'endedAt',
])

/** New obligations are written as they stand after the decision; one that it also ended is written twice. */
export async function saveObligations(tx: Tx, { circleId, before, after, events, at }: Change): Promise<void> {
  const owed = events.flatMap((event) => (event.kind === 'obligation.owed' ? [event] : []))
  const counted = events.flatMap((event) => (event.kind === 'contribution.counted' ? [event] : []))
  const isNew = new Set(owed.map(({ obligationId }) => obligationId))
  const live = changed(before?.obligations, after.obligations)
    .filter(({ id }) => !isNew.has(id))
    .map(({ id, status, paidCents, overdue, pausedUntil }) => ({
      id,
      status,
      paidCents,
      overdue,
      pausedUntil: pausedUntil === null ? null : new Date(pausedUntil),
      voidReason: null,
      endedAt: null,
    }))
  const ended = events.flatMap((event) => {
    if (event.kind !== 'donation.confirmed' && event.kind !== 'obligation.void') return []
    const id = event.obligationId
    const was = before?.obligations.get(id)
    const overdue = was?.overdue ?? false
    const pausedUntil = was?.pausedUntil ? new Date(was.pausedUntil) : null
    const [status, voidReason] =
      event.kind === 'obligation.void' ? (['void', event.reason] as const) : (['confirmed', null] as const)
    return [{ id, status, paidCents: was?.paidCents ?? 0, overdue, pausedUntil, voidReason, endedAt: at }]
  })
  const handed = events.find((event) => event.kind === 'place.handed_over')
  await together(
    handed
      ? handOver(tx, { circleId, memberId: handed.memberId, newcomerId: handed.newcomerId, period: after.pulledPeriod })
      : Promise.resolve(),
    insertOwed(
      tx,
      owed.map(({ obligationId, memberId, type, amountCents, target, period, order, ahead = false, share = 1 }) => ({
        circleId,
        id: obligationId,
        memberId,
        type,
        amountCents,
        target: storedTarget(target),
        period,
        share,
        order,
        owedAt: at,
        overdue: after.obligations.get(obligationId)?.overdue ?? false,
        isAhead: ahead,
        status: after.obligations.get(obligationId)?.status ?? ('waiting' as const),
      })),
    ),
    moveOn(tx, circleId, [...live, ...ended]),
    countAhead(
      tx,
      circleId,
      counted.map(({ obligationId: id, period }) => ({ id, period, isAhead: false })),
    ),
  )
}
