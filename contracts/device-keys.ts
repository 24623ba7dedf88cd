import { z } from 'zod'
import { defineCall } from './call.ts'
import { ledgerEntry } from './entities/ledger-entry.ts'
import { entryNumber, idParam, ledgerSize } from './query.ts'

const tag = 'device keys'

export const deviceKey = z.object({
  id: z.string(),
  circle_id: z.string(),
  device: z.string(),
  public_key: z.string(),
  added_at: z.iso.datetime(),
  removed_at: z.iso.datetime().nullable(),
  /** From when on it signs, where it is not the first of its member's in a real circle; null once it was admitted. */
  holds_at: z.iso.datetime().nullable(),
})

/** Hashes in base64, by RFC 6962. */
const proof = z.array(z.string())

/** A signed checkpoint (C2SP tlog-checkpoint), and the proof that it continues the one of `from` entries. */
const proven = {
  circle_id: z.string(),
  checkpoint: z.strictObject({ note: z.string(), key: z.string() }),
  continues: proof,
}

const NOT_A_KEY = 'Esta não é uma chave de aparelho.'

/** Beyond the specification: the devices with which people sign what they do and decide (docs/decisions/010, 096). */
export const deviceKeyCalls = {
  'GET /me/device-keys': defineCall({
    byHelper: false,
    access: 'participant',
    tag,
    summary: 'The devices that sign in the caller’s name, and those that no longer do, newest first.',
    answer: z.array(deviceKey),
  }),
  'POST /me/device-keys': defineCall({
    access: 'participant',
    tag,
    summary: 'Adds this device’s public key: an uncompressed P-256 point (65 bytes) in base64url. Told to the member.',
    status: 201,
    idempotent: true,
    stepUp: 'real',
    body: z.strictObject({ public_key: z.string(NOT_A_KEY).regex(/^[\w-]{87}$/, NOT_A_KEY) }),
    answer: deviceKey,
    refusals: ['device.invalid', 'device.taken', 'device.too_many'],
  }),
  'POST /me/device-keys/{id}/admit': defineCall({
    access: 'participant',
    tag,
    summary:
      'A device that signs says of another of the caller’s that it is theirs, by the SHA-256 of its public key: it signs from now on. Twice is once.',
    signs: 'admit_key',
    params: idParam,
    body: z.strictObject({ hash: z.string().regex(/^[\da-f]{64}$/, NOT_A_KEY) }),
    answer: deviceKey,
    refusals: ['signature.needed', 'device.invalid', 'device.waits'],
  }),
  'DELETE /me/device-keys/{id}': defineCall({
    access: 'participant',
    tag,
    summary: 'A device signs no more; what it signed before stays valid. Told to the member.',
    stepUp: 'real',
    signs: 'remove_key',
    params: idParam,
    answer: deviceKey,
  }),
  'GET /me/acts/ground': defineCall({
    access: 'participant',
    tag,
    summary:
      'What a device signs an act in front of: the end of the ledger and the entry that made a donation, or a report, each with the proof that it is in a signed checkpoint, which continues the one of `from` entries.',
    query: z.strictObject({
      donation_id: z.uuid().optional(),
      report_id: z.uuid().optional(),
      /** Another circle of somebody who administers several, where a decision stands in the ledgers of all of them. */
      circle_id: z.uuid().optional(),
      from: ledgerSize.default(0),
    }),
    answer: z.strictObject({
      ...proven,
      at: z.iso.datetime(),
      end: z.strictObject({ seq: z.int(), hash: z.string() }),
      end_proof: proof,
      matched: ledgerEntry.nullable(),
      matched_proof: proof.nullable(),
    }),
    refusals: ['ledger.no_such_size', 'resource.not_found'],
  }),
  'GET /me/acts/receipt': defineCall({
    access: 'participant',
    tag,
    summary:
      'The receipt of an act that a device of the caller’s signed under this count: its entry, signed by the key of the ledger’s log, with the proof that it is in the ledger; null where there is none.',
    query: z.strictObject({ key: z.uuid(), count: entryNumber, from: ledgerSize.default(0) }),
    answer: z.strictObject({
      ...proven,
      receipt: z.strictObject({ seq: z.int(), hash: z.string(), signature: z.string() }).nullable(),
      entry: ledgerEntry.nullable(),
      proof: proof.nullable(),
    }),
    refusals: ['ledger.no_such_size'],
  }),
}
