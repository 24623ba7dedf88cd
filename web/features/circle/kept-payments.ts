import { keptEntries } from './kept-entries.ts'

/** The payment of a donation as the ledger has it which this device verified: nothing of it is ever taken back. */
export type KeptPayment = {
  readonly donationId: string
  readonly hasEnded: boolean
  /** The centavos that came in parts, and how many receipts were sent. */
  readonly paidCents: number
  readonly receipts: number
}

const ENDS = ['donation.confirmed', 'donation.expired', 'donation.cancelled']
const PART = 'donation.part_confirmed'
const RECEIPT = 'donation.receipt_sent'

export async function keptPayments(circleId: string, donationIds: readonly string[]): Promise<KeptPayment[]> {
  if (donationIds.length === 0) return []
  const { found } = await keptEntries(circleId, [...ENDS, PART, RECEIPT])
  return donationIds.map((donationId) => {
    const own = found.filter(({ payload }) => payload['donationId'] === donationId)
    const parts = own.filter(({ kind }) => kind === PART)
    return {
      donationId,
      hasEnded: own.some(({ kind }) => ENDS.includes(kind)),
      paidCents: parts.reduce((cents, { payload }) => cents + Number(payload['cents']), 0),
      receipts: own.filter(({ kind }) => kind === RECEIPT).length,
    }
  })
}
