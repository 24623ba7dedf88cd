import type { Command } from '#circle/circle.ts'
import { DECISIONS, DEEDS_SINCE, openDecisions } from './deeds.ts'
import { faultOfKey, openDeviceKeys } from './device-keys.ts'
import type { KeyFaultCode } from './device-keys.ts'
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
  | KeyFaultCode
  | 'act.unsigned'
  | 'words.unsigned'
  | 'signature.misplaced'
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

export type Signatures = {
  readonly signed: number
  /** Signed acts whose signature this machine could not verify. */
  readonly unchecked: number
  /** The first of them, in order; `unsignedFound` counts all. */
  readonly unsigned: readonly UnsignedAct[]
  readonly unsignedFound: number
}

const UNSIGNED_SHOWN = 100

/** Since which of its rules a ledger holds what, from the command on that names them. */
type Held = {
  areWaiting: boolean
  areDeeds: boolean
  areWords: boolean
  areParts: boolean
  isLastChange: boolean
  isAll: boolean
}

/** The state of the reading. */
type Read = {
  readonly circleId: string
  readonly isSigned: IsSigned | null
  readonly keys: ReturnType<typeof openDeviceKeys>
  readonly ends: ReturnType<typeof openEnds>
  readonly donations: ReturnType<typeof openSignedDonations>
  readonly decisions: ReturnType<typeof openDecisions>
  /** By key: how many acts it had signed when it last did; never of those of the first format. */
  readonly counts: Map<string, number>
  readonly held: Held
  isReal: boolean
  readonly unsigned: UnsignedAct[]
  signed: number
  unchecked: number
  unsignedFound: number
}

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
  const read: Read = {
    circleId,
    isSigned,
    keys: openDeviceKeys(sha256),
    ends: openEnds(),
    donations: openSignedDonations(),
    decisions: openDecisions(sha256),
    counts: new Map(),
    held: { areWaiting: false, areDeeds: false, areWords: false, areParts: false, isLastChange: false, isAll: false },
    isReal: false,
    unsigned: [],
    signed: 0,
    unchecked: 0,
    unsignedFound: 0,
  }
  const readAct = (entry: LedgerEntry) => {
    const { signature } = entry.payload
    const decision = read.decisions.read(entry, { isAllHeld: read.held.isAll })
    if (signature !== undefined && entry.seq <= knownUpTo) return readKnown(read, signature as ActSignature)
    if (decision === 'differs') return 'signature.invalid'
    return signature === undefined
      ? readUnsigned(read, entry, { isSettled: decision === 'settled' })
      : readSigned(read, entry, signature)
  }
  return {
    /** Takes the next entry; names what is wrong with its signature or key. */
    read(entry: LedgerEntry): SignatureFaultCode | null {
      if (entry.kind === 'circle.created') read.isReal = entry.payload['mode'] === 'real'
      const { command } = entry.payload as { command?: Command }
      if (holdsToRules(command)) beHeld(read.held, command)
      const isAdded = entry.kind === 'member.key_added'
      const fault = isAdded ? read.keys.add(entry, read.held.areWaiting) : (readAct(entry) ?? read.keys.change(entry))
      read.donations.note(entry)
      read.ends.add(entry)
      return fault
    },
    result: (): Signatures => {
      const { signed, unchecked, unsigned, unsignedFound } = read
      return { signed, unchecked, unsigned, unsignedFound }
    },
    keysOf: read.keys.keysOf,
  }
}

export type SignatureBooks = ReturnType<typeof openSignatures>

function beHeld(held: Held, command: Command | undefined): void {
  held.areWaiting ||= holdsToRules(command, DEVICES_WAIT_SINCE)
  held.areDeeds ||= holdsToRules(command, DEEDS_SINCE)
  held.areWords ||= holdsToRules(command, WORDS_SIGNED_SINCE)
  held.areParts ||= holdsToRules(command, PARTS_NUMBERED_SINCE)
  held.isLastChange ||= holdsToRules(command, LAST_CHANGE_SEEN_SINCE)
  held.isAll ||= holdsToRules(command, ALL_DECIDED_SINCE)
}

/** An act that was verified before counts for those that follow. */
function readKnown(read: Read, { key, count }: ActSignature): null {
  read.signed += 1
  if (read.isSigned === null) read.unchecked += 1
  if (count !== undefined) read.counts.set(key, count)
  return null
}

/** `isSettled`: the act is a decision that needs no signature where the ledger has it. */
function readUnsigned(
  read: Read,
  entry: LedgerEntry,
  { isSettled }: { readonly isSettled: boolean },
): SignatureFaultCode | null {
  const { keys, counts, held, isReal, unsigned } = read
  const act = actOfEntry(entry)
  // That a helper signs is held in helpers.ts.
  if (!act || entry.payload['via'] === 'seed' || helperIn(entry) !== null || !keys.hasOf(act.memberId)) return null
  if (DECISIONS.includes(act.act) && (isSettled || !held.areDeeds)) return null
  if (act.act === 'say' && !held.areWords) return null
  read.unsignedFound += 1
  const { memberId, donationId } = act
  if (unsigned.length < UNSIGNED_SHOWN) unsigned.push({ seq: entry.seq, memberId, act: act.act, donationId })
  // Signatures are demanded since devices count their acts: a ledger in which none ever did is from before, where its founding
  // does not say otherwise. That somebody leaves, which gives up what is owed to a place, is held where second devices wait.
  const isDemanded = shapeOf(act.act).isDemanded && (act.act !== 'leave' || held.areWaiting)
  const isBefore = counts.size === 0 && !held.isAll
  if (!isReal || isBefore || !isDemanded) return null
  return act.act === 'say' ? 'words.unsigned' : 'act.unsigned'
}

function readSigned(read: Read, entry: LedgerEntry, signature: unknown): SignatureFaultCode | null {
  const { keys, counts, held } = read
  const act = actOfEntry(entry)
  const helperId = helperIn(entry)
  if (!act) return 'signature.misplaced'
  if (!isActSignature(signature, act.act)) return 'signature.unreadable'
  if (!isOfRecord(act.act, signature, entry.payload) || signature.cents !== act.cents) return 'signature.invalid'
  if (held.areWords && shapeOf(act.act).hasWords && signature.image === null) return 'words.unsigned'
  read.signed += 1
  return (
    faultOfKey(keys.find(signature.key), helperId ?? act.memberId, Date.parse(entry.at)) ??
    faultOfMoment(read, entry, { act, signature }) ??
    faultOfCount(counts, signature, helperId !== null) ??
    verify(read, entry.seq, { act, signature, helped: helperId === null ? null : act.memberId })
  )
}

type Signed = { readonly act: OwnAct; readonly signature: ActSignature }

function faultOfMoment(
  { ends, donations, held }: Read,
  entry: LedgerEntry,
  { act, signature }: Signed,
): SignatureFaultCode | null {
  const moment = { seq: entry.seq, at: Date.parse(entry.at) }
  const signedEnd = ends.find(signature.head)
  if (signedEnd === undefined) return 'signature.unknown_head'
  const seen = held.isLastChange && shapeOf(act.act).isOfDonation ? donations.lastChange(act.donationId) : 0
  if (!isFresh(signedEnd, moment, signature) || signedEnd.seq < seen) return 'signature.old_head'
  return isTimely(signature, moment) ? null : 'signature.out_of_time'
}

/** Each count of a device is used once, and in order; a device that counts goes on counting. */
function faultOfCount(
  counts: Map<string, number>,
  { key, count }: ActSignature,
  isOfHelper: boolean,
): SignatureFaultCode | null {
  const before = counts.get(key)
  if (count === undefined) return before === undefined && !isOfHelper ? null : 'signature.old_format'
  if (before !== undefined && count <= before) return 'signature.repeated'
  counts.set(key, count)
  return null
}

/** Holds a signature to its text, which is rebuilt from the entry. `helped`: for whom a helper signs, else null. */
function verify(
  read: Read,
  seq: number,
  { act, signature, helped }: Signed & { readonly helped: string | null },
): SignatureFaultCode | null {
  const { circleId, isSigned, keys, ends, donations, held } = read
  const { publicKey } = keys.find(signature.key)!
  const debt = shapeOf(act.act).isOfDonation ? donations.debtOf(act.donationId) : null
  const { image, part } = signature
  const isNextPart = part === donations.partsOf(act.donationId) + 1
  if (part === undefined ? held.areParts && act.act === 'confirm' && act.cents !== undefined : !isNextPart)
    return 'signature.invalid'
  const whole = { ...act, image, ...(part === undefined ? {} : { part }) }
  const stood = { ...signature, seq: ends.find(signature.head)!.seq }
  const text = signedTextOf(circleId, whole, debt, stood, helped)
  const holds = isSigned && isSigned({ seq, publicKey, text, sig: signature.sig })
  if (holds === null) read.unchecked += 1
  return holds === false ? 'signature.invalid' : null
}

/** By the id of a donation, all that a signature about it is held to, from the entries before it. */
function openSignedDonations() {
  const debts = new Map<unknown, Debt>()
  const changed = new Map<unknown, number>()
  const parts = new Map<unknown, number>()
  return {
    note(entry: LedgerEntry): void {
      const { donationId, part } = entry.payload
      const debt = debtOf(entry)
      if (debt) debts.set(donationId, debt)
      if (isEventKind(entry.kind)) changed.set(donationId, entry.seq)
      if (entry.kind === 'donation.part_confirmed') parts.set(donationId, part as number)
    },
    debtOf: (donationId: string | null): Debt | null => debts.get(donationId) ?? null,
    /** The number of the entry that last changed it. */
    lastChange: (donationId: string | null): number => changed.get(donationId) ?? 0,
    /** How many parts of it were confirmed. */
    partsOf: (donationId: string | null): number => parts.get(donationId) ?? 0,
  }
}
