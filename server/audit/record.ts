import type { Clock } from '#server/lib/clock.ts'
import type { Db, Tx } from '#server/lib/database/types.ts'
import { audit } from './table.ts'
import type { AuditKind } from './table.ts'

/** Writes one line about an account or a look at somebody's data, in the transaction of what it tells of where there is one. */
export async function record(
  { clock }: { readonly clock: Clock },
  tx: Db | Tx,
  kind: AuditKind,
  { circleId = null, actorId = null, subjectId = null }: { circleId?: string | null; actorId?: string | null; subjectId?: string | null },
): Promise<void> {
  await tx.insert(audit).values({ at: new Date(clock.now()), kind, circleId, actorId, subjectId })
}
