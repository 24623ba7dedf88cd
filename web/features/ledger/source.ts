import type { KeptLedger } from '#web/api/kept-ledger.ts'
import { openFile } from '#web/api/download.ts'
import { pageVersion } from '#web/api/new-version.ts'

/** A ledger as JSON lines, its signed head first: piece by piece, and what of it should be kept once it is verified. */
export type LedgerSource = {
  readonly pieces: AsyncIterable<Uint8Array<ArrayBuffer>>
  readonly keptPieces?: readonly Uint8Array[]
  /** The last entry that these very pages verified before as it is here, with its signatures; 0 for none. */
  readonly verifiedUpTo?: number
  /** The hashes of the complete blocks of what was verified; null for none. */
  readonly blocks?: Uint8Array | null
}

/** The whole ledger as the server has it now. */
export async function wholeLedger(signal: AbortSignal): Promise<LedgerSource> {
  const { body } = await openFile('/ledger/export', { format: 'ndjson' }, signal)
  return { pieces: piecesOf(body!) }
}

const LINE_FEED = 10

/**
 * The ledger that this device keeps, continued by what the server has beyond it: little is downloaded, and the server
 * cannot tell another past than the one that was kept.
 */
export async function continuedLedger(kept: KeptLedger | null, signal: AbortSignal): Promise<LedgerSource> {
  const query = { format: 'ndjson', ...(kept ? { after: String(kept.seq) } : {}) }
  const response = await openFile('/ledger/export', query, signal)
  const bytes = new Uint8Array(await response.arrayBuffer())
  const end = bytes.indexOf(LINE_FEED) + 1
  const [head, added] = [bytes.slice(0, end), bytes.slice(end)]
  if (kept && circleOf(head) !== kept.circleId) return continuedLedger(null, signal)
  const keptPieces = [...(kept?.pieces ?? []), added]
  const verified = kept?.signedBy && kept.signedBy === pageVersion() ? kept : null
  const [verifiedUpTo, blocks] = [verified?.seq ?? 0, verified?.blocks ?? null]
  return { pieces: each([head, ...keptPieces]), keptPieces: joined(keptPieces), verifiedUpTo, blocks }
}

const PIECES_MAX = 20

/** Many small pieces are put together, so that keeping them stays cheap. */
function joined(pieces: readonly Uint8Array[]): readonly Uint8Array[] {
  if (pieces.length <= PIECES_MAX) return pieces.filter(({ length }) => length > 0)
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return [all]
}

function circleOf(head: Uint8Array): string | undefined {
  try {
    return (JSON.parse(new TextDecoder().decode(head)) as { head: { circle_id: string } }).head.circle_id
  } catch {
    return undefined
  }
}

async function* each(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  // Each is copied, since what is sent to the worker is gone here, and these are kept.
  for (const piece of pieces) yield new Uint8Array(piece)
}

async function* piecesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value
}
