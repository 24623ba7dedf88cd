import { ALONE_HOURS } from '#contracts/approvals.ts'
import { activeAdministrators } from '#server/administrators/queries.ts'
import type { Db, Tx } from '#server/database/types.ts'

const ALONE_MS = ALONE_HOURS * 3_600_000

/**
 * The people who can be the second one for a proposal, or, without a proposer, one who decides by themselves: everybody who
 * administers, except the proposer, auditors, and those whom one person alone added less than 72 hours ago. Otherwise one
 * operator would be two people within minutes; that one operator keeps two accounts for longer, nothing here can know.
 */
export async function secondPeople(db: Db | Tx, { proposedBy, now }: { proposedBy: string | null; now: number }) {
  const people = await activeAdministrators(db)
  return people.filter((user) => !user.isAuditor && user.id !== proposedBy && !isTooNew(user, now))
}

/** Whether one person alone added this one, so short a time ago that they do not count as a second person yet. */
function isTooNew({ addedBy, addedAt }: { addedBy: string | null; addedAt: Date | null }, now: number): boolean {
  return addedBy !== null && addedAt !== null && now - addedAt.getTime() < ALONE_MS
}
