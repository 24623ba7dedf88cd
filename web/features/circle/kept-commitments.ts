import { readKeptLedger } from '#web/api/kept-ledger.ts'

/**
 * All that the ledger which this device verified says of some members' payment keys: every commitment to them, oldest first, and
 * the number of the last entry that it has; 0 where it keeps no ledger of this circle.
 */
export type KeptCommitments = {
  readonly upTo: number
  readonly found: readonly { readonly memberId: string; readonly seq: number; readonly commitment: string }[]
}

export async function keptCommitments(circleId: string, memberIds: readonly string[]): Promise<KeptCommitments> {
  const kept = await readKeptLedger()
  if (!kept || kept.circleId !== circleId) return { upTo: 0, found: [] }
  const decoder = new TextDecoder()
  const text = kept.pieces.map((piece) => decoder.decode(piece, { stream: true })).join('')
  const found = linesWith(text, '"payment_key.committed"').flatMap((line) => {
    const { seq, payload } = JSON.parse(line) as { seq: number; payload: Record<string, string> }
    const { memberId, commitment } = payload
    return memberId && commitment && memberIds.includes(memberId) ? [{ memberId, seq, commitment }] : []
  })
  return { upTo: kept.seq, found }
}

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
