import type { SpokenWords } from '#circle/case-words.ts'
import type { ActKind } from './act-kinds.ts'
import type { LedgerEntry } from './entry.ts'
import { doneToHelped, openKeyChanges, swallowedActs, unsignedActs } from './in-whose-name.ts'
import type { Asked, UnsignedByMe } from './in-whose-name.ts'
import type { Receipt } from './receipt.ts'
import { actOfEntry, signatureIn } from './signed-act.ts'
import type { ActSignature } from './signed-act.ts'
import type { RecordedKey } from './device-keys.ts'
import type { SignatureBooks } from './signatures.ts'

// A device keeps this of itself, so that nobody can add to what it did, or take from it, without its noticing.

/**
 * An act that this device signed, as it did. `state`: `sent` without an answer yet, `answered` once the server said that it was done,
 * or `refused`.
 */
export type JournalAct = {
  readonly act: ActKind
  readonly about: string | null
  /** ISO, by the device's own clock. */
  readonly at: string
  readonly key: string
  readonly count: number
  readonly text: string
  readonly sig: string
  readonly state: 'sent' | 'answered' | 'refused'
  readonly receipt: Receipt | null
  /** Its person's words that went with it. */
  readonly words?: SpokenWords | undefined
}

/**
 * The acts of another device of the member's, as it carried them over: a hash over those after the count `from` and up to `until`, without
 * those of which it did not know how they ended.
 */
export type Past = {
  readonly key: string
  readonly from: number
  readonly until: number
  readonly digest: string
  readonly unsure: readonly number[]
}

/** The journal of a member's device. `since`: the ledger's last entry as it began; what is older it does not know. */
export type Journal = {
  readonly circleId: string
  readonly logKey: string
  readonly memberId: string
  readonly since: number
  /** The id of the key with which this device signs, and those of the other devices, and helpers, that its member said are theirs. */
  readonly own: string
  readonly known: readonly string[]
  readonly acts: readonly JournalAct[]
  /**
   * All that its person asked for, confirmed or said to be theirs since: payment keys by their commitments, entries by their
   * hashes; absent where there is nothing.
   */
  readonly recognised?: readonly string[]
  /** Those that were so before the ledger was read; absent where all were. */
  readonly recognisedBefore?: readonly string[]
  /** Its key came while the ledger was read, which need not have it yet. */
  readonly isNew?: true
  /** The acts that its person did here without a signature; absent where there are none. */
  readonly unsigned?: readonly UnsignedByMe[]
  /** Its person typed their first key on this device, so that the first of all is one of those too; absent elsewhere. */
  readonly knowsFirst?: true
  /** The acts of older devices, which they carried over; absent for a device that was carried nothing. */
  readonly past?: readonly Past[]
}

/** The faults that a ledger has for a device's journal. */
export type JournalFaultCode =
  | 'journal.other_circle'
  | 'journal.other_key'
  | 'journal.unknown_device'
  | 'journal.unknown_key'
  | 'journal.helped'
  | 'journal.unsigned'
  | 'journal.helped_person'
  | 'journal.refused_done'
  | 'journal.not_mine'
  | 'journal.swallowed'
  | 'journal.key_lost'
  | 'journal.device_lost'
  | 'journal.past_differs'

type JournalFault = { readonly code: JournalFaultCode; readonly seq: number | null; readonly id: string | null }

type Ledger = { readonly circleId: string; readonly key: string; readonly entries: readonly LedgerEntry[] }

/**
 * Holds a ledger to a device's journal: what stands there in its member's name, or in that of whom they help, is theirs; every act
 * with its own key is one that it did, and whatever the server said was done is there, and nothing that it said was refused.
 * `key`: that of the ledger's log.
 */
export function checkJournal(
  { circleId, key, entries }: Ledger,
  signatures: SignatureBooks,
  journal: Journal,
  sha256: (text: string) => string,
) {
  const faults: JournalFault[] = []
  const found = (code: JournalFaultCode, seq: number | null = null, id: string | null = null) =>
    faults.push({ code, seq, id })
  if (journal.circleId !== circleId) found('journal.other_circle')
  if (faults.length > 0) return faults
  if (journal.logKey !== key) found('journal.other_key')
  for (const { code, seq, id } of askedIn(entries, signatures, journal)) found(code, seq, id)
  const entered = new Map<number, LedgerEntry>()
  const done = new Map(journal.acts.map((act) => [act.count, act]))
  for (const entry of entries) {
    const signature = signatureIn(entry)
    if (signature?.key !== journal.own || signature.count === undefined || !actOfEntry(entry)) continue
    entered.set(signature.count, entry)
    if (done.get(signature.count)?.sig !== signature.sig) found('journal.not_mine', entry.seq)
  }
  for (const act of journal.acts) {
    const entry = entered.get(act.count)
    if (act.state === 'refused' && entry) found('journal.refused_done', entry.seq)
    if (act.state === 'answered' && !isThere(act, entry)) found('journal.swallowed', act.receipt?.seq ?? null, act.at)
  }
  for (const { doneAt } of swallowedActs(entries, journal.memberId, journal.unsigned))
    found('journal.swallowed', null, doneAt)
  if (lacksRecognised(entries, journal)) found('journal.key_lost')
  const isKnown = signatures.keysOf(journal.memberId).some(({ keyId }) => keyId === journal.own)
  if (!isKnown && !journal.isNew) found('journal.device_lost')
  for (const past of journal.past ?? []) {
    const did = entries.filter((entry) => signatureIn(entry)?.key === past.key && actOfEntry(entry))
    if (digestOf(sha256, did.map(signatureIn), past) !== past.digest)
      found('journal.past_differs', did.at(-1)?.seq ?? null, past.key)
  }
  return faults
}

/**
 * Everything in the name of a device's member, or of somebody whom they help, that is not of this device: a device, a payment
 * key, a helper, an act without a signature. Their person says of each whether it is theirs. A member who registered on this very
 * device had none before it.
 */
function askedIn(
  entries: readonly LedgerEntry[],
  signatures: SignatureBooks,
  journal: Journal,
): (Asked & { readonly code: JournalFaultCode })[] {
  const { memberId, since, unsigned: done } = journal
  const known = new Set([journal.own, ...journal.known, ...(journal.recognised ?? [])])
  const devicesSince = journal.knowsFirst ? 0 : since
  const devices = signatures.keysOf(memberId).filter(({ addedSeq }) => addedSeq > devicesSince)
  const helpers = entries.filter(
    ({ seq, kind, payload }) => kind === 'helper.named' && payload['memberId'] === memberId && seq > since,
  )
  const all = {
    'journal.unknown_device': devices.map(({ keyId: id, addedSeq: seq }) => ({ seq, id })),
    'journal.unknown_key': keysSince(entries, journal),
    'journal.helped': helpers.map(({ seq, payload }) => ({ seq, id: String(payload['helperId']) })),
    'journal.unsigned': unsignedActs(entries, memberId, { since, done }),
    'journal.helped_person': doneToHelped(entries, memberId, since),
  } satisfies Partial<Record<JournalFaultCode, readonly Asked[]>>
  return Object.entries(all).flatMap(([code, asked]) =>
    asked.flatMap((one) => (known.has(one.id) ? [] : [{ ...one, code: code as JournalFaultCode }])),
  )
}

/**
 * The payment keys put in the place of a member's since a journal began, or asked for. The first of all, from before it began, counts
 * where this device knows which it has to be.
 */
function keysSince(entries: readonly LedgerEntry[], { memberId, since, knowsFirst }: Journal): Asked[] {
  const keys = openKeyChanges()
  let isFirst = true
  for (const entry of entries) {
    if (entry.payload['memberId'] !== memberId) continue
    const isHeld = entry.kind === 'payment_key.committed'
    keys.read(entry, entry.seq > since || (isHeld && isFirst && knowsFirst === true))
    if (isHeld) isFirst = false
  }
  return keys.found()
}

/** Whether a key that its person asked for, or anything else that they said to be theirs, was never in the ledger, or is no more. */
function lacksRecognised(entries: readonly LedgerEntry[], { recognised = [], recognisedBefore }: Journal): boolean {
  const missing = new Set(recognisedBefore ?? recognised)
  if (missing.size > 0)
    for (const { hash, payload } of entries) for (const id of [hash, payload['commitment']]) missing.delete(String(id))
  return missing.size > 0
}

/** Whether a device knows what its person did before it: it was their first, or an older one carried its past over. */
export function knowsPast({ own, past = [] }: Journal, keys: readonly Pick<RecordedKey, 'keyId'>[]): boolean {
  return past.length > 0 || keys.length === 0 || keys[0]!.keyId === own
}

/** So many acts whose end a device does not know are carried over one by one; older ones are left out with all before them. */
const UNSURE_MAX = 30

/** The acts of this device, as it carries them over to another one. */
export function pastOf(sha256: (text: string) => string, { own, acts }: Journal): Past {
  const unknown = acts.flatMap(({ state, count }) => (state === 'answered' ? [] : [count]))
  const unsure = unknown.slice(-UNSURE_MAX)
  const span = { from: unknown.at(-UNSURE_MAX - 1) ?? 0, until: acts.at(-1)?.count ?? 0, unsure }
  return { key: own, ...span, digest: digestOf(sha256, acts, span) }
}

type Counted = Pick<ActSignature, 'count' | 'sig'> | undefined

/** The hash over the signed acts of one device within a span of its counts. */
function digestOf(
  sha256: (text: string) => string,
  acts: readonly Counted[],
  { from, until, unsure }: Omit<Past, 'key' | 'digest'>,
): string {
  const lines = acts.flatMap((act) =>
    act?.count !== undefined && act.count > from && act.count <= until && !unsure.includes(act.count)
      ? [`${act.count} ${act.sig}`]
      : [],
  )
  return sha256(lines.join('\n'))
}

/** Whether an entry has an act as this device signed it, and is the one of its receipt. */
function isThere({ sig, receipt }: JournalAct, entry: LedgerEntry | undefined): boolean {
  return entry !== undefined && signatureIn(entry)!.sig === sig && (receipt === null || receipt.hash === entry.hash)
}

/**
 * A journal to hold a ledger to that was read between two readings of it: what this device did meanwhile is its own, and need not
 * be in the ledger yet.
 */
export function asOfBoth(before: Journal | null, after: Journal | null): Journal | null {
  if (after === null) return null
  const wasDone = new Set(
    before?.own === after.own ? before.acts.flatMap(({ count, state }) => (state === 'answered' ? [count] : [])) : [],
  )
  const acts = after.acts.map((act) => (wasDone.has(act.count) ? act : { ...act, state: 'sent' as const }))
  const times = new Set(before?.unsigned?.map(({ doneAt }) => doneAt))
  const unsigned = after.unsigned?.map(({ doneAt, ...one }) => (doneAt && times.has(doneAt) ? { ...one, doneAt } : one))
  const recognisedBefore = before?.recognised ?? []
  const isNew = before?.own === after.own ? {} : { isNew: true as const }
  return { ...after, ...isNew, acts, recognisedBefore, ...(unsigned ? { unsigned } : {}) }
}

const states: readonly string[] = ['sent', 'answered', 'refused'] satisfies JournalAct['state'][]

/** Whether a value, from a file that somebody chose, can be a journal. */
export function isJournal(value: unknown): value is Journal {
  const journal = (value ?? {}) as Record<string, unknown>
  const { circleId, logKey, memberId, since, own, known, acts, past = [], recognised = [], knowsFirst = true } = journal
  const { unsigned = [] } = journal
  return (
    [circleId, logKey, memberId, own].every(isText) &&
    Number.isSafeInteger(since) &&
    Array.isArray(known) &&
    known.every(isText) &&
    Array.isArray(acts) &&
    acts.every(isJournalAct) &&
    Array.isArray(past) &&
    past.every(isPast) &&
    Array.isArray(recognised) &&
    recognised.every(isText) &&
    Array.isArray(unsigned) &&
    unsigned.every((one) => isText((one ?? {}).act)) &&
    knowsFirst === true
  )
}

function isPast(value: unknown): boolean {
  const { key, from, until, digest, unsure } = (value ?? {}) as Record<string, unknown>
  return (
    [key, digest].every(isText) &&
    [from, until].every(Number.isSafeInteger) &&
    Array.isArray(unsure) &&
    unsure.every(Number.isSafeInteger)
  )
}

function isJournalAct(value: unknown): boolean {
  const { act, at, key, count, text, sig, state, receipt } = (value ?? {}) as Record<string, unknown>
  const { seq, hash, signature } = (receipt ?? {}) as Record<string, unknown>
  const isReceipt = receipt === null || (Number.isSafeInteger(seq) && isText(hash) && isText(signature))
  return (
    [act, at, key, text, sig].every(isText) &&
    Number.isSafeInteger(count) &&
    states.includes(String(state)) &&
    isReceipt
  )
}

const isText = (value: unknown): boolean => typeof value === 'string'
