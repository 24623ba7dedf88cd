import { Readable } from 'node:stream'
import type { LedgerEntry, SignedHead } from '#circle/ledger/entry.ts'
import type { Context } from '#server/context.ts'
import { signHead } from './head.ts'
import { readLedger } from './queries.ts'

export type LedgerFormat = 'ndjson' | 'json'

/**
 * The ledger from after an entry on (0: whole) with its signed head, as a stream of a thousand entries at a time. The
 * head is read first, then the entries up to it; entries appended meanwhile belong to the next download.
 */
export async function exportLedger(
  context: Context,
  { format, after }: { format: LedgerFormat; after: number },
): Promise<Readable> {
  const head = await signHead(context)
  const chunks = readLedger(context.db, head.circle_id, { after, upTo: head.seq })
  return Readable.from(format === 'json' ? asDocument(chunks, head) : asLines(chunks, head))
}

type Chunks = AsyncIterable<readonly LedgerEntry[]>

async function* asLines(chunks: Chunks, head: SignedHead): AsyncGenerator<string> {
  yield `${JSON.stringify({ ciranda_ledger: 1, head })}\n`
  for await (const entries of chunks) yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
}

async function* asDocument(chunks: Chunks, head: SignedHead): AsyncGenerator<string> {
  yield `{"ciranda_ledger":1,"head":${JSON.stringify(head)},"entries":[`
  let comma = ''
  for await (const entries of chunks) {
    yield comma + entries.map((entry) => JSON.stringify(entry)).join(',\n')
    comma = ',\n'
  }
  yield ']}\n'
}
