import { z } from 'zod'
import { id, text } from './fields.ts'

/**
 * Everything that the reader's device needs to hold words of a case to the ledger (circle/case-words.ts): the words as they are
 * hashed, the salt, and the hash with the number of its entry. Null where the words are covered, or were said before the
 * ledger held their hash.
 */
export const wordsProof = z.object({
  circle_id: id,
  report_id: id,
  words_id: id,
  what: z.enum(['reason', 'statement', 'request', 'message', 'decision', 'appeal', 'appeal_decision']),
  more: text,
  of: z.enum(['donor', 'receiver']).nullable(),
  until: text,
  picture: text,
  /** The SHA-256 of the picture as it was sent, before it was cleaned: that is what its sender's device signed. */
  picture_sent: text,
  /** Null where it is gone: the words were erased, or cannot be held to the ledger any more. */
  salt: z.string().nullable(),
  hash: z.string(),
  seq: z.int(),
})
export type WordsProof = z.infer<typeof wordsProof>
