import { createHash, createPublicKey, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { spokenText } from '#circle/case-words.ts'
import { shapeOf } from '#circle/ledger/act-kinds.ts'
import type { ActKind } from '#circle/ledger/act-kinds.ts'
import { DECISIONS } from '#circle/ledger/deeds.ts'
import { debtOf, isActSignature, isFresh, isNext, isTimely, signedTextOf } from '#circle/ledger/signed-act.ts'
import type { Act, ActSignature } from '#circle/ledger/signed-act.ts'
import { swapText } from '#circle/ledger/swaps.ts'
import type { Level } from '#circle/plan.ts'
import type { SignedAct } from '#server/circle-store/append-ledger.ts'
import type { Context } from '#server/context.ts'
import { prepared } from '#server/database/prepared.ts'
import { isId } from '#server/lib/ids.ts'
import { refuse } from '#server/lib/refusal.ts'
import { circles } from '#server/tables/circles.ts'
import { deviceKeys } from '#server/tables/device-keys.ts'
import { isMadeBetween, lastCountOf, ledger } from '#server/tables/ledger.ts'

/** The input of a call, as far as an act is made of it. */
type ActInput = {
  readonly params?: { readonly id?: string } | undefined
  readonly body?:
    | {
        readonly to_level?: Level
        readonly comprovanteBase64?: string
        readonly words_salt?: string | undefined
        readonly text?: string
        readonly reason?: string
        readonly additionalInfo?: string | undefined
        readonly picture?: string | undefined
        readonly terms_version?: string
        readonly commitment?: string
        readonly number?: string
        readonly member_id?: string
        readonly witness?: string
        readonly id?: string
        readonly hash?: string
        readonly position?: number
        readonly other_position?: number
        readonly amount?: number | undefined
        readonly shares?: number
      }
    | null
    | undefined
}

/**
 * Reads the header `Ciranda-Signature: key=<id>; at=<instant>; head=<hash>; count=<number>; of=<hash>; part=<number>; sig=<base64url>`
 * of a call that an act of the caller's goes with, `of` only with a decision of whoever administers and `part` with a part that
 * is confirmed; null without one. A decision that stands in the ledgers of several circles may have one of each, separated by commas.
 * A helper signs with their own device, for the person whom they help. Refuses with `signature.invalid` one that does not
 * verify, is another person's or circle's, of a removed key, of another time, of a count that was used, or names an end that
 * the ledger never had or has long left behind. The first format, without a count, is taken from devices that never counted.
 */
export async function readSignature(
  context: Context,
  called: ActKind,
  input: ActInput,
  header: string | string[] | undefined,
): Promise<SignedAct | null> {
  if (header === undefined) return null
  const isDecision = DECISIONS.includes(called)
  const all: SignedAct[] = []
  for (const one of String(header).split(', ')) {
    const circleId = isDecision ? await circleOf(context, one) : context.actor.circleId
    all.push(await readOne(context, { called, input, header: one, circleId }))
  }
  const [signed, ...elsewhere] = all as [SignedAct, ...SignedAct[]]
  if (elsewhere.length > 0 && !isDecision) refuse('signature.invalid')
  return { ...signed, elsewhere }
}

/** The circle of the device that a signature names. */
async function circleOf({ actor, db }: Context, header: string): Promise<string> {
  const keyId = fieldsOf(header)?.key ?? ''
  const isOwn = and(eq(deviceKeys.id, keyId), eq(deviceKeys.userId, actor.id))
  const [key] = isId(keyId) ? await db.select({ circleId: deviceKeys.circleId }).from(deviceKeys).where(isOwn) : []
  return key?.circleId ?? refuse('signature.invalid')
}

type One = {
  readonly called: ActKind
  readonly input: ActInput
  readonly header: string
  readonly circleId: string
}

async function readOne(
  context: Context,
  { called, input: { params, body }, header, circleId }: One,
): Promise<SignedAct> {
  const { said, part, ...fields } = fieldsOf(header) ?? {}
  // One call is the receiver's confirmation and the administration's; who decides says of what.
  const act = called === 'confirm' && said !== undefined ? 'administer' : called
  const amount = shapeOf(act).hasSum ? body?.amount : undefined
  const sum = {
    ...(amount === undefined ? {} : { cents: Math.round(amount * 100) }),
    ...(part === undefined ? {} : { part }),
  }
  const image = DECISIONS.includes(act) ? (said ?? null) : goesWith(act, body ?? {}, params?.id ?? '')
  const signature = { ...fields, image, ...sum }
  const { actor, clock, db } = context
  const isFirstFormat = signature.count === undefined && actor.helperId !== null
  if (!isActSignature(signature, act) || isFirstFormat) refuse('signature.invalid')
  const signed: Act = {
    act,
    donationId: isAboutParam(act) ? (params?.id ?? null) : act === 'administer' ? null : (body?.member_id ?? null),
    level: act === 'accept_upgrade' ? (body?.to_level ?? null) : ((body?.shares ?? null) as Level | null),
    image: signature.image,
    ...sum,
  }
  const { key: keyId, head } = signature
  const [found] = await readKey(db, {
    keyId,
    head,
    userId: actor.helperId ?? actor.id,
    circleId,
    donationId: shapeOf(act).isOfDonation ? signed.donationId : null,
  })
  const point = found && readPoint(found.publicKey)
  if (!point || found.seq === null) refuse('signature.invalid')
  const debt = found.matched === null ? null : debtOf(found.matched)
  const end = { seq: found.seq, endedAt: found.endedAt ?? Infinity }
  const next = { seq: found.last + 1, at: clock.now() }
  if (!isTimely(signature, next) || !isFresh(end, next, signature) || !isNext(signature, found.count))
    refuse('signature.invalid')
  const stood = { ...signature, seq: end.seq }
  const text = Buffer.from(signedTextOf(circleId, signed, debt, stood, actor.helperId === null ? null : actor.id))
  if (!verify('sha256', text, { key: point, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature.sig, 'base64url')))
    refuse('signature.invalid')
  return { circleId, act, signature, end }
}

type Found = {
  readonly publicKey: string
  /** The device's last count; null where it never counted. */
  readonly count: number | null
  /** The number of the ledger's last entry, that of the end signed, and until when it was the end; null for none. */
  readonly last: number
  readonly seq: number | null
  readonly endedAt: number | null
  /** The entry that made the donation, or gave it other parties. */
  readonly matched: Parameters<typeof debtOf>[0] | null
}

/** The device that the signature names, as long as it is the caller's, and what the ledger has of the rest of the text. */
const readKey = prepared<Found>('device and head', () => {
  const [circleId, keyId] = [sql.placeholder('circleId'), sql.placeholder('keyId')]
  const isOwn = and(
    eq(deviceKeys.id, keyId),
    eq(deviceKeys.userId, sql.placeholder('userId')),
    eq(deviceKeys.circleId, circleId),
    isNull(deviceKeys.removedAt),
  )
  return sql`select ${deviceKeys.publicKey} as "publicKey", (${lastCountOf(circleId, keyId)}) as "count",
      ${circles.seq}::float8 as "last", signed.seq::float8 as "seq", extract(epoch from after.at)::float8 * 1000 as "endedAt",
      (select json_build_object('kind', ${ledger.kind}, 'hash', ${ledger.hash}, 'payload', ${ledger.payload}) from ${ledger}
        where ${ledger.circleId} = ${circleId} and ${ledger.payload} ->> 'donationId' = ${sql.placeholder('donationId')}
        and ${ledger.payload} ->> 'donationId' is not null and ${isMadeBetween} order by ${ledger.seq} desc limit 1) as "matched"
    from ${deviceKeys} join ${circles} on ${circles.id} = ${deviceKeys.circleId}
    left join ledger signed on signed.circle_id = ${deviceKeys.circleId} and signed.hash = ${sql.placeholder('head')}
    left join ledger after on after.circle_id = signed.circle_id and after.seq = signed.seq + 1
    where ${isOwn}`
})

/** Whether the call's address names what the act is about. */
function isAboutParam(act: ActKind): boolean {
  const { isOfDonation, about } = shapeOf(act)
  return isOfDonation === true || act === 'accept_swap' || (about !== undefined && about !== 'subjectId')
}

/** The fields of the header, each once; null when it is written in any other way. `said`: the hash of what is decided. */
function fieldsOf(header: string): (Omit<ActSignature, 'image'> & { readonly said?: string }) | null {
  const written =
    /^key=([^;\s]+); at=([^;\s]+); head=([^;\s]+)(?:; count=([1-9]\d*))?(?:; of=([\da-f]{64}))?(?:; part=([1-9]\d?))?; sig=([^;\s]+)$/.exec(
      header,
    )
  if (!written) return null
  const [, key, at, head, count, said, part, sig] = written as unknown as string[]
  const counted = count === undefined ? {} : { count: Number(count) }
  const ofPart = part === undefined ? {} : { part: Number(part) }
  return { key: key!, at: at!, head: head!, sig: sig!, ...counted, ...ofPart, ...(said === undefined ? {} : { said }) }
}

/**
 * The SHA-256 of a receipt's bytes as they were sent, before anything is removed from them; of words; the terms accepted; the
 * commitment to a number, or that number; the hash of a device's key or of a request for a substitute; or the SHA-256 of a
 * witness's key, or of a request's id and positions.
 */
function goesWith(
  act: ActKind,
  {
    comprovanteBase64: base64,
    terms_version,
    commitment,
    number,
    witness,
    hash,
    id,
    position,
    other_position,
    ...words
  }: NonNullable<ActInput['body']>,
  about: string,
) {
  if (act === 'say' || shapeOf(act).hasWords) return spokenHash(words, about)
  if (act === 'ask_swap') return hashOf(swapText(id ?? '', position ?? 0, other_position ?? 0))
  if (act === 'choose_witness' || act === 'drop_witness') return witness === undefined ? null : hashOf(witness)
  if (shapeOf(act).image === 'commitment') return commitment ?? null
  if (act === 'open_draw') return number ?? null
  const imaged = ['admit_key', 'accept_order', 'accept_beginning', 'accept_swap', 'ask_substitute', 'accept_substitute']
  if (imaged.includes(act)) return hash ?? null
  if (act === 'accept_terms') return terms_version ?? null
  if (act !== 'send_receipt' || base64 === undefined) return null
  return hashOfSent(base64)
}

/** The SHA-256 of what is said; null where the device did not sign that. */
function spokenHash(
  { words_salt: salt, text, reason, additionalInfo, picture }: NonNullable<ActInput['body']>,
  about: string,
): string | null {
  if (salt === undefined) return null
  const words = { text: text ?? reason ?? '', more: additionalInfo || null }
  return hashOf(spokenText({ salt, about, ...words, picture: picture === undefined ? null : hashOfSent(picture) }))
}

/** The SHA-256 of a picture's bytes as they were sent. */
export function hashOfSent(base64: string): string {
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
