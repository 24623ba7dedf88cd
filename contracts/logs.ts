import { z } from 'zod'
import { defineCall } from './call.ts'
import { entryNumber, idParam, ledgerSize } from './query.ts'
import { proof } from './ledger.ts'

const tag = 'ledger'

/**
 * Beyond the specification: a circle's ledger as a transparency log, for witnesses that have no account. Sizes and hashes
 * name nobody, so they are public; the entries themselves are not.
 */
export const logCalls = {
  'GET /logs/{id}': defineCall({
    access: 'public',
    tag,
    summary: 'A circle’s log: its name, its verifier key and its latest checkpoint.',
    params: idParam,
    answer: z.strictObject({ origin: z.string(), key: z.string(), size: z.int(), at: z.string() }),
    refusals: ['resource.not_found'],
  }),
  'GET /logs/{id}/checkpoint': defineCall({
    access: 'public',
    tag,
    summary: 'The latest checkpoint with its signatures and cosignatures: C2SP tlog-checkpoint.',
    params: idParam,
    produces: 'text/plain',
    refusals: ['resource.not_found'],
  }),
  'GET /logs/{id}/consistency': defineCall({
    access: 'public',
    tag,
    summary: 'The proof that the ledger of `to` entries continues that of `from` entries, by RFC 6962.',
    params: idParam,
    query: z.strictObject({ from: ledgerSize.default(0), to: ledgerSize.optional() }),
    answer: z.strictObject({ from: z.int(), to: z.int(), proof }),
    refusals: ['resource.not_found', 'ledger.no_such_size'],
  }),
  'GET /logs/{id}/inclusion': defineCall({
    access: 'public',
    tag,
    summary: 'The proof that entry `seq` is in the ledger of `size` entries, by RFC 6962.',
    params: idParam,
    query: z.strictObject({ seq: entryNumber.default(1), size: ledgerSize.optional() }),
    answer: z.strictObject({ seq: z.int(), size: z.int(), proof }),
    refusals: ['resource.not_found', 'ledger.no_such_size'],
  }),
}
