import { ALONE_HOURS } from '#circle/ledger/rules.ts'
import { fiscalIds } from '#server/circle-store/fiscals.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { activeAdministrators } from './queries.ts'

const ALONE_MS = ALONE_HOURS * 3_600_000

type Asked = { readonly circleIds: readonly string[]; readonly proposedBy: string | null; readonly now: number }

/**
 * The ids of the people who can be the second one for a proposal in these circles, or, without a proposer, one who decides by
 * themselves: the circle's fiscals, where it is one alone, and everybody who administers, except the proposer, auditors, and those
 * whom one person alone added less than 72 hours ago. Otherwise one operator would be two people within minutes; that one
 * operator keeps two accounts for longer, nothing here can know.
 */
export async function secondPeople(db: Db | Tx, { circleIds, proposedBy, now }: Asked): Promise<string[]> {
  const administrators = await decidingAdministrators(db, now)
  const fiscals = circleIds.length === 1 ? await fiscalIds(db, circleIds[0]!) : []
  return [...administrators, ...fiscals].filter((id) => id !== proposedBy)
}

/** The ids of those who administer and may decide by themselves: no auditors, and nobody whom one person alone just added. */
export async function decidingAdministrators(db: Db | Tx, now: number): Promise<string[]> {
  const people = await activeAdministrators(db)
  return people.filter((user) => !user.isAuditor && !isTooNew(user, now)).map(({ id }) => id)
}

/** Whether one person alone added this one, so short a time ago that they do not count as a second person yet. */
function isTooNew({ addedBy, addedAt }: { addedBy: string | null; addedAt: Date | null }, now: number): boolean {
  return addedBy !== null && addedAt !== null && now - addedAt.getTime() < ALONE_MS
}
