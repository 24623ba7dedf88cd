import { TOLERANCE_MS } from './administrators.ts'
import type { WaitingDebt } from './books-debts.ts'
import type { OwnDonation } from './books-donations.ts'
import { isSameJson } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import { orderSourceIn } from './order-source.ts'
import { agrees } from './own-donation.ts'
import { isShown } from './own-proposals.ts'
import type { OwnProposal } from './own-proposals.ts'
import { APART_MAX_MS } from './signed-act.ts'
import type { KnownDonation, LedgerFaultCode, ShownOnPage, ShownSubstitute } from './verdict.ts'

// All that a page shows, held to the ledger: the device that asks for everything may be told the truth, and the page another.

type Fault = { readonly code: LedgerFaultCode; readonly seq: number | null; readonly id: string }

type Held = {
  readonly entries: readonly LedgerEntry[]
  /** The member's donations by the ledger. */
  readonly entered: readonly OwnDonation[]
  readonly isAwaitedNow: (donation: OwnDonation) => boolean
  /** How a donation as it is shown is not the ledger's; null where it is. */
  readonly amissIn: (shown: KnownDonation, entered: OwnDonation) => LedgerFaultCode | null
}

/** The faults of the donations that a page shows, and those that it leaves out. */
export function pageDonationFaults(held: Held, { upTo, donations, ended = [], endedLists = [] }: ShownOnPage): Fault[] {
  const { entries, entered, isAwaitedNow, amissIn } = held
  const byId = new Map(entered.map((donation) => [donation.donationId, donation]))
  const touched = new Map(entries.map(({ seq, payload }) => [payload['donationId'], seq]))
  const isKnown = ({ donationId, seq }: OwnDonation) => (touched.get(donationId) ?? seq) <= upTo
  const faults: Fault[] = []
  const hidden = donations ? hiddenAmong(donations, entered.filter(isAwaitedNow), upTo) : []
  for (const { donationId: id, seq } of hidden) faults.push({ code: 'own.not_offered', seq, id })
  // Of what somebody else has to do, too, both of its people know.
  const listed = new Set(donations?.map(({ id }) => id))
  const open = entered.filter((one) => isOpen(one) && isKnown(one) && !isAwaitedNow(one))
  for (const { donationId: id, seq } of donations ? open : [])
    if (!listed.has(id)) faults.push({ code: 'own.unlisted', seq, id })
  const told = new Set(faults.map(({ id }) => id))
  for (const shown of [...(donations ?? []), ...ended]) {
    const one = byId.get(shown.id)
    const code = one ? isKnown(one) && amissIn(shown, one) : 'own.missing'
    if (code && !told.has(shown.id)) faults.push({ code, seq: one?.seq ?? null, id: shown.id })
    told.add(shown.id)
  }
  const over = entered.filter((one) => isKnown(one) && !isOpen(one))
  for (const list of endedLists)
    for (const { donationId: id, seq } of leftOut(over, list, entries)) faults.push({ code: 'own.unlisted', seq, id })
  return faults
}

const isOpen = ({ status }: OwnDonation) => status === 'open' || status === 'receipt_sent'

/**
 * The faults of what a page says that its member owes without a receiver yet: invented, of another sum, or left out. An answer from before
 * the last entry about a debt of theirs is held to nothing.
 */
export function waitingFaults(
  entries: readonly LedgerEntry[],
  { memberId, waiting }: { readonly memberId: string; readonly waiting: readonly WaitingDebt[] },
  { upTo, waiting: shown }: Pick<ShownOnPage, 'upTo' | 'waiting'>,
): Fault[] {
  const isOfThem = ({ kind, payload }: LedgerEntry) =>
    (payload['obligationId'] !== undefined || kind === 'place.handed_over') &&
    ['memberId', 'donorId', 'newcomerId'].some((whose) => payload[whose] === memberId)
  if (!shown || entries.some((entry) => entry.seq > upTo && isOfThem(entry))) return []
  const seqOf = (id: string) => entries.findLast(({ payload }) => payload['obligationId'] === id)?.seq ?? null
  const owed = new Map(waiting.map((one) => [one.id, one.amountCents]))
  const told = new Set(shown.map(({ id }) => id))
  return [
    ...shown.flatMap(({ id, amountCents }): Fault[] => {
      const code = owed.has(id) ? 'own.differs' : 'own.missing'
      return owed.get(id) === amountCents ? [] : [{ code, seq: seqOf(id), id }]
    }),
    ...waiting.flatMap(({ id }): Fault[] => (told.has(id) ? [] : [{ code: 'own.unlisted', seq: seqOf(id), id }])),
  ]
}

/** The donations that wait for somebody's part, and that their page shows otherwise, or not, in an answer that is newer than they are. */
function hiddenAmong(
  donations: readonly KnownDonation[],
  awaited: readonly OwnDonation[],
  upTo: number,
): OwnDonation[] {
  const shown = new Map(donations.map((donation) => [donation.id, donation]))
  return awaited.filter((donation) => {
    const one = shown.get(donation.donationId)
    const isThere = one !== undefined && agrees(one, donation) && one.isOffered !== false
    return donation.seq <= upTo && !isThere
  })
}

/** Those that ended, and that a list which begins with the newest passes over. */
function leftOut(
  over: readonly OwnDonation[],
  { ids, isWhole }: { readonly ids: readonly string[]; readonly isWhole: boolean },
  entries: readonly LedgerEntry[],
): OwnDonation[] {
  const shown = new Set(ids)
  const endedAt = ({ seq }: OwnDonation) => Date.parse(entries[seq - 1]?.at ?? '')
  const oldest = Math.min(...over.filter(({ donationId }) => shown.has(donationId)).map(endedAt))
  return over.filter((one) => !shown.has(one.donationId) && (isWhole || endedAt(one) > oldest))
}

/** The proposals that touch a member, and that their page shows otherwise, or not. */
export function hiddenProposals(
  own: readonly OwnProposal[],
  { upTo, proposals }: Pick<ShownOnPage, 'upTo' | 'proposals'>,
): OwnProposal[] {
  if (!proposals) return []
  return own.filter((one) => one.changedSeq <= upTo && !isShown(one, proposals))
}

/**
 * The entry of a draw that runs, into which a member may still bring their number, and of which their page does not say so; null where
 * there is none. Without it, those who know of the draw choose the order among them.
 */
export function hiddenDraw(
  entries: readonly LedgerEntry[],
  memberId: string,
  { upTo, draws }: Pick<ShownOnPage, 'upTo' | 'draws'>,
  now = Infinity,
): number | null {
  if (draws === undefined) return null
  const begun = entries.findLast(({ kind }) => kind === 'draw.begun')
  const { drawId, memberIds, joinUntil } = (begun?.payload ?? {}) as Record<string, string>
  const isOf = ({ payload }: LedgerEntry) => payload['drawId'] === drawId
  const isOver = entries.some((entry) => ['draw.revealed', 'draw.lapsed'].includes(entry.kind) && isOf(entry))
  const hasJoined = entries.some(
    (entry) => entry.kind === 'draw.joined' && isOf(entry) && entry.payload['memberId'] === memberId,
  )
  const until = Date.parse(joinUntil ?? '')
  const mayJoin = memberIds?.split(',').includes(memberId) && !isOver && !hasJoined && until > now + APART_MAX_MS
  if (!begun || !mayJoin || begun.seq > upTo) return null
  const isThere = draws?.some(
    (one) =>
      one.id === drawId && one.phase === 'joining' && one.isIn && Math.abs(one.joinUntil - until) <= TOLERANCE_MS,
  )
  return isThere ? null : begun.seq
}

/**
 * The last entry that had a part in where the order comes from, of which a page says otherwise; null where it says so, or is older than
 * that entry. An order that somebody made to suit them would be said to be drawn.
 */
export function differingOrder(
  entries: readonly LedgerEntry[],
  { upTo, order }: Pick<ShownOnPage, 'upTo' | 'order'>,
): number | null {
  if (order === undefined) return null
  const { seq, ...source } = orderSourceIn(entries)
  return seq > upTo || isSameJson(order, source) ? null : seq
}

/** The entries that a place shown at a stage follows from. */
const STAGES = { accepted: ['substitute.accepted', 'place.handed_over'], done: ['place.handed_over'] } as const

/**
 * The first place shown as handed over, or to be, with other people or sums than those that its two people signed, as accepted by somebody
 * who did not, or as handed over before it is: the two settle in cash.
 */
export function differingSubstitute(
  entries: readonly LedgerEntry[],
  shown: readonly ShownSubstitute[],
): ShownSubstitute | undefined {
  const asked = new Map(
    entries.flatMap(({ kind, payload }) => (kind === 'substitute.asked' ? [[payload['substituteId'], payload]] : [])),
  )
  const isReached = (stage: keyof typeof STAGES, id: string) =>
    entries.some(({ kind, payload }) => STAGES[stage].some((one) => one === kind) && payload['substituteId'] === id)
  return shown.find(({ id, memberId, newcomerId, givenCents, receivedCents, stage }) => {
    const of = asked.get(id)
    const sums = [of?.['given'], of?.['received']]
    const isSame = of?.['memberId'] === memberId && of['subjectId'] === newcomerId
    const isAtStage = stage === undefined || isReached(stage, id)
    return !isSame || !isAtStage || sums[0] !== String(givenCents) || sums[1] !== String(receivedCents)
  })
}
