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

/** Whether an open case is the own matter of everybody who administers: then the circle's fiscals decide it in their place. */
async function isForFiscals(tx: Db | Tx, met: Met, reportId: string): Promise<boolean> {
  return (await whoCouldDecide(tx, met, deciding(reportId), await decidingAdministrators(tx, met.now))).length === 0
}

/** Whether the actor is a fiscal who may decide an open case, whose own matter it is not. */
export async function mayJudge(context: Context, reportId: string): Promise<boolean> {
  const { actor, clock, db } = context
  if (!actor.isFiscal) return false
  const { state } = await readCircle(context, actor.circleId)
  const met = { circleId: actor.circleId, state, now: clock.now() }
  if (!(await isForFiscals(db, met, reportId))) return false
  return (await whoCouldDecide(db, met, deciding(reportId), [actor.id])).length > 0
}

/** Refuses with `report.for_administration` a fiscal who decides a case that somebody who administers could decide. */
export async function ensureJudge(context: Context, { tx, id, state }: LockedCircle, reportId: string): Promise<void> {
  if (!context.actor.isFiscal) return
  await ensureFiscal(context, tx)
  const met = { circleId: id, state, now: context.clock.now() }
  if (!(await isForFiscals(tx, met, reportId))) refuse('report.for_administration')
}

/** Tells the fiscals of a case that they are to decide, since nobody who administers may. */
export async function tellJudges(context: Context, { tx, id, state }: LockedCircle, reportId: string): Promise<void> {
  const met = { circleId: id, state, now: context.clock.now() }
  const fiscals = await fiscalIds(tx, id)
  if (fiscals.length === 0 || !(await isForFiscals(tx, met, reportId))) return
  for (const userId of await whoCouldDecide(tx, met, deciding(reportId), fiscals))
    await notify(context, tx, { userId, kind: 'fiscal.case', facts: { reportId } })
}
