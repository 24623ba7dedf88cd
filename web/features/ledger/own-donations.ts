import type { KnownDonation } from '#circle/ledger/verdict.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import { shownFacts } from '#contracts/known-donation.ts'
import { request } from '#web/api/client.ts'
import { savedPromises } from '#web/features/circle/saved-promises.ts'

const HISTORY_PAGE = 100

type Ended = AnswerOf<'GET /donations/history'>['data'][number]
type Open = AnswerOf<'GET /donations/to-send'>[number]

/** The caller's donations as their own lists tell them; what still waits for a receiver is no donation yet. */
export async function ownDonations(signal: AbortSignal): Promise<KnownDonation[]> {
  const [toSend, toReceive, ended] = await Promise.all([
    request('GET /donations/to-send', {}, { signal }),
    request('GET /donations/to-receive', {}, { signal }),
    ownHistory(signal),
  ])
  const open = [...offered(toSend, 'send_receipt'), ...offered(toReceive, 'confirm')].filter(({ waiting }) => !waiting)
  const promised = new Map(savedPromises().map(({ donation_id, commitment }) => [donation_id, commitment]))
  return [...open, ...ended].map((donation) => {
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
      ...('isOffered' in donation ? { isOffered: donation.isOffered } : {}),
      ...shownFacts(donation),
      ...shownKey(donation),
    }
  })
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
