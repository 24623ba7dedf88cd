import type { CaseWords } from '#circle/case-words.ts'
import { caseWordsText, spokenMore, spokenText } from '#circle/case-words.ts'
import { shapeOf } from './act-kinds.ts'
import type { LedgerEntry } from './entry.ts'
import { actOfEntry } from './signed-act.ts'
import type { ActSignature } from './signed-act.ts'

/** Words of a case as they are shown, with what opens their hashes, and the number of the entry that holds them. */
export type ShownWords = CaseWords & {
  readonly salt: string
  /** The SHA-256 of the picture as it was sent. */
  readonly pictureSent: string | null
  readonly seq: number
}

/** So many entries before its words stand an act and the events that the rules made of it. */
export const WORDS_AFTER_MAX = 20

/**
 * Holds words to the ledger: `differs` where they are not those whose hash it has, or not those that their speaker's device
 * signed; `signed` where a device did, and `kept` where none. `entries` are in order, those before the words among them.
 */
export function holdWords(
  entries: readonly LedgerEntry[],
  { seq, salt, pictureSent, ...words }: ShownWords,
  sha256: (text: string) => string,
): 'signed' | 'kept' | 'differs' {
  const place = entries.findIndex((entry) => entry.seq === seq)
  const entry = entries[place]
  const { reportId, wordsId, hash, donationId } = entry?.payload ?? {}
  const isThere = entry?.kind === 'case.words' && reportId === words.reportId && wordsId === words.wordsId
  if (!isThere || hash !== sha256(caseWordsText(salt, words))) return 'differs'
  const image = spokenIn(entries.slice(Math.max(0, place - WORDS_AFTER_MAX), place + 1))
  if (image === null) return 'kept'
  const about = words.what === 'reason' ? String(donationId) : words.reportId
  const spoken = { salt, about, text: words.text, more: spokenMore(words.more), picture: pictureSent }
  return image === sha256(spokenText(spoken)) ? 'signed' : 'differs'
}

/** The hash that a device signed of the words in the last of these entries; null where none did. */
function spokenIn(entries: readonly LedgerEntry[]): string | null {
  const words = entries.at(-1)!
  const said = entries.findLast((entry) => {
    const act = entry.actor_id === words.actor_id ? actOfEntry(entry)?.act : undefined
    return act !== undefined && (act === 'say' || shapeOf(act).hasWords)
  })
  const isOfAct = said === words || ['reason', 'appeal'].includes(String(words.payload['what']))
  return (isOfAct && (said?.payload['signature'] as ActSignature | undefined)?.image) || null
}
