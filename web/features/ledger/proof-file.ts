import { parseCheckpoint, parseNote } from '#circle/ledger/checkpoint.ts'
import { request } from '#web/api/client.ts'
import { keepFile } from '#web/api/download.ts'
import { knownLogs } from '#web/api/known-logs.ts'
import { quietly } from '#web/api/quietly.ts'
import { cosignedNotes } from './held-to.ts'
import { keptHeads } from './saved-heads.ts'

/** A server that does not answer holds nothing up. */
const PATIENCE_MS = 4_000

const isCheckpoint = (note: string) => parseCheckpoint(parseNote(note)?.text ?? '') !== null

/**
 * Hands out all that this device keeps of a circle's ledger, in one file: its journal, heads and checkpoints, and those that
 * witnesses cosigned. `verify-ledger.mjs` holds any ledger to it on another machine (`--prova`).
 */
export async function saveProof(holder: string | null, circleId: string): Promise<void> {
  const { readJournal } = await import('#web/api/journal.ts')
  const known = knownLogs().flatMap(({ circle_id, note }) => (circle_id === circleId ? [note] : []))
  // A server that answers no more, or with another ledger, takes nothing from what the device keeps.
  const answer = await quietly(() =>
    request('GET /ledger/checkpoint', {}, { signal: AbortSignal.timeout(PATIENCE_MS) }),
  )
  const cosigned = answer?.circle_id === circleId ? cosignedNotes(answer.witnesses).filter(isCheckpoint) : []
  const proof = {
    ciranda_proof: 1,
    circle_id: circleId,
    journal: holder === null ? null : await readJournal(holder),
    heads: keptHeads().filter(({ circle_id }) => circle_id === circleId),
    checkpoints: [...new Set([...known, ...cosigned])],
  }
  keepFile(new Blob([`${JSON.stringify(proof, null, 2)}\n`], { type: 'application/json' }), 'prova-do-aparelho.json')
}
