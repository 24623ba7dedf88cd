import { createHash } from 'node:crypto'
import { shapeOf } from '#circle/ledger/act-kinds.ts'
import { DECISIONS } from '#circle/ledger/deeds.ts'
import type { ActKind } from '#circle/ledger/act-kinds.ts'
import { contract } from '#contracts/contract.ts'
import type { CallName } from '#contracts/contract.ts'
import type { CallDefinition } from '#contracts/call.ts'
import type { Calls } from '#e2e/helpers/calls.ts'
import { hashOfSent } from '#server/access/read-signature.ts'
import { makeKey, newSalt, signedHeader, spoken } from '#server/testing/device.ts'

type Device = ReturnType<typeof makeKey> & { readonly id: string; count: number }
type Sent = { readonly params?: unknown; readonly body?: unknown }

/** The devices with which the calls of a story sign for members, who have them as anybody has a phone. */
export function devicesOf(call: Calls) {
  const devices = new Map<string, Device>()

  const add = async (token: string): Promise<Device> => {
    const key = makeKey()
    const { id } = await call('POST /me/device-keys', token, { body: { public_key: key.point } })
    const device = { ...key, id, count: 0 }
    devices.set(personOf(token), device)
    return device
  }

  /** The header of a call that is an act of the member's; nothing where it is none, or they have no device and need none. */
  const header = async (name: CallName, token: string | null, sent: Sent, isNeeded: boolean) => {
    const { signs } = contract[name] as CallDefinition
    // The stories' administrators decide by calls without a device of their own.
    if (!signs || DECISIONS.includes(signs) || token === null) return {}
    const device = devices.get(personOf(token)) ?? (isNeeded ? await add(token) : null)
    if (!device) return {}
    const { id } = (sent.params ?? {}) as { readonly id?: string }
    const { isOfDonation } = shapeOf(signs)
    const ground = await call('GET /me/acts/ground', token, { query: isOfDonation ? { donation_id: id! } : {} })
    device.count += 1
    const body = (sent.body ?? {}) as Record<string, string>
    const level = signs === 'accept_upgrade' ? (Number(body['to_level']) as 2 | 3) : null
    const isOfAddress =
      isOfDonation || ['admit_key', 'say', 'appeal', 'accept_order', 'accept_substitute'].includes(signs)
    const isOfMember = ['confirm_fiscal', 'ask_substitute'].includes(signs)
    const about = isOfAddress ? id! : isOfMember ? body['member_id']! : null
    return signedHeader(ground, device, { act: signs, donationId: about, level, image: imageOf(signs, body, id) })
  }

  /** Has a person a device of the calls', which signs at once where it is their first. */
  const has = async (token: string): Promise<void> => {
    if (!devices.has(personOf(token))) await add(token)
  }

  /** The device of the calls' admits the others of its person: their phone, their desk. */
  const admitOthers = async (token: string): Promise<void> => {
    const keys = await call('GET /me/device-keys', token)
    for (const { id, public_key } of keys.filter(({ holds_at, removed_at }) => holds_at !== null && !removed_at))
      await call('POST /me/device-keys/{id}/admit', token, { params: { id }, body: { hash: sha256Of(public_key) } })
  }
  return { has, header, admitOthers }
}

const hasWords = (act: ActKind) => act === 'say' || shapeOf(act).hasWords === true

/** The call with a device's salt for the words that go with it, where it has any. */
export function salted<S extends Sent>(name: CallName, sent: S): S {
  const { signs } = contract[name] as CallDefinition
  const body = sent.body as object | undefined
  return signs && body && hasWords(signs) ? { ...sent, body: { words_salt: newSalt(), ...body } } : sent
}

function imageOf(act: ActKind, body: Readonly<Record<string, string>>, about = ''): string | null {
  const { words_salt: salt, text, reason, additionalInfo, picture } = body
  if (salt !== undefined) {
    const sentPicture = picture === undefined ? null : hashOfSent(picture)
    return spoken(about, text ?? reason ?? '', sentPicture, { more: additionalInfo || null, salt }).image
  }
  const { comprovanteBase64 = '', terms_version = null, commitment = null, number = null, hash = null } = body
  if (act === 'send_receipt') return sha256Of(Buffer.from(comprovanteBase64, 'base64'))
  const images = {
    accept_terms: terms_version,
    join_draw: commitment,
    open_draw: number,
    admit_key: hash,
    accept_beginning: hash,
    accept_order: hash,
    ask_substitute: hash,
    accept_substitute: hash,
  }
  return images[act as keyof typeof images] ?? null
}

const sha256Of = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** The person of a session's token. */
function personOf(token: string): string {
  return String((JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sub: unknown }).sub)
}
