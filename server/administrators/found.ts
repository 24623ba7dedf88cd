import { isNull } from 'drizzle-orm'
import type { TermsAdministrator } from '#circle/terms.ts'
import type { Tx } from '#server/database/types.ts'
import type { Services } from '#server/context.ts'
import { administratorInvitations } from '#server/tables/administrator-invitations.ts'
import { activeAdministrators, lockAdministrators, nameOf } from './queries.ts'

/**
 * Everybody who administers when a real circle is founded, for its ledger and its terms to name. Auditors change nothing, so they are
 * none of them. Invitations that nobody accepted yet end here: in this circle nobody approved them.
 */
export async function foundWithAdministrators(
  { clock }: Pick<Services, 'clock'>,
  tx: Tx,
): Promise<TermsAdministrator[]> {
  await lockAdministrators(tx)
  await tx
    .update(administratorInvitations)
    .set({ endedAt: new Date(clock.now()), sealed: null })
    .where(isNull(administratorInvitations.endedAt))
  const people = await activeAdministrators(tx)
  return people.filter(({ isAuditor }) => !isAuditor).map((user) => ({ id: user.id, name: nameOf(user) }))
}
