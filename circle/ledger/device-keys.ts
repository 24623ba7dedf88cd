import { TOLERANCE_MS } from './administrators.ts'
import type { LedgerEntry } from './entry.ts'

/** The faults that the record of a device's key, or a signature by it, can have. */
export type KeyFaultCode =
  | 'key.repeated'
  | 'key.unknown'
  | 'key.admitted_wrongly'
  | 'signature.unreadable'
  | 'signature.unknown_key'
  | 'signature.other_key'
  | 'signature.removed_key'
  | 'signature.waiting_key'

/** A device's key as the ledger tells it: from which entry it counts, and from which no more. */
export type RecordedKey = {
  readonly keyId: string
  readonly memberId: string
  readonly publicKey: string
  readonly addedSeq: number
  removedSeq: number | null
  /** From when on (epoch ms) it signs: a second device waits for a day, unless one that signs says that it is its member's. */
  holdsFrom: number
}

/** How long a member's second device waits until it signs, so that the older ones, and everybody, can say that it is not theirs. */
export const DEVICE_WAITS_MS = 86_400_000

/** Follows the devices' keys of a ledger, entry by entry from the first. */
export function openDeviceKeys(sha256: ((text: string) => string) | null) {
  const keys = new Map<string, RecordedKey>()
  const owners = new Map<string, string>()
  const members = new Set<string>()

  /** `areWaiting`: whether a member's second device waits. */
  const add = ({ seq, at, payload }: LedgerEntry, areWaiting: boolean): KeyFaultCode | null => {
    const { keyId, memberId, publicKey } = payload as Record<string, string>
    if (!keyId || !memberId || !publicKey) return 'signature.unreadable'
    // One point belongs to one person: else what one member signed could be told as another's act.
    if (keys.has(keyId) || owners.has(publicKey)) return 'key.repeated'
    const isSecond = areWaiting && members.has(memberId)
    const holdsFrom = isSecond ? Date.parse(at) + DEVICE_WAITS_MS - TOLERANCE_MS : -Infinity
    keys.set(keyId, { keyId, memberId, publicKey, addedSeq: seq, removedSeq: null, holdsFrom })
    owners.set(publicKey, memberId)
    members.add(memberId)
    return null
  }

  /** One of a member's devices is taken away, or another says, signing, that it is theirs. Null for every other entry. */
  const change = ({ seq, at, kind, payload }: LedgerEntry): KeyFaultCode | null => {
    if (kind !== 'member.key_removed' && kind !== 'member.key_admitted') return null
    const key = keys.get(String(payload['keyId']))
    if (!key || key.memberId !== payload['memberId'] || key.removedSeq !== null) return 'key.unknown'
    if (kind === 'member.key_removed') {
      key.removedSeq = seq
      return null
    }
    const isOfKey = sha256 === null || payload['hash'] === sha256(key.publicKey)
    if (payload['signature'] === undefined || !isOfKey) return 'key.admitted_wrongly'
    key.holdsFrom = Math.min(key.holdsFrom, Date.parse(at))
    return null
  }

  return {
    add,
    change,
    find: (keyId: string): RecordedKey | undefined => keys.get(keyId),
    /** Whether a member ever had a key. */
    hasOf: (memberId: string): boolean => members.has(memberId),
    /** Every key that was ever added in a member's name, in order. */
    keysOf: (memberId: string): RecordedKey[] => [...keys.values()].filter((key) => key.memberId === memberId),
  }
}

/** Why a key does not sign for a member at a time (epoch ms); null where it does. */
export function faultOfKey(key: RecordedKey | undefined, memberId: string, at: number): KeyFaultCode | null {
  if (!key) return 'signature.unknown_key'
  if (key.memberId !== memberId) return 'signature.other_key'
  if (key.removedSeq !== null) return 'signature.removed_key'
  return at < key.holdsFrom ? 'signature.waiting_key' : null
}
