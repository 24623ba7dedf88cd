import { dayOf } from '#contracts/age.ts'
import type { Donation, HistoryDonation } from '../api.ts'
import type { Expected } from './match.ts'

/** The payment that the receiver of a donation waits for, under its donor's name. */
export function expectedFrom(donation: Donation): Expected {
  const until = Date.parse(donation.receipt_sent_at ?? donation.createdAt)
  return { ...expectedOf(donation, donation.donor.name, until), payer: donation.payer_name }
}

/**
 * The payments that the receiver of a donation has confirmed: its parts, and the last of all. Their movements are of no other, else one
 * would pay for what is asked for next as well. `names`: of those who are awaited, by id, whose payments of before have the same name.
 */
export function confirmedFrom(
  { donor, ...shown }: Donation | HistoryDonation,
  names: ReadonlyMap<string, string> = new Map(),
): Expected[] {
  const donation = { ...shown, donor: { ...donor, name: names.get(shown.donorId) ?? donor.name } }
  const { id, amount, parts, status } = donation
  const paid = parts.map(({ part, sent_at, amount: reais, pix_transaction: pixTransaction, payer_name: payer }) => {
    const of = expectedOf(donation, donation.donor.name, Date.parse(sent_at))
    return { ...of, id: `${id} ${part}`, cents: Math.round(reais * 100), pixTransaction, payer }
  })
  if (status !== 'CONFIRMED') return paid
  const cents = paid.reduce((left, part) => left - part.cents, Math.round(amount * 100))
  return [...paid, { ...expectedFrom(donation), cents }]
}

/** The payment that a donor made or has to make by now, under the name of the key's owner. */
export function expectedTo(donation: Donation, now: number): Expected {
  return expectedOf(donation, donation.receiver?.pixOwnerName ?? donation.receiver?.name ?? '', now)
}

function expectedOf(
  { id, missing, receipt_amount, createdAt, pix_transaction }: Donation,
  name: string,
  until: number,
): Expected {
  return {
    id,
    name,
    cents: Math.round((receipt_amount ?? missing) * 100),
    from: dayOf(Date.parse(createdAt)),
    to: dayOf(until),
    pixTransaction: pix_transaction,
  }
}
