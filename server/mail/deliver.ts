import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import { transaction } from '#server/database/transaction.ts'
import type { Parts } from '#server/http/context.ts'
import { unseal } from '#server/lib/sealing.ts'
import { isRefusedForGood } from './carrier.ts'
import type { Carrier } from './carrier.ts'
import { letters } from '#server/tables/letters.ts'
import { sealedLetter } from './write-letter.ts'
import type { Letter } from './write-letter.ts'

const TRIES_MAX = 8
const FIRST_WAIT_MS = 60_000
const CLAIM_MS = 5 * 60_000

/** Delivers the letters that are due, one by one; answers how many went. A failed one waits twice as long each time, and is given up after eight tries, or at once when it was refused for good. */
export async function deliverLetters(parts: Parts, carry: Carrier): Promise<number> {
  let sent = 0
  for (;;) {
    const outcome = await deliverNext(parts, carry)
    if (outcome === 'none') return sent
    if (outcome === 'sent') sent += 1
  }
}

/** Writes a letter and carries it at once; answers its id, and what went wrong. One that failed is tried again like every other. */
export async function deliverNow(
  parts: Parts,
  carry: Carrier,
  letter: Letter,
): Promise<{ id: string; error: unknown }> {
  const row = { ...sealedLetter(parts, letter), tries: 1, nextTryAt: new Date(parts.clock.now() + CLAIM_MS) }
  await parts.db.insert(letters).values(row)
  return { id: row.id, error: await deliver(parts, carry, row) }
}

async function deliverNext(parts: Parts, carry: Carrier): Promise<'sent' | 'failed' | 'none'> {
  const row = await claimNext(parts)
  if (!row) return 'none'
  return (await deliver(parts, carry, row)) ? 'failed' : 'sent'
}

/** Carries a letter that this process has claimed; answers what went wrong, or null. */
async function deliver(
  parts: Parts,
  carry: Carrier,
  row: Pick<typeof letters.$inferSelect, 'id' | 'sealed' | 'tries'>,
): Promise<unknown> {
  const own = eq(letters.id, row.id)
  const now = parts.clock.now()
  try {
    await carry(row.id, JSON.parse(unseal(parts.secrets, row.sealed, row.id)) as Letter)
  } catch (error) {
    const wait = FIRST_WAIT_MS * 2 ** row.tries
    const givenUpAt = row.tries >= TRIES_MAX || isRefusedForGood(error) ? new Date(now) : null
    await parts.db
      .update(letters)
      .set({ nextTryAt: new Date(now + wait), givenUpAt })
      .where(own)
    return error
  }
  // What was delivered is no longer needed, and a code must not lie about.
  await parts.db
    .update(letters)
    .set({ sentAt: new Date(now), sealed: '' })
    .where(own)
  return null
}

/** Takes the next letter for as long as carrying it may last, so that no other process takes it too, and nothing is locked meanwhile. */
function claimNext(parts: Parts) {
  return transaction(parts.db, async (tx) => {
    const now = parts.clock.now()
    const [row] = await tx
      .select()
      .from(letters)
      .where(and(isNull(letters.sentAt), isNull(letters.givenUpAt), lte(letters.nextTryAt, new Date(now))))
      .orderBy(asc(letters.nextTryAt))
      .limit(1)
      .for('update', { skipLocked: true })
    if (!row) return null
    const tries = row.tries + 1
    await tx
      .update(letters)
      .set({ tries, nextTryAt: new Date(now + CLAIM_MS) })
      .where(eq(letters.id, row.id))
    return { ...row, tries }
  })
}
