import type { Books } from './books.ts'
import type { OwnDonation } from './books-donations.ts'
import type { LedgerEntry } from './entry.ts'
import { isOfRealCircle, readFounding } from './founding.ts'
import { holdWords } from './held-words.ts'
import type { KnownEntries } from './known-entries.ts'
import { areTurnsOf, isAheadOf, isResultOf, statesOf } from './shown-state.ts'
import type { StateAt } from './shown-state.ts'
import { isPaidOn, unlistedDevice } from './own-access.ts'
import { amissInCase } from './own-cases.ts'
import {
  agrees,
  areAsSaid,
  areInParts,
  decidedEnds,
  isAsShown,
  isAwaited,
  isSilenced,
  madeIn,
  shownCommitments,
} from './own-donation.ts'
import { receiptsIn } from './own-receipts.ts'
import {
  differingOrder,
  differingSubstitute,
  hiddenDraw,
  hiddenProposals,
  pageDonationFaults,
  waitingFaults,
} from './own-page.ts'
import { isShown, ownProposals } from './own-proposals.ts'
import { otherwiseShown } from './own-rows.ts'
import type { PaymentKeyBooks } from './payment-keys.ts'
import { ANSWERS_HELD_SINCE } from './rules.ts'
import type { SignatureBooks } from './signatures.ts'
import type { KnownDonation, LedgerFaultCode, LedgerTools, OwnRecords, ShownSubstitute } from './verdict.ts'

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
/** A member's records, with the ledger's part of them, and the states that it leaves. */
type Held = OwnRecords & {
  readonly part: ReturnType<Books['own']>
  readonly stateAt: StateAt
  /** They are suspended, removed or gone by the ledger: they pay what they owe, and are asked for nothing else. */
  readonly onlyPays: boolean
}

/** One member's part, held to what they know of it and were shown, with what is wrong with it. */
export function ownPart(entries: readonly LedgerEntry[], read: Read, own: OwnRecords, tools: LedgerTools) {
  const { memberId, isOut = false, words = [] } = own
  const part = read.books.own(memberId)
  const standing = entries.findLast(({ kind, payload }) => STANDINGS.includes(kind) && payload['memberId'] === memberId)
  const isIn = standing !== undefined && IN.includes(standing.kind)
  const onlyPays = standing !== undefined && !isIn
  const held = { ...own, part, stateAt: statesOf(entries, read.known), onlyPays }
  const faults: Fault[] = [...donationFaults(entries, read, held, tools)]
  if (isOut && standing && isIn) faults.push({ code: 'own.shut_out', seq: standing.seq, id: memberId })
  faults.push(...circleFaults(entries, read, held, tools), ...accessFaults(entries, read, held, tools))
  for (const said of words)
    if (holdWords(entries, said, tools.sha256) === 'differs')
      faults.push({ code: 'own.words_differ', seq: said.seq, id: said.reportId })
  const named = entries.filter((entry) => entry.actor_id === memberId || namesMember(entry.payload, memberId))
  return { faults, entries: named.length, ...part, keys: read.signatures.keysOf(memberId) }
}

/** The faults of a member's donations, as they know them and as their page has them. */
function donationFaults(
  entries: readonly LedgerEntry[],
  { books, keys, now }: Read,
  { memberId, donations = [], isComplete = false, onPage, part, stateAt, onlyPays }: Held,
  { sha256 }: LedgerTools,
): Fault[] {
  const faults: Fault[] = []
  const byId = new Map(part.donations.map((donation) => [donation.donationId, donation]))
  const shown = new Set(donations.map(({ id }) => id))
  const isReal = isOfRealCircle(entries)
  const inParts = areInParts(entries)
  const isAwaitedNow = (one: OwnDonation) => isAwaited(one, memberId, { inParts, onlyPays, now })
  const held = {
    made: madeIn(entries),
    ends: decidedEnds(entries),
    isAnswerHeld: (readFounding(entries).rules ?? 0) >= ANSWERS_HELD_SINCE,
    receipts: receiptsIn(entries, byId),
    stateNow: () => stateAt(entries.length),
    sha256,
    memberId,
  }
  const amissIn = (donation: KnownDonation, entered: OwnDonation): LedgerFaultCode | null => {
    const isOtherwise = !agrees(donation, entered) || !isAsShown(donation, entered, held)
    const isPretended = isReal && (donation.isDemonstration || !areAsSaid(entries, donation, sha256))
    if (isOtherwise || isPretended) return 'own.differs'
    const isNotOffered = donation.isOffered === false && isAwaitedNow(entered)
    if (isNotOffered || (isReal && !onlyPays && isSilenced(donation, entered, held))) return 'own.not_offered'
    const areKept = shownCommitments(donation, sha256).every((one) => keys.hasPromised(donation.id, one))
    return areKept ? null : 'own.other_key'
  }
  for (const donation of donations) {
    const entered = byId.get(donation.id)
    const code = entered ? amissIn(donation, entered) : 'own.missing'
    if (code) faults.push({ code, seq: entered?.seq ?? null, id: donation.id })
  }
  // And the other way round: what the ledger says of this member, and the member's own data does not.
  if (isComplete)
    for (const { donationId, seq } of part.donations)
      if (!shown.has(donationId)) faults.push({ code: 'own.unlisted', seq, id: donationId })
  if (!onPage) return faults
  return [
    ...faults,
    ...pageDonationFaults({ entries, entered: part.donations, isAwaitedNow, amissIn }, onPage),
    ...waitingFaults(entries, { memberId, waiting: books.waitingOf(memberId) }, onPage),
  ]
}

/** The faults of the circle as a member was shown it: its order, its sums, and what waits to be decided about them. */
function circleFaults(
  entries: readonly LedgerEntry[],
  { now }: Read,
  { memberId, turns, result, knownUpTo = 0, proposals, decides = [], stateAt, ...own }: Held,
  { sha256, foresee, retell, rowsOf }: LedgerTools,
): Fault[] {
  const faults: Fault[] = []
  const { onPage, part, substitutes = [] } = own
  const ledger = { entries, stateAt }
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
  const drawSeq = onPage ? hiddenDraw(entries, memberId, onPage, now) : null
  if (drawSeq !== null) faults.push({ code: 'own.draw_hidden', seq: drawSeq, id: memberId })
  const orderSeq = onPage ? differingOrder(entries, onPage) : null
  if (orderSeq !== null) faults.push({ code: 'own.turns_differ', seq: orderSeq, id: memberId })
  const isAhead = ({ memberId: whose, ahead }: ShownSubstitute) =>
    !ahead || !foresee || (!isOld(ahead) && isAheadOf(ledger, whose, ahead, foresee))
  const other = differingSubstitute(entries, substitutes) ?? substitutes.find((one) => !isAhead(one))
  if (other) faults.push({ code: 'own.result_differs', seq: entries.length, id: other.id })
  if (!proposals && !onPage?.proposals) return faults
  const donationIds = part.donations.map(({ donationId }) => donationId)
  const touching = ownProposals(ledger, { memberId, donationIds }, sha256)
  const missed = proposals ? touching.filter((one) => !isShown(one, proposals)) : []
  const missedOnPage = onPage ? hiddenProposals(touching, onPage) : []
  for (const { seq, id } of new Set([...missed, ...missedOnPage])) faults.push({ code: 'own.proposal_hidden', seq, id })
  return faults
}

/** The faults of a member's key, devices and cases, as they were shown them. */
function accessFaults(
  entries: readonly LedgerEntry[],
  { keys, signatures, now }: Read,
  { memberId, knownUpTo = 0, cases = [], paidOn, devices, stateAt }: Held,
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
      : amissInCase(entries, shown, { memberId, now, stateAt }, sha256)
    if (amiss) faults.push({ ...amiss, id: shown.reportId })
  }
  return faults
}

/** Whether a payload names a member, however deep. */
export function namesMember(value: unknown, memberId: string): boolean {
  if (typeof value === 'string') return value === memberId
  return (
    typeof value === 'object' && value !== null && Object.values(value).some((inner) => namesMember(inner, memberId))
  )
}
