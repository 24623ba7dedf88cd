import type { KnownDonation, ShownOnPage } from '#circle/ledger/verdict.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import { shownFacts } from '#contracts/known-donation.ts'
import { request } from '#web/api/client.ts'
import { readKeptLedger } from '#web/api/kept-ledger.ts'
import { PAGE_BEGAN_AT } from '#web/api/query.ts'
import { savedPromises } from '#web/features/circle/saved-promises.ts'
import { readHelper } from '#web/api/storage.ts'
import { historyKey, toReceiveKey, toSendKey } from './held-keys.ts'
import { shownUnder } from './shown-state.ts'

const HISTORY_PAGE = 100

type History = AnswerOf<'GET /donations/history'>
type Ended = History['data'][number]
type Open = AnswerOf<'GET /donations/to-send'>[number]

/** The caller's donations as their own lists tell them; what still waits for a receiver is no donation yet. */
export async function ownDonations(signal: AbortSignal): Promise<KnownDonation[]> {
  const [toSend, toReceive, ended] = await Promise.all([
    request('GET /donations/to-send', {}, { signal }),
    request('GET /donations/to-receive', {}, { signal }),
    ownHistory(signal),
  ])
  return known([...openOf(toSend, toReceive), ...ended])
}

/** The entry up to which this device had verified a circle's ledger when this page began; 0 where it knew none. */
export function knownBefore(circleId: string): Promise<number> {
  const before = verifiedBefore.get(circleId) ?? readVerified(circleId)
  verifiedBefore.set(circleId, before)
  return before
}

/** By circle, up to which entry this device had verified its ledger when this page began. */
const verifiedBefore = new Map<string, Promise<number>>()

/** The donations as this page has them; the open ones where it asked for those of both sides. */
export function donationsOnPage(): Pick<ShownOnPage, 'donations' | 'waiting' | 'ended' | 'endedLists'> {
  const [toSend] = shownUnder<Open[]>(toSendKey)
  const [toReceive] = shownUnder<Open[]>(toReceiveKey)
  const histories = shownUnder<History>(historyKey)
  const ended = histories.flatMap(({ data }) => data)
  const endedLists = histories.flatMap(({ data, pagination: { currentPage, totalPages } }) =>
    currentPage === 1 ? [{ ids: data.map(({ id }) => id), isWhole: totalPages <= 1 }] : [],
  )
  return {
    ...(toSend && toReceive ? { donations: known(openOf(toSend, toReceive)) } : {}),
    ...(toSend ? { waiting: toSend.filter(({ waiting }) => waiting).map(waitingDebt) } : {}),
    ended: known(ended),
    endedLists,
  }
}

/** The most that a page takes from its first request to where its time begins. */
const LOADING_MS = 5_000

/** A ledger that any page kept before this one was asked for is older than all that this one read. */
async function readVerified(circleId: string): Promise<number> {
  const kept = await readKeptLedger()
  return kept?.circleId === circleId && (kept.at ?? Infinity) < PAGE_BEGAN_AT - LOADING_MS ? kept.seq : 0
}

const waitingDebt = ({ id, amount }: Open) => ({ id, amountCents: Math.round(amount * 100) })

const openOf = (toSend: readonly Open[], toReceive: readonly Open[]) =>
  [...offered(toSend, 'send_receipt'), ...offered(toReceive, 'confirm')].filter(({ waiting }) => !waiting)

function known(donations: readonly (Ended | (Open & Offered))[]): KnownDonation[] {
  const promised = new Map(savedPromises().map(({ donation_id, commitment }) => [donation_id, commitment]))
  return donations.map((donation) => {
    const { id, amount, paid, status, donorId, receiverId, payment_commitment } = donation
    return {
      id,
      amountCents: Math.round(amount * 100),
      paidCents: Math.round(paid * 100),
      status,
      donorId,
      receiverId,
      // The commitment that this device saw first counts for more than the one that it is told now.
      paymentCommitment: promised.get(id) ?? payment_commitment,
      ...('isOffered' in donation ? offersOf(donation) : {}),
      ...shownFacts(donation),
      ...shownKey(donation),
    }
  })
}

type Offered = { readonly isOffered: boolean }

/** The acts that a donation offers. A helper has no words of their own, and confirms no payment of theirs or of whom else they help. */
function offersOf({ isOffered, allowed, status }: Open & Offered) {
  const mayReject = allowed.includes('reject_receipt')
  if (readHelper() === null) return { isOffered, mayReport: allowed.includes('report'), mayReject }
  return isOffered || status !== 'PENDING_CONFIRMATION' ? { isOffered, mayReject } : { mayReject }
}

/** Donations with whether the caller's part of each is among what they may do. */
function offered(donations: readonly Open[], part: Open['allowed'][number]) {
  return donations.map((donation) => ({ ...donation, isOffered: donation.allowed.includes(part) }))
}

/** The payment key that a donation shows, with the salt that opens the ledger's commitment to it. */
function shownKey({ receiver, payment_salt }: Ended | Open): Pick<KnownDonation, 'paymentKey'> {
  if (!receiver?.pixKey || !receiver.pixOwnerName || payment_salt === null) return {}
  const { pixKey, pixOwnerName, btcAddress, usdtAddress } = receiver
  return { paymentKey: { salt: payment_salt, pixKey, pixOwnerName, btcAddress, usdtAddress } }
}

async function ownHistory(signal: AbortSignal): Promise<Ended[]> {
  const all: Ended[] = []
  for (let page = 1, last = 1; page <= last; page += 1) {
    const beside = all.at(-1)
    const { data, pagination } = await request(
      'GET /donations/history',
      { query: { page: String(page), limit: String(HISTORY_PAGE), ...(beside ? { after: beside.id } : {}) } },
      { signal },
    )
    all.push(...data)
    last = pagination.totalPages
  }
  return all
}
