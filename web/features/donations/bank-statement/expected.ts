import { dayOf } from '#contracts/age.ts'
import type { Donation } from '../api.ts'
import type { Expected } from './match.ts'

/** The payment that the receiver of a donation waits for, under its donor's name. */
export function expectedFrom(donation: Donation): Expected {
  const until = Date.parse(donation.receipt_sent_at ?? donation.createdAt)
  return { ...expectedOf(donation, donation.donor.name, until), payer: donation.payer_name }
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
