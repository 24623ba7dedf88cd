import { z } from 'zod'
import { defineCall } from './call.ts'
import { ledgerEntry, paged } from './entities.ts'
import { LEDGER_PAGE_SIZE } from './limits.ts'
import { pageFields } from './query.ts'

const tag = 'ledger'

export const signedHead = z.strictObject({
  circle_id: z.string(),
  seq: z.int(),
  hash: z.string(),
  at: z.string(),
  key: z.string(),
  signature: z.string(),
})

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
    status: 200,
    query: z.strictObject({ ...pageFields(LEDGER_PAGE_SIZE), order: z.enum(['newest', 'oldest']).default('newest') }),
    answer: paged(ledgerEntry).extend({ circle_id: z.string(), head: z.object({ seq: z.int(), hash: z.string() }) }),
    refusals: [],
  }),
  'GET /ledger/head': defineCall({
    access: 'participant',
    tag,
    summary: 'Where the ledger ends now, signed: kept, it holds every later ledger to what is there today.',
    status: 200,
    answer: signedHead,
    refusals: [],
  }),
  'GET /ledger/export': defineCall({
    access: 'participant',
    tag,
    summary:
      'The whole ledger with its signed head, oldest first, as JSON lines (the head is the first) or as one JSON document.',
    status: 200,
    query: z.strictObject({ format: z.enum(ledgerFormats).default('ndjson') }),
    produces: 'application/x-ndjson',
    refusals: [],
  }),
}
