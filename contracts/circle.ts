import { z } from 'zod'
import { defineCall } from './call.ts'
import { circle, circleResult, ledgerEntry, paged } from './entities.ts'
import { LEDGER_PAGE_SIZE } from './limits.ts'
import { pageFields } from './query.ts'

const tag = 'circle'

/** Beyond the specification: what a circle is, what it has done, and the book of it all. */
export const circleCalls = {
  'GET /circle': defineCall({ who: 'public', tag, summary: 'What anybody may know of the circle before joining it.', status: 200, answer: circle, refusals: [] }),
  'GET /circle/result': defineCall({
    who: 'participant', tag, summary: 'What the circle has done so far: given, received, completed, ahead and behind, dated.', status: 200, answer: circleResult, refusals: [],
  }),
  'GET /ledger': defineCall({
    who: 'participant', tag, summary: 'A page of the circle’s ledger.', status: 200,
    query: z.strictObject({ ...pageFields(LEDGER_PAGE_SIZE), order: z.enum(['newest', 'oldest']).default('newest') }),
    answer: paged(ledgerEntry).extend({ circle_id: z.string(), head: z.object({ seq: z.int(), hash: z.string() }) }), refusals: [],
  }),
  'GET /ledger/export': defineCall({
    who: 'participant', tag, summary: 'The whole ledger, an entry a line, oldest first, for anybody to verify.', status: 200, produces: 'application/x-ndjson', refusals: [],
  }),
}
