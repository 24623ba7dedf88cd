import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { headText } from '#circle/ledger.ts'
import type { SignedHead } from '#circle/ledger.ts'
import { circles } from '#server/tables/circles.ts'
import type { Context, Services } from '#server/context.ts'

/**
 * The current head of the actor's circle's ledger, signed. A reader who keeps it can later prove what the ledger held.
 */
export async function signHead({ actor, clock, db, secrets }: Context): Promise<SignedHead> {
  const [circle] = await db
    .select({ seq: circles.seq, hash: circles.headHash })
    .from(circles)
    .where(eq(circles.id, actor.circleId))
  const head = { circle_id: actor.circleId, ...circle!, at: new Date(clock.now()).toISOString() }
  const key = headKey(secrets)
  return {
    ...head,
    key: publicPart(key),
    signature: sign(null, Buffer.from(headText(head)), key).toString('base64url'),
  }
}

// The prefix of a 32-byte Ed25519 seed in PKCS #8 (RFC 8410).
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

function headKey({ headSeed }: Services['secrets']): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, headSeed]), format: 'der', type: 'pkcs8' })
}

function publicPart(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'jwk' }).x!
}
