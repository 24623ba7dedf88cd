import { and, eq } from 'drizzle-orm'
import { utf8 } from '#circle/bytes.ts'
import { headText } from '#circle/ledger/entry.ts'
import type { SignedHead } from '#circle/ledger/entry.ts'
import { circles } from '#server/tables/circles.ts'
import { ledger } from '#server/tables/ledger.ts'
import type { Context } from '#server/context.ts'
import { signerOf } from '#server/lib/signing.ts'

/**
 * The current head of the actor's circle's ledger, signed. A reader who keeps it can later prove what the ledger held. Its time is
 * never before the last entry's, which a clock that was set back has not come to again: no end was signed before it was written.
 */
export async function signHead({
  actor,
  clock,
  db,
  secrets,
}: Pick<Context, 'clock' | 'db' | 'secrets'> & {
  actor: Pick<Context['actor'], 'circleId'>
}): Promise<SignedHead> {
  const [circle] = await db
    .select({ seq: circles.seq, hash: circles.headHash, lastAt: ledger.at })
    .from(circles)
    .leftJoin(ledger, and(eq(ledger.circleId, circles.id), eq(ledger.seq, circles.seq)))
    .where(eq(circles.id, actor.circleId))
  const { seq, hash, lastAt } = circle!
  const at = new Date(Math.max(clock.now(), lastAt?.getTime() ?? 0)).toISOString()
  const head = { circle_id: actor.circleId, seq, hash, at }
  const signer = signerOf(secrets.headSeed)
  return {
    ...head,
    key: base64url(signer.publicKey),
    signature: base64url(signer.sign(utf8(headText(head)))),
  }
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
