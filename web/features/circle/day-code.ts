import { sha256 } from '@noble/hashes/sha2.js'
import { parseCheckpoint, parseNote, shortCode } from '#circle/ledger/checkpoint.ts'

/** The short code of a checkpoint, computed here from its note. Throws for what is no checkpoint. */
export function codeOf(note: string): string {
  const parsed = parseNote(note)
  const checkpoint = parsed && parseCheckpoint(parsed.text)
  if (!checkpoint) throw new Error('Not a checkpoint')
  return shortCode(sha256, checkpoint)
}
