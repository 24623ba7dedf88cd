import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#server/database/types.ts'
import { obligations } from '#server/tables/obligations.ts'
import { changed, storedTarget } from './change.ts'
import type { Change } from './change.ts'

export async function saveObligations(tx: Tx, { circleId, before, after, events, at }: Change): Promise<void> {
  const owed = events.flatMap((event) => (event.kind === 'obligation.owed' ? [event] : []))
  if (owed.length > 0) {
    await tx.insert(obligations).values(
      owed.map(({ obligationId, memberId, type, amountCents, target, period, order }) => ({
        circleId,
        id: obligationId,
        memberId,
        type,
        amountCents,
        target: storedTarget(target),
        period,
        order,
        owedAt: at,
        overdue: false,
        status: 'waiting' as const,
      })),
    )
  }
  const isNew = new Set(owed.map((event) => event.obligationId))
  const live = changed(before?.obligations, after.obligations)
  for (const overdue of [false, true]) {
    for (const status of ['waiting', 'open'] as const) {
      const ids = live
        .filter(
          (row) => row.status === status && row.overdue === overdue && !(isNew.has(row.id) && status === 'waiting'),
        )
        .map((row) => row.id)
      if (ids.length > 0) await tx.update(obligations).set({ status, overdue }).where(among(circleId, ids))
    }
  }
  const confirmed = events.flatMap((event) => (event.kind === 'donation.confirmed' ? [event.obligationId] : []))
  if (confirmed.length > 0)
    await tx.update(obligations).set({ status: 'confirmed', endedAt: at }).where(among(circleId, confirmed))
  for (const event of events) {
    if (event.kind !== 'obligation.void') continue
    await tx
      .update(obligations)
      .set({ status: 'void', voidReason: event.reason, endedAt: at })
      .where(among(circleId, [event.obligationId]))
  }
}

function among(circleId: string, ids: string[]) {
  return and(eq(obligations.circleId, circleId), inArray(obligations.id, ids))
}
