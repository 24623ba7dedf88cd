import { parentPort, workerData } from 'node:worker_threads'
import { sha256 } from '@noble/hashes/sha2.js'
import { checkpointOf, openTree } from '#circle/ledger/checkpoint.ts'
import type { LedgerEntry } from '#circle/ledger/entry.ts'
import { chosenWitnesses } from '#circle/ledger/member-words.ts'
import { signedTexts, verifyLedger } from '#circle/ledger/verify.ts'
import { hashText } from '#web/api/hash-text.ts'
import { createLedgerParser } from '#web/features/ledger/parse.ts'

// The worker of a visit, in a thread as new as that one is: from the bytes that its device keeps to the verdict. The person's own
// records are left out, and so is all that the browser does itself: signatures, and the database.

export type Visit = {
  readonly bytes: Uint8Array
  readonly verifiedUpTo: number
  /** Null for what was kept without them. */
  readonly blocks: Uint8Array | null
}

const { bytes, verifiedUpTo, blocks } = workerData as Visit

const before = process.threadCpuUsage()
const reader = createLedgerParser(verifiedUpTo)
reader.push(bytes)
const { head, entries } = reader.end()
const { circle_id: circleId, seq } = head
chosenWitnesses(entries, [], hashText)
signedTexts(circleId, entries, verifiedUpTo)
const { block } = openTree(sha256, entries as readonly LedgerEntry[], blocks ?? undefined)
const day = checkpointOf(sha256, circleId, entries as readonly LedgerEntry[], verifiedUpTo, block)
const end = { ...head, isSigned: true }
const checkpoints = { kept: [{ ...day, isSigned: true }], sha256, block }
const question = { circleId, entries, head: end, kept: [end], checkpoints, verifiedUpTo, now: Date.parse(head.at) }
const { faults } = verifyLedger(question, { sha256: hashText, isActSigned: () => true })
const { user, system } = process.threadCpuUsage(before)
if (faults.length > 0 || entries.length !== seq)
  throw new Error(`The bench's own ledger has faults: ${faults[0]?.code}`)
parentPort!.postMessage((user + system) / 1_000, [])
