import { cosignaturesOf, parseNote } from '#circle/ledger/checkpoint.ts'
import type { NamedKey } from '#circle/ledger/checkpoint.ts'

// A witness’s statement about the pages that it saw as a visitor, cosigned with its time like a checkpoint (C2SP tlog-cosignature).
// Its first line is no origin of any log, so that it can be taken for nothing else.

const FIRST_LINE = 'ciranda pages seen v1'

export type PagesSeen = {
  /** The name of the circle's log that the witness watches. */
  readonly origin: string
  /** Where it looked: `https://roda.example`. */
  readonly address: string
  readonly version: string
  /** The SHA-256 of the list that all files were held to, in hex. */
  readonly hash: string
  /** The release key that signed the list; null for pages of the installation's own. */
  readonly key: string | null
}

const OWN = '-'

export function pagesSeenText({ origin, address, version, hash, key }: PagesSeen): string {
  return `${[FIRST_LINE, origin, address, `${version} ${hash}`, key ?? OWN].join('\n')}\n`
}

function parsePagesSeen(text: string): PagesSeen | null {
  const [first, origin, address, release, key, last, ...more] = text.split('\n')
  const [, version, hash] = /^([\w.+-]{1,40}) ([0-9a-f]{64})$/.exec(release ?? '') ?? []
  if (first !== FIRST_LINE || !origin || !address || !version || !hash || !key || last !== '' || more.length > 0)
    return null
  return { origin, address, version, hash, key: key === OWN ? null : key }
}

/** A statement with the lines that may be a witness's signature of it, unverified. Null where it is none. */
export function readPagesSeen(note: string, witness: NamedKey) {
  const parsed = parseNote(note)
  const seen = parsed && parsePagesSeen(parsed.text)
  return seen ? { seen, signatures: cosignaturesOf(parsed.text, parsed.signatures, witness) } : null
}
