import { eq } from 'drizzle-orm'
import { utf8 } from '#circle/bytes.ts'
import { headText } from '#circle/ledger/entry.ts'
import type { SignedHead } from '#circle/ledger/entry.ts'
import { circles } from '#server/tables/circles.ts'
import type { Context } from '#server/context.ts'
import { signerOf } from '#server/lib/signing.ts'

/**
 * The current head of the actor's circle's ledger, signed. A reader who keeps it can later prove what the ledger held.
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
    .select({ seq: circles.seq, hash: circles.headHash })
    .from(circles)
    .where(eq(circles.id, actor.circleId))
  const head = { circle_id: actor.circleId, ...circle!, at: new Date(clock.now()).toISOString() }
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
