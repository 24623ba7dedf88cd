import { ensureFiscal, fiscalIds } from '#server/circle-store/fiscals.ts'
import { whoCouldDecide } from '#server/circle-store/own-matter.ts'
import { readCircle } from '#server/circle-store/read-circle.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import type { Db, Tx } from '#server/database/types.ts'
import type { Context } from '#server/context.ts'
import { refuse } from '#server/lib/refusal.ts'
import { notify } from '#server/notify/notify.ts'
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

/** Tells the fiscals of a case that they are to decide, since nobody who administers may. */
export async function tellJudges(context: Context, { tx, id, state }: LockedCircle, reportId: string): Promise<void> {
  const judges = await judgesOf(tx, { circleId: id, state, now: context.clock.now() }, reportId)
  for (const userId of judges ?? []) await notify(context, tx, { userId, kind: 'fiscal.case', facts: { reportId } })
}
