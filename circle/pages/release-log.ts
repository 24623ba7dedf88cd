import { areEqual, utf8 } from '#circle/bytes.ts'
import type { Sha256 } from '#circle/bytes.ts'
import {
  checkpointText,
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  signatureLine,
} from '#circle/ledger/checkpoint.ts'
import type { NamedKey, Note } from '#circle/ledger/checkpoint.ts'
import { leafHash, subtreeHash } from '#circle/ledger/merkle.ts'
import { hashOfPages, parsePagesList } from './pages-list.ts'
import type { PagesList } from './pages-list.ts'

// All releases so far, in `pages.log` beside `pages.json`: the key, a line for each release, and a checkpoint of these lines in
// the form of transparency logs (C2SP tlog-checkpoint), signed by the key that signs releases.

/** The name of the log, and of the key that signs it. */
export const RELEASES = 'ciranda/releases'

/** A line of the log: a version, and the SHA-256 of its `pages.json` in hex. */
export function releaseLine(version: string, hash: string): string {
  return `${version} ${hash}`
}

const LINE = /^[\w.+-]{1,40} [0-9a-f]{64}$/
const LINES_MAX = 2_000
const TEXT_MAX = 300_000

/** The text of a log. `sign`: an Ed25519 signature of the release key. */
export function releaseLogText(
  sha256: Sha256,
  lines: readonly string[],
  { key, keyText, sign }: { key: NamedKey; keyText: string; sign: (message: Uint8Array) => Uint8Array },
): string {
  const text = checkpointText({ origin: RELEASES, size: lines.length, root: rootOf(sha256, lines) })
  return `${keyText}\n${lines.join('\n')}\n\n${text}\n${signatureLine(key, sign(utf8(text)))}`
}

function rootOf(sha256: Sha256, lines: readonly string[]): Uint8Array {
  const leaf = (index: number) => leafHash(sha256, utf8(lines[index]!))
  return subtreeHash(sha256, { leaf }, [0, lines.length])
}

/** The lines of a log as its text has them, unverified: for who appends to it. */
export function linesOfLog(text: string): string[] {
  return text.split('\n\n', 1)[0]!.split('\n').slice(1)
}

/** A release as somebody keeps it: its key, all releases up to then, and which of them it is. */
export type KnownRelease = { readonly key: string; readonly lines: readonly string[]; readonly index: number }

export type Released = KnownRelease & { readonly list: PagesList }

type Tools = {
  readonly sha256: Sha256
  /** Null where this machine cannot tell. */
  readonly verify: (
    publicKey: Uint8Array,
    message: Uint8Array,
    signature: Uint8Array,
  ) => boolean | null | Promise<boolean | null>
}

/**
 * The release that pages are by their two files. Null where nobody signed them: pages of the installation's own. 'unknown' where
 * this machine cannot verify a signature.
 */
export async function readRelease(
  { sha256, verify }: Tools,
  { pages, log }: { readonly pages: string; readonly log: string | null },
): Promise<Released | 'unknown' | null> {
  const list = parsePagesList(pages)
  const parsed = log === null ? null : parseReleaseLog(sha256, log)
  if (!list || !parsed) return null
  const { key, keyText, lines, note } = parsed
  const own = note.signatures.filter(({ name, id }) => name === key.name && areEqual(id, key.id))
  const verified = await Promise.all(own.map(({ signature }) => verify(key.publicKey, utf8(note.text), signature)))
  if (own.length === 0 || verified.includes(false)) return null
  if (verified.includes(null)) return 'unknown'
  const index = lines.lastIndexOf(releaseLine(list.version, hashOfPages(sha256, pages)))
  return index < 0 ? null : { key: keyText, lines, index, list }
}

type ParsedLog = { key: NamedKey; keyText: string; lines: string[]; note: Note }

function parseReleaseLog(sha256: Sha256, text: string): ParsedLog | null {
  const end = text.indexOf('\n\n')
  if (text.length > TEXT_MAX || end < 0) return null
  const [keyText = '', ...lines] = text.slice(0, end).split('\n')
  const key = parseVerifierKey(sha256, keyText)
  const note = parseNote(text.slice(end + 2))
  const checkpoint = note && parseCheckpoint(note.text)
  if (!key || !checkpoint || lines.length > LINES_MAX || !lines.every((line) => LINE.test(line))) return null
  const isOwn = key.name === RELEASES && checkpoint.origin === RELEASES && checkpoint.size === lines.length
  return isOwn && areEqual(checkpoint.root, rootOf(sha256, lines)) ? { key, keyText, lines, note } : null
}

/**
 * How what a server shows stands to the release that somebody knows. `older`: a release before it. `rewritten`: the releases
 * shown do not continue the ones known. `other_key`: signed by somebody else.
 */
export type Standing = 'first' | 'same' | 'newer' | 'older' | 'own' | 'other_key' | 'rewritten'

export function standingOf(known: KnownRelease | null, shown: KnownRelease | null): Standing {
  if (!shown) return 'own'
  if (!known) return 'first'
  if (shown.key !== known.key) return 'other_key'
  const common = Math.min(known.lines.length, shown.lines.length)
  for (let at = 0; at < common; at++) if (known.lines[at] !== shown.lines[at]) return 'rewritten'
  if (shown.index === known.index) return 'same'
  return shown.index > known.index ? 'newer' : 'older'
}

/** A short name of a release key for people to compare: the eight digits of its id, which stand in its text. */
export function keyMark(keyText: string): string {
  return keyText.split('+')[1] ?? ''
}
