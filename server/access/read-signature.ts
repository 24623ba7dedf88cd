import { createHash, createPublicKey, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { actText, isActSignature, isTimely } from '#circle/ledger/signed-act.ts'
import type { Act, ActKind } from '#circle/ledger/signed-act.ts'
import type { Level } from '#circle/plan.ts'
import type { SignedAct } from '#server/circle-store/append-ledger.ts'
import type { Context } from '#server/context.ts'
import { prepared } from '#server/database/prepared.ts'
import { refuse } from '#server/lib/refusal.ts'
import { deviceKeys } from '#server/tables/device-keys.ts'
import { ledger } from '#server/tables/ledger.ts'

/** The input of a call, as far as an act is made of it. */
type ActInput = {
  readonly params?: { readonly id?: string } | undefined
  readonly body?:
    | {
        readonly to_level?: Level
        readonly comprovanteBase64?: string
        readonly terms_version?: string
        readonly commitment?: string
        readonly member_id?: string
        readonly witness?: string
      }
    | undefined
}

/**
 * Reads the header `Ciranda-Signature: key=<id>; at=<instant>; head=<hash>; sig=<base64url>` of a call that an act of the
 * caller's goes with; null without one. Refuses with `signature.invalid` one that does not verify, is another person's or
 * circle's, of a removed key, older than ten minutes or dated ahead, or names a head that the ledger never had.
 */
export async function readSignature(
  context: Context,
  act: ActKind,
  { params, body }: ActInput,
  header: string | string[] | undefined,
): Promise<SignedAct | null> {
  if (header === undefined) return null
  const signature = { ...fieldsOf(header), image: goesWith(act, body ?? {}) }
  if (!isActSignature(signature, act)) refuse('signature.invalid')
  const { actor, clock, db } = context
  const signed: Act = {
    act,
    donationId: ofDonations.includes(act) ? (params?.id ?? null) : (body?.member_id ?? null),
    level: act === 'accept_upgrade' ? (body?.to_level ?? null) : null,
    image: signature.image,
  }
  const { key: keyId, head } = signature
  const [key] = await readKey(db, { keyId, head, userId: actor.id, circleId: actor.circleId })
  const point = key && readPoint(key.publicKey)
  if (!point || !isTimely(Date.parse(signature.at), clock.now())) refuse('signature.invalid')
  const text = Buffer.from(actText(actor.circleId, signed, signature))
  if (!verify('sha256', text, { key: point, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature.sig, 'base64url')))
    refuse('signature.invalid')
  if (!key!.isHeadKnown) refuse('signature.invalid')
  return { act, signature }
}

/** The device that the signature names, as long as it is the caller's, and whether the ledger ever had the head that it names. */
const readKey = prepared<{ publicKey: string; isHeadKnown: boolean }>('device and head', () => {
  const circleId = sql.placeholder('circleId')
  const isHead = and(eq(ledger.circleId, circleId), eq(ledger.hash, sql.placeholder('head')))
  const isOwn = and(
    eq(deviceKeys.id, sql.placeholder('keyId')),
    eq(deviceKeys.userId, sql.placeholder('userId')),
    eq(deviceKeys.circleId, circleId),
    isNull(deviceKeys.removedAt),
  )
  return sql`select ${deviceKeys.publicKey} as "publicKey", exists (select from ${ledger} where ${isHead}) as "isHeadKnown"
    from ${deviceKeys} where ${isOwn}`
})

const ofDonations: readonly ActKind[] = ['send_receipt', 'reject_receipt', 'confirm', 'report']

/** The fields of the header, each once; null when it is written in any other way. */
function fieldsOf(header: string | string[]): Record<string, string> | null {
  const written = /^key=([^;\s]+); at=([^;\s]+); head=([^;\s]+); sig=([^;\s]+)$/.exec(String(header))
  return written && { key: written[1]!, at: written[2]!, head: written[3]!, sig: written[4]! }
}

/**
 * The SHA-256 of a receipt's bytes as they were sent, before anything is removed from them; the terms accepted; the
 * commitment to a number; or the SHA-256 of a witness's key.
 */
function goesWith(
  act: ActKind,
  { comprovanteBase64: base64, terms_version, commitment, witness }: NonNullable<ActInput['body']>,
) {
  if (act === 'choose_witness' || act === 'drop_witness') return witness === undefined ? null : hashOf(witness)
  if (act === 'join_draw') return commitment ?? null
  if (act === 'accept_terms') return terms_version ?? null
  if (act !== 'send_receipt' || base64 === undefined) return null
  return hashOf(Buffer.from(base64.slice(base64.indexOf(',') + 1), 'base64'))
}

const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

/** A P-256 public key from its uncompressed point in base64url; null when it is none of the curve. */
export function readPoint(point: string): KeyObject | null {
  const bytes = Buffer.from(point, 'base64url')
  if (bytes.length !== 65 || bytes[0] !== 4 || bytes.toString('base64url') !== point) return null
  const [x, y] = [bytes.subarray(1, 33).toString('base64url'), bytes.subarray(33).toString('base64url')]
  try {
    return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  } catch {
    return null
  }
}
