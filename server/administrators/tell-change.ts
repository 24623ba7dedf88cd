import { asc, isNull } from 'drizzle-orm'
import type { AdministratorRole } from '#contracts/forms/administrators.ts'
import type { LedgerRecord } from '#circle/ledger/records.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { CircleContext } from '#server/circle-store/with-circle.ts'
import type { Tx } from '#server/database/types.ts'
import type { Services } from '#server/context.ts'
import { notify } from '#server/notify/notify.ts'
import { circles } from '#server/tables/circles.ts'
import { activeAdministrators } from './queries.ts'

type Change = Extract<LedgerRecord, { kind: 'administrator.added' | 'administrator.removed' }>

/** Writes who administers, or what befell their access, into the ledger of every live circle: they act in all of them. */
export async function noteEverywhere(author: CircleContext, tx: Tx, record: LedgerRecord): Promise<void> {
  // In one order everywhere, so that two such changes at once wait for each other instead of holding each other up.
  const live = await tx.select({ id: circles.id }).from(circles).where(isNull(circles.endedAt)).orderBy(asc(circles.id))
  for (const { id } of live) await withCircle({ ...author, db: tx }, id, (circle) => circle.note(record))
}

/** Tells that somebody began or ended to administer: in every ledger, and to every other administrator by notice and letter. */
export async function tellChange(author: Services & CircleContext, tx: Tx, change: Change): Promise<void> {
  await noteEverywhere(author, tx, change)
  const { kind, userId: changed, role } = change
  for (const { id: userId } of await activeAdministrators(tx))
    if (userId !== changed && userId !== author.actorId)
      await notify(author, tx, { userId, kind, facts: { role: role as AdministratorRole } })
}
