import { and, eq, inArray, sql } from 'drizzle-orm'
import { ensureFiscal, fiscalIds } from '#server/circle-store/fiscals.ts'
import { whoCouldDecide } from '#server/circle-store/own-matter.ts'
import { readCircle } from '#server/circle-store/read-circle.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import type { Db, Tx } from '#server/database/types.ts'
import type { Context } from '#server/context.ts'
import { refuse } from '#server/lib/refusal.ts'
import { notify } from '#server/notify/notify.ts'
import { notices } from '#server/tables/notices.ts'
import { decidingAdministrators } from './second-people.ts'

type Met = Parameters<typeof whoCouldDecide>[1]

const deciding = (reportId: string) =>
  ({ kind: 'resolve_report', reportId, resolution: 'RESOLVED', outcome: 'keep' }) as const

/** The fiscals who decide an open case, whose own matter it is not; null where somebody who administers could. */
async function judgesOf(tx: Db | Tx, met: Met, reportId: string): Promise<string[] | null> {
  const fiscals = await fiscalIds(tx, met.circleId)
  if (fiscals.length === 0) return null
  const administrators = await decidingAdministrators(tx, met.now)
  const able = await whoCouldDecide(tx, met, deciding(reportId), [...administrators, ...fiscals])
  return able.some((id) => administrators.includes(id)) ? null : able
}

/** Whether the actor is a fiscal who may decide an open case, whose own matter it is not. */
export async function mayJudge(context: Context, reportId: string): Promise<boolean> {
  const { actor, clock, db } = context
  if (!actor.isFiscal) return false
  const { state } = await readCircle(context, actor.circleId)
  const judges = await judgesOf(db, { circleId: actor.circleId, state, now: clock.now() }, reportId)
  return judges?.includes(actor.id) === true
}

/** Refuses with `report.for_administration` a fiscal who decides a case that somebody who administers could decide. */
export async function ensureJudge(context: Context, { tx, id, state }: LockedCircle, reportId: string): Promise<void> {
  if (!context.actor.isFiscal) return
  await ensureFiscal(context, tx)
  const judges = await judgesOf(tx, { circleId: id, state, now: context.clock.now() }, reportId)
  if (judges === null) refuse('report.for_administration')
}

type Telling = Parameters<typeof notify>[0]

/** Tells the fiscals of a case that they are to decide, since nobody who administers may. */
export async function tellJudges(context: Telling, { tx, id, state }: LockedCircle, reportId: string): Promise<void> {
  const judges = await judgesOf(tx, { circleId: id, state, now: context.clock.now() }, reportId)
  await tellOnce(context, tx, { kind: 'fiscal.case', reportId }, judges ?? [])
}

/** Tells fiscals that a case, or its appeal, waits for them, who were not told yet. */
export async function tellOnce(
  context: Telling,
  tx: Tx,
  { kind, reportId }: { readonly kind: 'fiscal.case' | 'fiscal.appeal'; readonly reportId: string },
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return
  const isOfCase = and(eq(notices.kind, kind), sql`${notices.facts} ->> 'reportId' = ${reportId}`)
  const told = await tx
    .select({ userId: notices.userId })
    .from(notices)
    .where(and(inArray(notices.userId, [...userIds]), isOfCase))
  const known = new Set(told.map(({ userId }) => userId))
  for (const userId of userIds) if (!known.has(userId)) await notify(context, tx, { userId, kind, facts: { reportId } })
}
