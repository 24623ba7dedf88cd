import { keepFile } from '#web/api/download.ts'
import { knownLogs } from '#web/api/known-logs.ts'
import { keptHeads } from './saved-heads.ts'

/**
 * Hands out all that this device keeps of a circle's ledger, in one file: its journal, heads and checkpoints. `verify-ledger.mjs` holds
 * any ledger to it on another machine (`--prova`).
 */
export async function saveProof(memberId: string | null, circleId: string): Promise<void> {
  const { readJournal } = await import('#web/api/journal.ts')
  const proof = {
    ciranda_proof: 1,
    circle_id: circleId,
    journal: memberId === null ? null : await readJournal(memberId),
    heads: keptHeads().filter(({ circle_id }) => circle_id === circleId),
    checkpoints: knownLogs().flatMap(({ circle_id, note }) => (circle_id === circleId ? [note] : [])),
  }
  keepFile(new Blob([`${JSON.stringify(proof, null, 2)}\n`], { type: 'application/json' }), 'prova-do-aparelho.json')
}
