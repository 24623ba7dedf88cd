import { concat, fromBase64url, fromHex, toBase64url, toHex } from '#circle/bytes.ts'
import type { Journal } from './journal.ts'
import { pastOf } from './journal.ts'
import type { Past } from './journal.ts'

// The past of a member as one device knows it, short enough for a QR code: their devices, since when, and a hash over what it did
// itself. It goes from the older device to the newer one past the server, so that the newer one does not begin blind.

export type CarriedJournal = Pick<Journal, 'circleId' | 'logKey' | 'memberId' | 'since' | 'known' | 'recognised'> & {
  readonly past: readonly Past[]
}

const VERSION = 1
const RECOGNISED_MAX = 20

/** The text that carries a journal: what it had carried itself goes along. */
export function carriedJournalText(sha256: (text: string) => string, journal: Journal): string {
  const past = [pastOf(sha256, journal), ...(journal.past ?? [])]
  const known = journal.known.filter((id) => past.every(({ key }) => key !== id))
  return toBase64url(
    concat(
      Uint8Array.of(VERSION),
      idBytes(journal.circleId),
      fromBase64url(journal.logKey) ?? new Uint8Array(32),
      idBytes(journal.memberId),
      number(journal.since),
      list(known.map(idBytes)),
      list(past.map(pastBytes)),
      // Left out where there is none, so that a page from before reads the rest.
      journal.recognised?.length
        ? list(journal.recognised.slice(-RECOGNISED_MAX).map((hash) => fromHex(hash)!))
        : new Uint8Array(0),
    ),
  )
}

const pastBytes = ({ key, from, until, digest, unsure }: Past): Uint8Array =>
  concat(idBytes(key), number(from), number(until), fromHex(digest)!, list(unsure.map(number)))

const idBytes = (id: string): Uint8Array => fromHex(id.replaceAll('-', '')) ?? new Uint8Array(16)
const list = (items: readonly Uint8Array[]): Uint8Array => concat(Uint8Array.of(items.length), ...items)

function number(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value)
  return bytes
}

/** A journal read from its text; null for anything else, a text that was cut included. */
export function parseCarriedJournal(text: string): CarriedJournal | null {
  const bytes = fromBase64url(text)
  if (!bytes || bytes[0] !== VERSION) return null
  let at = 1
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw new RangeError('cut')
    return bytes.slice(at, (at += length))
  }
  const id = () => toHex(take(16)).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const whole = () => new DataView(take(4).buffer).getUint32(0)
  const many = <T>(read: () => T): T[] => Array.from({ length: take(1)[0]! }, read)
  try {
    const [circleId, logKey, memberId, since] = [id(), toBase64url(take(32)), id(), whole()]
    const known = many(id)
    const past = many(() => ({
      key: id(),
      from: whole(),
      until: whole(),
      digest: toHex(take(32)),
      unsure: many(whole),
    }))
    const recognised = at < bytes.length ? many(() => toHex(take(32))) : []
    return at === bytes.length ? { circleId, logKey, memberId, since, known, past, recognised } : null
  } catch {
    return null
  }
}

/** A journal that goes on from one carried to it; null where that is of another circle, log or person, or of this very device. */
export function continued(journal: Journal, carried: CarriedJournal): Journal | null {
  const { circleId, logKey, memberId, since, known, past } = carried
  const recognised = [...new Set([...(journal.recognised ?? []), ...(carried.recognised ?? [])])]
  const isSame = circleId === journal.circleId && logKey === journal.logKey && memberId === journal.memberId
  if (!isSame || past.some(({ key }) => key === journal.own)) return null
  const keys = new Set([...journal.known, ...known, ...past.map(({ key }) => key)])
  keys.delete(journal.own)
  const others = (journal.past ?? []).filter(({ key }) => past.every((one) => one.key !== key))
  return { ...journal, since: Math.min(journal.since, since), known: [...keys], past: [...past, ...others], recognised }
}
