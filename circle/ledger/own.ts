import { spokenText } from '#circle/case-words.ts'
import type { Command } from '#circle/circle.ts'
import { OWN_REPORT_STOP_MS } from '#circle/clock.ts'
import { takesParts } from '#circle/parts.ts'
import { paymentKeyText } from '#circle/payment-key.ts'
import type { Plan } from '#circle/plan.ts'
import type { Books } from './books.ts'
import type { OwnDonation } from './books-donations.ts'
import type { LedgerEntry } from './entry.ts'
import { isOfRealCircle } from './founding.ts'
import { holdWords } from './held-words.ts'
import type { KnownEntries } from './known-entries.ts'
import { areTurnsOf, isResultOf, statesOf } from './shown-state.ts'
import { isPaidOn, unlistedDevice } from './own-access.ts'
import { amissInCase } from './own-cases.ts'
import { isShown, ownProposals } from './own-proposals.ts'
import { otherwiseShown } from './own-rows.ts'
import type { PaymentKeyBooks } from './payment-keys.ts'
import type { SignatureBooks } from './signatures.ts'
import { APART_MAX_MS } from './signed-act.ts'
import type { ActSignature } from './signed-act.ts'
import type { KnownDonation, LedgerFaultCode, LedgerTools, OwnRecords } from './verdict.ts'

const IN = ['member.approved', 'member.reinstated']
const STANDINGS = [...IN, 'member.suspended', 'member.left']

type Read = {
  readonly books: Books
  readonly keys: PaymentKeyBooks
  readonly signatures: SignatureBooks
  /** The first entries that are known; absent for none. */
  readonly known?: KnownEntries | null
  /** The time (epoch ms) of the machine that asks. */
  readonly now?: number | undefined
}

type Fault = { readonly code: LedgerFaultCode; readonly seq: number | null; readonly id: string }
type Part = ReturnType<Books['own']>

/** One member's part, held to what they know of it and were shown, with what is wrong with it. */
export function ownPart(entries: readonly LedgerEntry[], read: Read, own: OwnRecords, tools: LedgerTools) {
  const { memberId, isOut = false, words = [] } = own
  const part = read.books.own(memberId)
  const faults: Fault[] = [...donationFaults(entries, read, { ...own, part }, tools)]
  const standing = entries.findLast(({ kind, payload }) => STANDINGS.includes(kind) && payload['memberId'] === memberId)
  if (isOut && standing && IN.includes(standing.kind))
    faults.push({ code: 'own.shut_out', seq: standing.seq, id: memberId })
  faults.push(...circleFaults(entries, read, { ...own, part }, tools), ...accessFaults(entries, read, own, tools))
  for (const said of words)
    if (holdWords(entries, said, tools.sha256) === 'differs')
      faults.push({ code: 'own.words_differ', seq: said.seq, id: said.reportId })
  const named = entries.filter((entry) => entry.actor_id === memberId || namesMember(entry.payload, memberId))
  return { faults, entries: named.length, ...part, keys: read.signatures.keysOf(memberId) }
}

/** The faults of a member's donations, as they know them and as their page has them. */
function donationFaults(
  entries: readonly LedgerEntry[],
  { keys, now }: Read,
  { memberId, donations = [], isComplete = false, onPage, part }: OwnRecords & { readonly part: Part },
  { sha256 }: LedgerTools,
): Fault[] {
  const faults: Fault[] = []
  const byId = new Map(part.donations.map((donation) => [donation.donationId, donation]))
  const known = new Set(donations.map(({ id }) => id))
  const isReal = isOfRealCircle(entries)
  const inParts = areInParts(entries)
  const isAwaitedNow = (one: OwnDonation) => isAwaited(one, memberId, { inParts, now })
  for (const donation of donations) {
    const entered = byId.get(donation.id)
    if (!entered) faults.push({ code: 'own.missing', seq: null, id: donation.id })
    else if (
      !agrees(donation, entered) ||
      !isAsShown(donation, entered, sha256) ||
      (isReal && !areAsSaid(entries, donation, sha256)) ||
      (isReal && donation.isDemonstration)
    )
      faults.push({ code: 'own.differs', seq: entered.seq, id: donation.id })
    else if (donation.isOffered === false && isAwaitedNow(entered))
      faults.push({ code: 'own.not_offered', seq: entered.seq, id: donation.id })
    else if (shownCommitments(donation, sha256).some((shown) => !keys.hasPromised(donation.id, shown)))
      faults.push({ code: 'own.other_key', seq: entered.seq, id: donation.id })
  }
  // And the other way round: what the ledger says of this member, and the member's own data does not.
  if (isComplete)
    for (const { donationId, seq } of part.donations)
      if (!known.has(donationId)) faults.push({ code: 'own.unlisted', seq, id: donationId })
  for (const ended of onPage?.ended ?? []) {
    const entered = byId.get(ended.id)
    if (entered && entered.seq <= onPage!.upTo && !agrees(ended, entered))
      faults.push({ code: 'own.differs', seq: entered.seq, id: ended.id })
  }
  for (const { donationId, seq } of onPage ? hiddenOn(onPage, part.donations, isAwaitedNow) : [])
    faults.push({ code: 'own.not_offered', seq, id: donationId })
  return faults
}

/** The faults of the circle as a member was shown it: its order, its sums, and what waits to be decided about them. */
function circleFaults(
  entries: readonly LedgerEntry[],
  { known }: Read,
  { memberId, turns, result, knownUpTo = 0, proposals, decides = [], part }: OwnRecords & { readonly part: Part },
  { sha256, foresee, retell, rowsOf }: LedgerTools,
): Fault[] {
  const faults: Fault[] = []
  const ledger = { entries, stateAt: statesOf(entries, known) }
  const isOld = ({ seq }: { readonly seq: number }) => seq < knownUpTo
  if (turns && foresee && (isOld(turns) || !areTurnsOf(ledger, memberId, turns, foresee)))
    faults.push({ code: 'own.turns_differ', seq: Math.min(turns.seq, entries.length), id: memberId })
  if (result && retell && (isOld(result) || !isResultOf(ledger.stateAt, memberId, result, retell)))
    faults.push({ code: 'own.result_differs', seq: Math.min(result.seq, entries.length), id: memberId })
  if (!isOfRealCircle(entries)) return faults
  for (const shown of rowsOf ? [...(proposals ?? []), ...decides] : []) {
    const seq = otherwiseShown(ledger, shown, { sha256, rowsOf: rowsOf! })
    if (seq !== null) faults.push({ code: 'own.proposal_differs', seq, id: shown.id })
  }
  if (!proposals) return faults
  const donationIds = part.donations.map(({ donationId }) => donationId)
  for (const proposal of ownProposals(ledger, { memberId, donationIds }, sha256))
    if (!isShown(proposal, proposals)) faults.push({ code: 'own.proposal_hidden', seq: proposal.seq, id: proposal.id })
  return faults
}

/** The faults of a member's key, devices and cases, as they were shown them. */
function accessFaults(
  entries: readonly LedgerEntry[],
  { keys, signatures, now }: Read,
  { memberId, knownUpTo = 0, cases = [], paidOn, devices }: OwnRecords,
  { sha256 }: LedgerTools,
): Fault[] {
  const faults: Fault[] = []
  if (paidOn && isOfRealCircle(entries) && !isPaidOn(keys, { memberId, knownUpTo }, paidOn, sha256))
    faults.push({ code: 'own.paid_elsewhere', seq: keys.promisedTo(memberId).seq, id: memberId })
  const unlisted = devices && unlistedDevice(signatures.keysOf(memberId), knownUpTo, devices)
  if (unlisted) faults.push({ code: 'own.device_hidden', seq: unlisted.addedSeq, id: unlisted.keyId })
  for (const shown of cases) {
    const isOld = shown.seq < knownUpTo
    const amiss = isOld
      ? ({ code: 'own.case_differs', seq: shown.seq } as const)
      : amissInCase(entries, shown, { memberId, now }, sha256)
    if (amiss) faults.push({ ...amiss, id: shown.reportId })
  }
  return faults
}

/** The commitments of the payment keys that the member was shown for a donation. */
function shownCommitments({ paymentCommitment, paymentKey }: KnownDonation, sha256: LedgerTools['sha256']): string[] {
  return [
    ...(typeof paymentCommitment === 'string' ? [paymentCommitment] : []),
    ...(paymentKey ? [sha256(paymentKeyText(paymentKey.salt, paymentKey))] : []),
  ]
}

/** Whether amount, status and, where the member's data names them, both parties are the ledger's. */
function agrees({ amountCents, paidCents, status, donorId, receiverId }: KnownDonation, entered: OwnDonation): boolean {
  return (
    entered.amountCents === amountCents &&
    (paidCents === undefined || entered.paidCents === paidCents) &&
    entered.status === ledgerStatus(status) &&
    (donorId === undefined || donorId === entered.donorId) &&
    (receiverId === undefined || receiverId === entered.receiverId)
  )
}

/** Whether until when it is to be paid, and what its receipt that waits is for, are the ledger's as far as they were shown. */
function isAsShown(
  { deadlineAt, isStopped, stopEndsAt, isReported, caseId, pausedUntil, sentCents, payment }: KnownDonation,
  entered: OwnDonation,
  sha256: LedgerTools['sha256'],
): boolean {
  return (
    isDeadlineOf(entered, deadlineAt) &&
    isDeadlineOf(entered, stopEndsAt) &&
    (!isStopped || entered.isReported) &&
    (isReported !== false || !entered.isReported) &&
    (caseId === undefined || caseId === entered.caseId) &&
    (typeof pausedUntil !== 'number' || pausedUntil === entered.pausedUntil) &&
    (sentCents === undefined || sentCents === entered.sentCents) &&
    (payment === undefined || (payment && sha256(payment)) === entered.payment)
  )
}

/** Whether why receipts were rejected is shown as whoever rejected them signed it on their device; words that are gone say nothing. */
function areAsSaid(
  entries: readonly LedgerEntry[],
  { id, rejections = [] }: KnownDonation,
  sha256: LedgerTools['sha256'],
): boolean {
  if (rejections.length === 0) return true
  const signed = entries.flatMap(({ payload }) => {
    const { command, signature } = payload as { command?: Command; signature?: ActSignature }
    return command?.kind === 'reject_receipt' && command.donationId === id ? [signature?.image ?? null] : []
  })
  return rejections.every(({ text, salt }, at) => {
    const image = signed[at] ?? null
    if (text === null || image === null) return true
    return salt !== null && image === sha256(spokenText({ salt, about: id, text, more: null, picture: null }))
  })
}

/** Whether a member can do their part of a donation now: confirm what was sent, or pay, in a roda also what is late. */
function isAwaited(
  { status, donorId, receiverId, deadlineAt }: OwnDonation,
  memberId: string,
  { inParts, now = Infinity }: { readonly inParts: boolean; readonly now?: number | undefined },
): boolean {
  if (status === 'receipt_sent') return receiverId === memberId
  const isInTime = inParts || (deadlineAt !== null && deadlineAt > now + APART_MAX_MS)
  return status === 'open' && donorId === memberId && isInTime
}

/** The donations that wait for somebody's part, and that their page shows otherwise, or not, in an answer that is newer than they are. */
function hiddenOn(
  { upTo, donations }: NonNullable<OwnRecords['onPage']>,
  entered: readonly OwnDonation[],
  isAwaitedNow: (donation: OwnDonation) => boolean,
): OwnDonation[] {
  const shown = new Map(donations.map((donation) => [donation.id, donation]))
  return entered.filter((donation) => {
    const one = shown.get(donation.donationId)
    const isThere = one !== undefined && agrees(one, donation) && one.isOffered !== false
    return donation.seq <= upTo && isAwaitedNow(donation) && !isThere
  })
}

/** Whether contributions are paid in parts at a ledger's end. */
function areInParts(entries: readonly LedgerEntry[]): boolean {
  const planned = entries.findLast(({ kind }) => kind === 'circle.created' || kind === 'circle.plan_changed')
  const { plan } = (planned?.payload ?? {}) as { readonly plan?: Plan }
  return plan !== undefined && takesParts({ plan })
}

/** An open report of the donor's may move a deadline by the time for which it stops the clock. */
function isDeadlineOf(entered: OwnDonation, shown: KnownDonation['deadlineAt']): boolean {
  if (shown === undefined || entered.deadlineAt === null) return true
  if (shown === null) return false
  const later = shown - entered.deadlineAt
  return later === 0 || (entered.isReported && later > 0 && later <= OWN_REPORT_STOP_MS)
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
