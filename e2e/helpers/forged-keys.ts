import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { toBase64 } from '#circle/bytes.ts'
import {
  checkpointOf,
  checkpointText,
  entryLeaf,
  namedKey,
  NOTE_KEY,
  originOf,
  signatureLine,
} from '#circle/ledger/checkpoint.ts'
import { entryText } from '#circle/ledger/entry.ts'
import type { LedgerEntry } from '#circle/ledger/entry.ts'
import { inclusionRanges, subtreeHash } from '#circle/ledger/merkle.ts'
import type { AnswerOf } from '#contracts/contract.ts'

type Keys = AnswerOf<'GET /ledger/payment-keys'>
const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()

/** A ledger with some entries changed, and everything after them made to fit. */
export function rechained(
  circleId: string,
  entries: readonly LedgerEntry[],
  change: (entry: LedgerEntry) => LedgerEntry,
): LedgerEntry[] {
  let previous = entries[0]!.previous_hash
  return entries.map((entry) => {
    const linked = { ...change(entry), previous_hash: previous }
    previous = createHash('sha256').update(entryText(circleId, linked)).digest('hex')
    return { ...linked, hash: previous }
  })
}

/** An answer about payment keys as another ledger proves it, whose checkpoint somebody signed with a key of their own. */
export function keysProvenBy(answer: Keys, entries: readonly LedgerEntry[]): Keys {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const key = publicKey.export({ format: 'jwk' }).x!
  const circleId = answer.circle_id
  const text = checkpointText(checkpointOf(sha256, circleId, entries))
  const named = namedKey(sha256, originOf(circleId), NOTE_KEY, Buffer.from(key, 'base64url'))
  const note = `${text}\n${signatureLine(named, sign(null, Buffer.from(text), privateKey))}`
  const leaf = (index: number) => entryLeaf(sha256, entries[index]!.hash)
  const there = ({ seq }: LedgerEntry) => entries[seq - 1]!
  const proofOf = ({ seq }: LedgerEntry) =>
    inclusionRanges(seq - 1, entries.length).map((range) => toBase64(subtreeHash(sha256, { leaf }, range)))
  return {
    ...answer,
    checkpoint: { note, key },
    plan: answer.plan && { entry: there(answer.plan.entry), proof: proofOf(answer.plan.entry) },
    donations: answer.donations.map(({ donation_id, matched, committed }) => ({
      donation_id,
      matched: there(matched),
      matched_proof: proofOf(matched),
      committed: committed && there(committed),
      committed_proof: committed && proofOf(committed),
    })),
  }
}
