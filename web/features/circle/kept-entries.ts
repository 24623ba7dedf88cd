import { readKeptLedger } from '#web/api/kept-ledger.ts'

type Entry = {
  readonly seq: number
  readonly at: string
  readonly actor_id: string | null
  readonly kind: string
  readonly payload: Record<string, string>
}

/**
 * The entries of some kinds in the ledger that this device verified and keeps, in their order, and the number of the last
 * entry that it has; 0 where it keeps no ledger of this circle.
 */
export async function keptEntries(
  circleId: string,
  kinds: readonly string[],
): Promise<{ readonly upTo: number; readonly found: readonly Entry[] }> {
  const kept = await readKeptLedger()
  if (!kept || kept.circleId !== circleId) return { upTo: 0, found: [] }
  const decoder = new TextDecoder()
  const text = kept.pieces.map((piece) => decoder.decode(piece, { stream: true })).join('')
  const found = kinds
    .flatMap((kind) => linesWith(text, `"${kind}"`))
    .map((line) => JSON.parse(line) as Entry)
    .filter(({ kind }) => kinds.includes(kind))
  return { upTo: kept.seq, found: [...new Map(found.map((entry) => [entry.seq, entry])).values()].sort(bySeq) }
}

const bySeq = (one: Entry, other: Entry) => one.seq - other.seq

/** The lines that hold a word: of a ledger's many thousands, the few that are worth reading. */
function linesWith(text: string, word: string): string[] {
  const lines: string[] = []
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at)) {
    const end = text.indexOf('\n', at)
    lines.push(text.slice(text.lastIndexOf('\n', at) + 1, end < 0 ? undefined : end))
    if (end < 0) break
    at = end
  }
  return lines
}
