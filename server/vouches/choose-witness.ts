import { and, asc, eq, inArray } from 'drizzle-orm'
import { COSIGNATURE_KEY, parseVerifierKey } from '#circle/ledger/checkpoint.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import type { Context } from '#server/context.ts'
import { refuse } from '#server/lib/refusal.ts'
import { sha256Bytes } from '#server/lib/signing.ts'
import { ledger } from '#server/tables/ledger.ts'
import { ensureHasWord } from './vouch.ts'

const CHOSEN_MAX = 20

/**
 * A member chooses a witness by its key, or takes the choice back. It counts only as their own device signed it. Refused
 * without a signature (`signature.needed`), for what is no key that cosigns, and beyond twenty witnesses.
 */
export async function chooseWitness(
  context: Context,
  { witness, isChosen }: { witness: string; isChosen: boolean },
): Promise<void> {
  const { actor, signed } = context
  if (!signed) refuse('signature.needed')
  if (parseVerifierKey(sha256Bytes, witness)?.type !== COSIGNATURE_KEY) refuse('witness.unreadable')
  await withCircle(context, actor.circleId, async (circle) => {
    ensureHasWord(circle, actor.id)
    const chosen = await chosenBy(circle, actor.id)
    if (chosen.has(witness) === isChosen) return
    if (isChosen && chosen.size >= CHOSEN_MAX) refuse('witness.too_many')
    const kind = isChosen ? 'witness.chosen' : 'witness.dropped'
    await circle.note({ kind, memberId: actor.id, witness, hash: sha256(witness) })
  })
}

async function chosenBy({ tx, id }: LockedCircle, actorId: string): Promise<ReadonlySet<string>> {
  const rows = await tx
    .select({ kind: ledger.kind, payload: ledger.payload })
    .from(ledger)
    .where(
      and(
        eq(ledger.circleId, id),
        inArray(ledger.kind, ['witness.chosen', 'witness.dropped']),
        eq(ledger.actorId, actorId),
      ),
    )
    .orderBy(asc(ledger.seq))
  const chosen = new Set<string>()
  for (const { kind, payload } of rows)
    if (kind === 'witness.chosen') chosen.add(String(payload['witness']))
    else chosen.delete(String(payload['witness']))
  return chosen
}
