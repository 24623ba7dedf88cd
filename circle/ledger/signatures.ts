import type { Command } from '#circle/circle.ts'
import { TOLERANCE_MS } from './administrators.ts'
import { DECISIONS, DEEDS_SINCE, openDecisions } from './deeds.ts'
import type { LedgerEntry } from './entry.ts'
import type { ActKind } from './act-kinds.ts'
import { shapeOf } from './act-kinds.ts'
import { helperIn } from './helpers.ts'
import { isEventKind } from './event-kinds.ts'
import { actOfEntry, debtOf, isActSignature, isFresh, isOfRecord, isTimely, signedTextOf } from './signed-act.ts'
import type { ActSignature, Debt, OwnAct } from './signed-act.ts'
import { openEnds } from './signed-ends.ts'
import {
  ALL_DECIDED_SINCE,
  DEVICES_WAIT_SINCE,
  holdsToRules,
  LAST_CHANGE_SEEN_SINCE,
  PARTS_NUMBERED_SINCE,
  WORDS_SIGNED_SINCE,
} from './rules.ts'

/** The faults that a signed act, or the record of a device's key, can have. */
export type SignatureFaultCode =
  | 'key.repeated'
  | 'key.unknown'
  | 'key.admitted_wrongly'
  | 'act.unsigned'
  | 'words.unsigned'
  | 'signature.unreadable'
  | 'signature.misplaced'
  | 'signature.unknown_key'
  | 'signature.other_key'
  | 'signature.removed_key'
  | 'signature.waiting_key'
  | 'signature.unknown_head'
  | 'signature.old_head'
  | 'signature.repeated'
  | 'signature.old_format'
  | 'signature.out_of_time'
  | 'signature.invalid'

/** One signed act, as far as it has to be verified. */
export type SignedText = {
  readonly seq: number
  /** The uncompressed P-256 point, in base64url. */
  readonly publicKey: string
  readonly text: string
  /** r‖s, in base64url. */
  readonly sig: string
}

/**
 * Whether a signature is that of its key over its text. Null where this machine cannot tell: a browser without
 * WebCrypto, or a page without TLS.
 */
export type IsSigned = (signed: SignedText) => boolean | null

/**
 * An act in the name of a member who had ever had a key, without a signature. It may be a lost device, or a lie: in a real circle
 * that demands signatures it is a fault where it weighs.
 */
export type UnsignedAct = {
  readonly seq: number
  readonly memberId: string
  readonly act: ActKind
  readonly donationId: string | null
}

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

export type Signatures = {
  readonly signed: number
  /** Signed acts whose signature this machine could not verify. */
  readonly unchecked: number
  /** The first of them, in order; `unsignedFound` counts all. */
  readonly unsigned: readonly UnsignedAct[]
  readonly unsignedFound: number
}

const UNSIGNED_SHOWN = 100

/** How long a member's second device waits until it signs, so that the older ones, and everybody, can say that it is not theirs. */
export const DEVICE_WAITS_MS = 86_400_000

/**
 * Reads the keys and the signed acts of a ledger, entry by entry from the first. It trusts no record of the server's about
 * who signed: each text is rebuilt from the entry, and the key is the one that the ledger itself recorded before it. The acts up to
 * `knownUpTo` were verified before, without a fault.
 */
export function openSignatures(
  circleId: string,
  isSigned: IsSigned | null = null,
  sha256: ((text: string) => string) | null = null,
  knownUpTo = 0,
) {
  const keys = new Map<string, RecordedKey>()
  const owners = new Map<string, string>()
  const members = new Set<string>()
  const ends = openEnds()
  const debts = new Map<unknown, Debt>()
  /** By donation, the number of the entry that last changed it. */
  const changed = new Map<unknown, number>()
  /** By donation, how many parts of it were confirmed. */
  const parts = new Map<unknown, number>()
  /** By key: how many acts it had signed when it last did; never of those of the first format. */
  const counts = new Map<string, number>()
  const unsigned: UnsignedAct[] = []
  let isReal = false
  let areWaiting = false
  let areDeedsHeld = false
  let areWordsHeld = false
  let arePartsHeld = false
  let isLastChangeSeen = false
  let isAllHeld = false
  const decisions = openDecisions(sha256)
  let [signed, unchecked, unsignedFound] = [0, 0, 0]

  const beHeld = (command: Command | undefined) => {
    areWaiting ||= holdsToRules(command, DEVICES_WAIT_SINCE)
    areDeedsHeld ||= holdsToRules(command, DEEDS_SINCE)
    areWordsHeld ||= holdsToRules(command, WORDS_SIGNED_SINCE)
    arePartsHeld ||= holdsToRules(command, PARTS_NUMBERED_SINCE)
    isLastChangeSeen ||= holdsToRules(command, LAST_CHANGE_SEEN_SINCE)
    isAllHeld ||= holdsToRules(command, ALL_DECIDED_SINCE)
  }

  const addKey = ({ seq, at, payload }: LedgerEntry): SignatureFaultCode | null => {
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

  const removeKey = ({ seq, payload }: LedgerEntry): SignatureFaultCode | null => {
    const key = keys.get(String(payload['keyId']))
    if (!key || key.memberId !== payload['memberId'] || key.removedSeq !== null) return 'key.unknown'
    key.removedSeq = seq
    return null
  }

  /** One of a member's devices says, signing, that another of them is theirs. */
  const admitKey = ({ at, payload }: LedgerEntry): SignatureFaultCode | null => {
    const key = keys.get(String(payload['keyId']))
    if (!key || key.memberId !== payload['memberId'] || key.removedSeq !== null) return 'key.unknown'
    const isOfKey = sha256 === null || payload['hash'] === sha256(key.publicKey)
    if (payload['signature'] === undefined || !isOfKey) return 'key.admitted_wrongly'
    key.holdsFrom = Math.min(key.holdsFrom, Date.parse(at))
    return null
  }

  const readAct = (entry: LedgerEntry): SignatureFaultCode | null => {
    const { signature, via } = entry.payload
    if (signature !== undefined && entry.seq <= knownUpTo) return readKnown(entry, signature as ActSignature)
    const act = actOfEntry(entry)
    const helperId = helperIn(entry)
    const decision = decisions.read(entry, { isAllHeld })
    if (decision === 'differs') return 'signature.invalid'
    if (signature === undefined) {
      // That a helper signs is held in helpers.ts.
      if (!act || via === 'seed' || helperId !== null || !members.has(act.memberId)) return null
      if (DECISIONS.includes(act.act) && (decision === 'settled' || !areDeedsHeld)) return null
      if (act.act === 'say' && !areWordsHeld) return null
      unsignedFound += 1
      const { memberId, donationId } = act
      if (unsigned.length < UNSIGNED_SHOWN) unsigned.push({ seq: entry.seq, memberId, act: act.act, donationId })
      // Signatures are demanded since devices count their acts: a ledger in which none ever did is from before, where its founding
      // does not say otherwise. That somebody leaves, which gives up what is owed to a place, is held where second devices wait.
      const isDemanded = shapeOf(act.act).isDemanded && (act.act !== 'leave' || areWaiting)
      const isBefore = counts.size === 0 && !isAllHeld
      if (!isReal || isBefore || !isDemanded) return null
      return act.act === 'say' ? 'words.unsigned' : 'act.unsigned'
    }
    if (!act) return 'signature.misplaced'
    if (!isActSignature(signature, act.act)) return 'signature.unreadable'
    if (!isOfRecord(act.act, signature, entry.payload) || signature.cents !== act.cents) return 'signature.invalid'
    if (areWordsHeld && shapeOf(act.act).hasWords && signature.image === null) return 'words.unsigned'
    signed += 1
    return (
      faultOfKey(keys.get(signature.key), helperId ?? act.memberId, Date.parse(entry.at)) ??
      faultOfMoment(entry, act, signature) ??
      faultOfCount(signature, helperId !== null) ??
      verify(entry.seq, act, signature, helperId === null ? null : act.memberId)
    )
  }

  /** An act that was verified before counts for those that follow. */
  const readKnown = (entry: LedgerEntry, { key, count }: ActSignature): null => {
    decisions.read(entry, { isAllHeld })
    signed += 1
    if (isSigned === null) unchecked += 1
    if (count !== undefined) counts.set(key, count)
    return null
  }

  const faultOfMoment = (entry: LedgerEntry, act: OwnAct, signature: ActSignature): SignatureFaultCode | null => {
    const moment = { seq: entry.seq, at: Date.parse(entry.at) }
    const signedEnd = ends.find(signature.head)
    if (signedEnd === undefined) return 'signature.unknown_head'
    const seen = isLastChangeSeen && shapeOf(act.act).isOfDonation ? (changed.get(act.donationId) ?? 0) : 0
    if (!isFresh(signedEnd, moment, signature) || signedEnd.seq < seen) return 'signature.old_head'
    return isTimely(signature, moment) ? null : 'signature.out_of_time'
  }

  /** Each count of a device is used once, and in order; a device that counts goes on counting. */
  const faultOfCount = ({ key, count }: ActSignature, isOfHelper: boolean): SignatureFaultCode | null => {
    const before = counts.get(key)
    if (count === undefined) return before === undefined && !isOfHelper ? null : 'signature.old_format'
    if (before !== undefined && count <= before) return 'signature.repeated'
    counts.set(key, count)
    return null
  }

  const verify = (seq: number, act: OwnAct, signature: ActSignature, helped: string | null) => {
    const { publicKey } = keys.get(signature.key)!
    const debt = shapeOf(act.act).isOfDonation ? (debts.get(act.donationId) ?? null) : null
    const { image, part } = signature
    const isNextPart = part === (parts.get(act.donationId) ?? 0) + 1
    if (part === undefined ? arePartsHeld && act.act === 'confirm' && act.cents !== undefined : !isNextPart)
      return 'signature.invalid' as const
    const whole = { ...act, image, ...(part === undefined ? {} : { part }) }
    const stood = { ...signature, seq: ends.find(signature.head)!.seq }
    const text = signedTextOf(circleId, whole, debt, stood, helped)
    const holds = isSigned && isSigned({ seq, publicKey, text, sig: signature.sig })
    if (holds === null) unchecked += 1
    return holds === false ? ('signature.invalid' as const) : null
  }

  return {
    /** Takes the next entry; names what is wrong with its signature or key. */
    read(entry: LedgerEntry): SignatureFaultCode | null {
      if (entry.kind === 'circle.created') isReal = entry.payload['mode'] === 'real'
      const { command } = entry.payload as { command?: Command }
      if (holdsToRules(command)) beHeld(command)
      const fault =
        entry.kind === 'member.key_added'
          ? addKey(entry)
          : entry.kind === 'member.key_removed'
            ? (readAct(entry) ?? removeKey(entry))
            : entry.kind === 'member.key_admitted'
              ? (readAct(entry) ?? admitKey(entry))
              : readAct(entry)
      const debt = debtOf(entry)
      if (debt) debts.set(entry.payload['donationId'], debt)
      if (isEventKind(entry.kind)) changed.set(entry.payload['donationId'], entry.seq)
      if (entry.kind === 'donation.part_confirmed')
        parts.set(entry.payload['donationId'], entry.payload['part'] as number)
      ends.add(entry)
      return fault
    },
    result: (): Signatures => ({ signed, unchecked, unsigned, unsignedFound }),
    /** Every key that was ever added in a member's name, in order. */
    keysOf: (memberId: string): RecordedKey[] => [...keys.values()].filter((key) => key.memberId === memberId),
  }
}

export type SignatureBooks = ReturnType<typeof openSignatures>

function faultOfKey(key: RecordedKey | undefined, memberId: string, at: number): SignatureFaultCode | null {
  if (!key) return 'signature.unknown_key'
  if (key.memberId !== memberId) return 'signature.other_key'
  if (key.removedSeq !== null) return 'signature.removed_key'
  return at < key.holdsFrom ? 'signature.waiting_key' : null
}
