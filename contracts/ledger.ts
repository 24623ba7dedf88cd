import { z } from 'zod'
import { defineCall } from './call.ts'
import { ledgerEntry } from './entities/ledger-entry.ts'
import { paged } from './entities/page.ts'
import { LEDGER_PAGE_SIZE } from './limits.ts'
import { ledgerSize, pageFields } from './query.ts'

const tag = 'ledger'

export const signedHead = z.strictObject({
  circle_id: z.string(),
  seq: z.int(),
  hash: z.string(),
  at: z.string(),
  key: z.string(),
  signature: z.string(),
})

/** The day's checkpoint as members read it. Its short code is computed on the reader's device, from `note`. */
export const dayCheckpoint = z.strictObject({
  circle_id: z.string(),
  day: z.string(),
  size: z.int(),
  at: z.string(),
  /** C2SP tlog-checkpoint: the text, the log's signature and the witnesses' cosignatures. */
  note: z.string(),
  /** The log's verifier key, and the address under which witnesses without an account read it. */
  key: z.string(),
  log: z.string(),
  witnesses: z.array(
    z.strictObject({
      name: z.string(),
      key: z.string(),
      /** `note`: the checkpoint that it cosigned, with the log’s line and its own. */
      cosigned: z.strictObject({ size: z.int(), at: z.string(), note: z.string() }).nullable(),
    }),
  ),
})

/** Hashes in base64, by RFC 6962. */
export const proof = z.array(z.string())

export const ledgerFormats = ['ndjson', 'json'] as const

/**
 * Beyond the specification: the ledger of everything that happened in a circle, for its members to read, keep and
 * verify. Ids and amounts only.
 */
export const ledgerCalls = {
  'GET /ledger': defineCall({
    access: 'participant',
    tag,
    summary: 'A page of the circle’s ledger.',
    query: z.strictObject({ ...pageFields(LEDGER_PAGE_SIZE), order: z.enum(['newest', 'oldest']).default('newest') }),
    answer: paged(ledgerEntry).extend({ circle_id: z.string(), head: z.object({ seq: z.int(), hash: z.string() }) }),
  }),
  'GET /ledger/head': defineCall({
    access: 'participant',
    tag,
    summary: 'Where the ledger ends now, signed: kept, it holds every later ledger to what is there today.',
    answer: signedHead,
  }),
  'GET /ledger/payment-keys': defineCall({
    access: 'participant',
    tag,
    summary:
      'What the ledger holds of the payment keys of the caller’s open donations: the entries of match, commitment and plan, each with the proof that it is in the ledger of a signed checkpoint.',
    answer: z.object({
      circle_id: z.string(),
      /** C2SP tlog-checkpoint, and the log’s Ed25519 key as heads name it; null with the plan where no donation is open. */
      checkpoint: z.strictObject({ note: z.string(), key: z.string() }).nullable(),
      plan: z.strictObject({ entry: ledgerEntry, proof }).nullable(),
      donations: z.array(
        z.object({
          donation_id: z.string(),
          matched: ledgerEntry,
          matched_proof: proof,
          committed: ledgerEntry.nullable(),
          committed_proof: proof.nullable(),
        }),
      ),
    }),
  }),
  'GET /ledger/export': defineCall({
    access: 'participant',
    tag,
    summary:
      'The ledger with its signed head, whole or from after an entry on, oldest first, as JSON lines (the head is the first) or as one JSON document.',
    query: z.strictObject({ format: z.enum(ledgerFormats).default('ndjson'), after: ledgerSize.default(0) }),
    produces: 'application/x-ndjson',
  }),
  'GET /ledger/checkpoint': defineCall({
    access: 'participant',
    tag,
    summary: 'The day’s checkpoint, the same for everybody in the circle, and which witnesses cosigned.',
    answer: dayCheckpoint,
  }),
  'GET /ledger/pages': defineCall({
    access: 'participant',
    tag,
    summary:
      'What the circle’s witnesses say of the pages that this server shows to visitors, each statement signed; and the origins of pages served elsewhere that it lets call it.',
    answer: z.strictObject({
      seen: z.array(z.strictObject({ witness: z.string(), note: z.string() })),
      origins: z.array(z.string()),
    }),
  }),
  'POST /ledger/checkpoint': defineCall({
    byHelper: true,
    access: 'participant',
    tag,
    summary: 'A checkpoint of the ledger as it is now, signed and kept: C2SP tlog-checkpoint.',
    answer: z.strictObject({ size: z.int(), at: z.string(), note: z.string() }),
  }),
}
