import { areEqual } from '#circle/bytes.ts'
import type { Sha256 } from '#circle/bytes.ts'
import { checkpointOf, originOf } from './checkpoint.ts'
import type { Checkpoint } from './checkpoint.ts'
import { openLedgerBooks } from './books.ts'
import type { BooksFaultCode, Money, OwnDonation } from './books.ts'
import { checkAppeals } from './appeals.ts'
import type { AppealFaultCode } from './appeals.ts'
import { checkApprovals } from './approvals.ts'
import type { ApprovalFaultCode, KnownAdministrators } from './approvals.ts'
import { checkCalendar } from './calendar.ts'
import type { CalendarFaultCode } from './calendar.ts'
import { checkPixIds } from './pix-ids.ts'
import type { PixIdFaultCode } from './pix-ids.ts'
import { openPaymentKeyBooks } from './payment-keys.ts'
import type { PaymentKeyFaultCode } from './payment-keys.ts'
import { checkConsent, checkOwnConsents } from './consent.ts'
import type { ConsentFaultCode, OwnConsent } from './consent.ts'
import { checkDraws } from './draws.ts'
import type { DrawFaultCode } from './draws.ts'
import { COMMAND_KIND, entryText, GENESIS_HASH } from './entry.ts'
import type { LedgerEntry, SignedHead } from './entry.ts'
import { replayRules } from './replay.ts'
import type { ReplayFaultCode } from './replay.ts'
import { openSignatures } from './signatures.ts'
import type { IsSigned, RecordedKey, SignatureFaultCode, Signatures, SignedText } from './signatures.ts'
import { paymentKeyText } from '#circle/payment-key.ts'
import type { PaymentKey } from '#circle/payment-key.ts'
import { termsHashText } from '#circle/terms.ts'
import type { TermsDocument } from '#circle/terms.ts'

/**
 * The faults that a ledger can have. `seq` is the entry's number, `line` where it stands in what was given, both from
 * 1.
 */
export type LedgerFaultCode =
  | 'entry.unreadable'
  | 'entry.missing'
  | 'entry.repeated'
  | 'entry.moved'
  | 'entry.altered'
  | 'entry.unlinked'
  | 'head.unsigned'
  | 'head.differs'
  | 'kept.unsigned'
  | 'kept.other_circle'
  | 'kept.other_key'
  | 'kept.cut'
  | 'kept.rewritten'
  | 'checkpoint.unsigned'
  | 'checkpoint.other_circle'
  | 'checkpoint.cut'
  | 'checkpoint.rewritten'
  | 'own.missing'
  | 'own.differs'
  | 'own.unlisted'
  | 'own.other_key'
  | 'own.consent_differs'
  | 'terms.differ'
  | ConsentFaultCode
  | DrawFaultCode
  | BooksFaultCode
  | PaymentKeyFaultCode
  | ApprovalFaultCode
  | CalendarFaultCode
  | PixIdFaultCode
  | AppealFaultCode
  | ReplayFaultCode
  | SignatureFaultCode

export type LedgerFault = {
  readonly code: LedgerFaultCode
  readonly seq: number | null
  readonly line: number | null
  readonly id: string | null
}

/** A head, and whether its signature is that of its own key. */
export type CheckedHead = SignedHead & { readonly isSigned: boolean }

/** A checkpoint kept from earlier, and whether the key that signs this ledger signed it, under the name of its log. */
export type CheckedCheckpoint = Checkpoint & { readonly isSigned: boolean }

/** A donation as the member's own data has it, without the ledger. */
export type KnownDonation = {
  readonly id: string
  readonly amountCents: number
  readonly status: string
  /** Absent where the member's data does not say; `receiverId` is null for the administrative account. */
  readonly donorId?: string
  readonly receiverId?: string | null
  /** The commitment of the payment key that was shown for it, or that key itself with its salt; absent where unknown. */
  readonly paymentCommitment?: string | null
  readonly paymentKey?: PaymentKey & { readonly salt: string }
}

/**
 * The member's own records, which the ledger is held to. `isComplete`: these are all of their donations, so the ledger may
 * have no other.
 */
export type OwnRecords = {
  readonly memberId: string
  readonly donations?: readonly KnownDonation[]
  readonly isComplete?: boolean
  /** Everything that they accepted, in any circle; absent where their data does not say. */
  readonly consents?: readonly OwnConsent[]
}

export type LedgerQuestion = {
  readonly circleId: string
  /** The entries as they came, in the order in which they came: anything at all. */
  readonly entries: readonly unknown[]
  readonly head: CheckedHead
  /** Heads kept from earlier, in any order. */
  readonly kept?: readonly CheckedHead[]
  /** Checkpoints kept from earlier, and what computes the tree over the entries. */
  readonly checkpoints?: { readonly kept: readonly CheckedCheckpoint[]; readonly sha256: Sha256 }
  readonly own?: OwnRecords
  /** The operator and the words that the circle's terms show; with the ledger's plan they are what is in force. */
  readonly terms?: Pick<TermsDocument, 'operator' | 'text' | 'administrators'>
}

export type LedgerVerdict = {
  readonly entries: number
  /** The first faults found, in order; `faultsFound` counts all. */
  readonly faults: readonly LedgerFault[]
  readonly faultsFound: number
  /** Null while the chain is broken: sums over altered entries say nothing. */
  readonly money: Money | null
  /** From which entry on the rules were replayed; null where the chain is broken, or commands were not recorded yet. */
  readonly replayedFrom: number | null
  /** The acts that members' devices signed, and those that they did not; null while the chain is broken. */
  readonly signatures: Signatures | null
  /** From which entry on every debt was held to its member's consent; null where that was not recorded yet. */
  readonly consentFrom: number | null
  /** From where on the ledger says who administers the circle; null for a demonstration, or while the chain is broken. */
  readonly administrators: KnownAdministrators
  readonly own: {
    readonly entries: number
    readonly givenCents: number
    readonly receivedCents: number
    readonly donations: readonly OwnDonation[]
    /** The devices that ever signed, or could have, in this member's name. */
    readonly keys: readonly RecordedKey[]
  } | null
}

export type LedgerTools = {
  /** SHA-256 of a text's UTF-8 bytes, in lower-case hex. */
  readonly sha256: (text: string) => string
  /** Absent where signatures of acts cannot be verified. */
  readonly isActSigned?: IsSigned
  /** Told now and then how many entries are done. */
  readonly onProgress?: (done: number, total: number) => void
}

const FAULTS_SHOWN = 100
const PROGRESS_EVERY = 1_000

/**
 * Holds a ledger to itself and to what is known from elsewhere, trusting nobody: every entry's hash and its link to the one
 * before, that none is missing, repeated or out of place, that money is conserved, and that it goes on from the heads kept
 * and holds the donations known.
 */
export function verifyLedger(question: LedgerQuestion, tools: LedgerTools): LedgerVerdict {
  const { circleId, head } = question
  const faults: LedgerFault[] = []
  const found = (code: LedgerFaultCode, where: Partial<Omit<LedgerFault, 'code'>> = {}) =>
    faults.push({ code, seq: null, line: null, id: null, ...where })
  const entries = inOrder(question.entries, head.seq, found)
  verifyChain(circleId, entries, tools, found)
  verifyHead(circleId, entries, head, found)
  verifyKept(circleId, entries, head, question.kept ?? [], found)
  const isWhole = faults.every(({ code }) => !code.startsWith('entry.'))
  if (isWhole && question.checkpoints) verifyCheckpoints(circleId, entries, question.checkpoints, found)
  const books = isWhole ? keepBooks(entries, found) : null
  const keys = isWhole ? keepKeys(entries, found) : null
  const replayedFrom = isWhole ? replay(entries, found) : null
  const approvals = isWhole ? checkApprovals(entries, tools.sha256) : null
  for (const { code, seq } of approvals?.faults ?? []) found(code, { seq })
  for (const { code, seq } of isWhole ? checkDraws(circleId, entries, tools.sha256) : []) found(code, { seq })
  for (const { code, seq } of isWhole ? checkCalendar(entries) : []) found(code, { seq })
  for (const { code, seq } of isWhole ? checkAppeals(entries) : []) found(code, { seq })
  for (const { code, seq, id } of isWhole ? checkPixIds(entries) : []) found(code, { seq, id })
  const signatures = isWhole ? readSignatures(circleId, entries, tools, found) : null
  const own =
    books && keys && signatures && question.own
      ? ownPart(entries, { books, keys, signatures }, question.own, tools, found)
      : null
  const consentFrom = isWhole ? holdToConsent(question, entries, tools, found) : null
  if (own && question.own?.consents) {
    const whose = { circleId, memberId: question.own.memberId }
    for (const { code, seq } of checkOwnConsents(entries, whose, question.own.consents, tools.sha256))
      found(code, { seq })
  }
  return {
    entries: question.entries.length,
    faults: faults.slice(0, FAULTS_SHOWN),
    faultsFound: faults.length,
    money: books?.money() ?? null,
    replayedFrom,
    signatures: signatures?.result() ?? null,
    consentFrom,
    administrators: approvals?.administrators ?? null,
    own,
  }
}

type Found = (code: LedgerFaultCode, where?: Partial<Omit<LedgerFault, 'code'>>) => void

/** The entries by number, each once; names those that cannot be read, are missing, repeated or out of place. */
function inOrder(given: readonly unknown[], headSeq: number, found: Found): LedgerEntry[] {
  const bySeq = new Map<number, LedgerEntry>()
  given.forEach((value, index) => {
    if (!isEntry(value)) found('entry.unreadable', { line: index + 1 })
    else if (bySeq.has(value.seq)) found('entry.repeated', { seq: value.seq, line: index + 1 })
    else bySeq.set(value.seq, value)
  })
  const entries = [...bySeq.values()].sort((a, b) => a.seq - b.seq)
  nameMissing(entries, headSeq, found)
  // Of entries that changed places one is named: where the order first breaks, and which entry should stand there.
  const arrival = [...bySeq.keys()]
  const place = entries.findIndex(({ seq }, index) => arrival[index] !== seq)
  if (place >= 0) found('entry.moved', { seq: entries[place]!.seq, line: place + 1 })
  return entries
}

function nameMissing(entries: readonly LedgerEntry[], headSeq: number, found: Found): void {
  let expected = 1
  for (const { seq } of entries) {
    // A gap of any size is one fault, at its first entry: a forged number must not make a million of them.
    if (seq > expected) found('entry.missing', { seq: expected })
    expected = seq + 1
  }
  if (expected <= headSeq) found('entry.missing', { seq: expected })
}

/** Each entry is what its hash says, and goes on from the one before. */
function verifyChain(
  circleId: string,
  entries: readonly LedgerEntry[],
  { sha256, onProgress }: LedgerTools,
  found: Found,
): void {
  let before = { seq: 0, hashes: [GENESIS_HASH] }
  entries.forEach((entry, index) => {
    const own = sha256(entryText(circleId, entry))
    if (own !== entry.hash) found('entry.altered', { seq: entry.seq })
    // An altered entry's successor is in order if it names either hash: one change is one fault.
    else if (entry.seq === before.seq + 1 && !before.hashes.includes(entry.previous_hash))
      found('entry.unlinked', { seq: entry.seq })
    before = { seq: entry.seq, hashes: [entry.hash, own] }
    if ((index + 1) % PROGRESS_EVERY === 0) onProgress?.(index + 1, entries.length)
  })
  onProgress?.(entries.length, entries.length)
}

function verifyHead(circleId: string, entries: readonly LedgerEntry[], head: CheckedHead, found: Found): void {
  if (!head.isSigned) found('head.unsigned', { seq: head.seq })
  const last = entries.at(-1)
  const isLast =
    head.circle_id === circleId && head.seq === (last?.seq ?? 0) && head.hash === (last?.hash ?? GENESIS_HASH)
  if (!isLast) found('head.differs', { seq: head.seq })
}

/** Every head kept is of this circle and key, and the ledger still holds the very entry it named. */
function verifyKept(
  circleId: string,
  entries: readonly LedgerEntry[],
  head: CheckedHead,
  kept: readonly CheckedHead[],
  found: Found,
): void {
  const hashOf = new Map(entries.map(({ seq, hash }) => [seq, hash]))
  const last = entries.at(-1)?.seq ?? 0
  for (const { isSigned, circle_id, seq, hash, key } of [...kept].sort((a, b) => a.seq - b.seq)) {
    if (!isSigned) found('kept.unsigned', { seq })
    else if (circle_id !== circleId) found('kept.other_circle', { seq })
    else if (seq > last) found('kept.cut', { seq })
    else if (seq > 0 && hashOf.get(seq) !== hash) found('kept.rewritten', { seq })
    else if (key !== head.key) found('kept.other_key', { seq })
  }
}

/** Every checkpoint kept is of this circle and key, and the tree over the ledger's first entries has its root. */
function verifyCheckpoints(
  circleId: string,
  entries: readonly LedgerEntry[],
  { kept, sha256 }: NonNullable<LedgerQuestion['checkpoints']>,
  found: Found,
): void {
  for (const { isSigned, origin, size, root } of [...kept].sort((a, b) => a.size - b.size)) {
    if (origin !== originOf(circleId)) found('checkpoint.other_circle', { seq: size })
    else if (!isSigned) found('checkpoint.unsigned', { seq: size })
    else if (size > entries.length) found('checkpoint.cut', { seq: size })
    else if (!areEqual(checkpointOf(sha256, circleId, entries, size).root, root))
      found('checkpoint.rewritten', { seq: size })
  }
}

/** Repeats every recorded decision, and names the first entry that the rules contradict; answers where the records begin. */
function replay(entries: readonly LedgerEntry[], found: Found): number | null {
  if (!entries.some(({ kind }) => kind === COMMAND_KIND)) return null
  const { fromSeq, faults } = replayRules(entries)
  for (const { code, seq } of faults) found(code, { seq })
  return fromSeq
}

type Read = ReturnType<typeof openSignatures>

/** Rebuilds what each device signed, and holds every signature to the keys that the ledger recorded before it. */
function readSignatures(
  circleId: string,
  entries: readonly LedgerEntry[],
  { isActSigned }: LedgerTools,
  found: Found,
): Read {
  const signatures = openSignatures(circleId, isActSigned)
  for (const entry of entries) {
    const fault = signatures.read(entry)
    if (fault) found(fault, { seq: entry.seq })
  }
  return signatures
}

/**
 * The signed acts of a ledger whose keys it knows, for a machine that verifies many signatures at once before
 * `verifyLedger` asks about each. Faults are named by `verifyLedger` alone.
 */
export function signedTexts(circleId: string, given: readonly unknown[]): SignedText[] {
  const texts: SignedText[] = []
  const signatures = openSignatures(circleId, (signed) => {
    texts.push(signed)
    return null
  })
  for (const entry of given) if (isEntry(entry)) signatures.read(entry)
  return texts
}

/** Every debt has its member's consent, and the terms shown are those that the ledger says are in force. */
function holdToConsent(
  { circleId, terms }: LedgerQuestion,
  entries: readonly LedgerEntry[],
  { sha256 }: LedgerTools,
  found: Found,
): number | null {
  const { fromSeq, faults, inForce } = checkConsent(entries)
  for (const { code, seq } of faults) found(code, { seq })
  if (terms && inForce && sha256(termsHashText({ circleId, plan: inForce.plan, ...terms })) !== inForce.hash)
    found('terms.differ', { seq: inForce.seq })
  return fromSeq
}

type Books = ReturnType<typeof openLedgerBooks>

function keepBooks(entries: readonly LedgerEntry[], found: Found): Books {
  const books = openLedgerBooks()
  for (const { seq, kind, payload } of entries) {
    if (kind === COMMAND_KIND) continue
    const fault = books.record(seq, kind, payload)
    if (fault) found(fault, { seq })
  }
  const { givenCents, receivedCents, administrationCents } = books.money()
  if (givenCents !== receivedCents + administrationCents) found('books.not_conserved')
  return books
}

type KeyBooks = ReturnType<typeof openPaymentKeyBooks>

function keepKeys(entries: readonly LedgerEntry[], found: Found): KeyBooks {
  const keys = openPaymentKeyBooks()
  for (const entry of entries) {
    const fault = keys.record(entry)
    if (fault) found(fault, { seq: entry.seq })
  }
  return keys
}

/** One member's part, held to the donations that they know of. */
function ownPart(
  entries: readonly LedgerEntry[],
  { books, keys, signatures }: { books: Books; keys: KeyBooks; signatures: Read },
  { memberId, donations = [], isComplete = false }: OwnRecords,
  { sha256 }: LedgerTools,
  found: Found,
) {
  const part = books.own(memberId)
  const byId = new Map(part.donations.map((donation) => [donation.donationId, donation]))
  const known = new Set(donations.map(({ id }) => id))
  for (const donation of donations) {
    const entered = byId.get(donation.id)
    if (!entered) found('own.missing', { id: donation.id })
    else if (!agrees(donation, entered)) found('own.differs', { seq: entered.seq, id: donation.id })
    else if (shownCommitments(donation, sha256).some((shown) => shown !== keys.commitmentOf(donation.id)))
      found('own.other_key', { seq: entered.seq, id: donation.id })
  }
  // And the other way round: what the ledger says of this member, and the member's own data does not.
  if (isComplete)
    for (const { donationId, seq } of part.donations)
      if (!known.has(donationId)) found('own.unlisted', { seq, id: donationId })
  const named = entries.filter((entry) => entry.actor_id === memberId || namesMember(entry.payload, memberId))
  return { entries: named.length, ...part, keys: signatures.keysOf(memberId) }
}

/** The commitments of the payment keys that the member was shown for a donation. */
function shownCommitments({ paymentCommitment, paymentKey }: KnownDonation, sha256: LedgerTools['sha256']): string[] {
  return [
    ...(typeof paymentCommitment === 'string' ? [paymentCommitment] : []),
    ...(paymentKey ? [sha256(paymentKeyText(paymentKey.salt, paymentKey))] : []),
  ]
}

/** Whether amount, status and, where the member's data names them, both parties are the ledger's. */
function agrees({ amountCents, status, donorId, receiverId }: KnownDonation, entered: OwnDonation): boolean {
  return (
    entered.amountCents === amountCents &&
    entered.status === ledgerStatus(status) &&
    (donorId === undefined || donorId === entered.donorId) &&
    (receiverId === undefined || receiverId === entered.receiverId)
  )
}

/** A donation's status as the ledger has it. */
function ledgerStatus(status: string): string {
  const statuses: Readonly<Record<string, OwnDonation['status']>> = {
    PENDING_PAYMENT: 'open',
    PENDING_CONFIRMATION: 'receipt_sent',
    CONFIRMED: 'confirmed',
    EXPIRED: 'expired',
    CANCELLED: 'cancelled',
  }
  return statuses[status] ?? status
}

/** Whether a payload names a member, however deep. */
export function namesMember(value: unknown, memberId: string): boolean {
  if (typeof value === 'string') return value === memberId
  return (
    typeof value === 'object' && value !== null && Object.values(value).some((inner) => namesMember(inner, memberId))
  )
}

const FIELDS = ['actor_id', 'at', 'hash', 'kind', 'payload', 'previous_hash', 'seq']

/** An entry has exactly its fields, each of its kind: what no hash covers must not ride along. */
function isEntry(value: unknown): value is LedgerEntry {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const { seq, at, actor_id, kind, payload, previous_hash, hash } = value as Record<string, unknown>
  return (
    Object.keys(value).toSorted().join() === FIELDS.join() &&
    Number.isSafeInteger(seq) &&
    (seq as number) >= 1 &&
    typeof at === 'string' &&
    typeof kind === 'string' &&
    typeof previous_hash === 'string' &&
    typeof hash === 'string' &&
    (actor_id === null || typeof actor_id === 'string') &&
    typeof payload === 'object' &&
    payload !== null &&
    !Array.isArray(payload)
  )
}
