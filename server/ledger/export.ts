import { Readable } from 'node:stream'
import type { SignedHead } from '#circle/ledger.ts'
import type { Context } from '#server/context.ts'
import { signHead } from './head.ts'
import { readLedger } from './queries.ts'

export type LedgerFormat = 'ndjson' | 'json'

/**
 * The whole ledger with its signed head, as a stream of a thousand entries at a time. The head is read first, then the
 * entries up to it; entries appended meanwhile belong to the next download.
 */
export async function exportLedger(context: Context, format: LedgerFormat): Promise<Readable> {
  const head = await signHead(context)
  return Readable.from(format === 'json' ? asDocument(context, head) : asLines(context, head))
}

async function* asLines({ db }: Context, head: SignedHead): AsyncGenerator<string> {
  yield `${JSON.stringify({ ciranda_ledger: 1, head })}\n`
  for await (const entries of readLedger(db, head.circle_id, head.seq))
    yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
}

async function* asDocument({ db }: Context, head: SignedHead): AsyncGenerator<string> {
  yield `{"ciranda_ledger":1,"head":${JSON.stringify(head)},"entries":[`
  let comma = ''
  for await (const entries of readLedger(db, head.circle_id, head.seq)) {
    yield comma + entries.map((entry) => JSON.stringify(entry)).join(',\n')
    comma = ',\n'
  }
  yield ']}\n'
}
