import type { Services } from '#server/context.ts'
import { seal, unseal } from '#server/lib/sealing.ts'
import type { DonationRow } from './find.ts'

type Secrets = Pick<Services, 'secrets'>

/** The name of somebody else who paid for the donor, as a donation's row keeps it. */
export function sealPayer({ secrets }: Secrets, donationId: string, name: string | undefined): string | null {
  return name === undefined ? null : seal(secrets, name, `payer:${donationId}`)
}

export function payerOf({ secrets }: Secrets, { id, payerSealed }: Pick<DonationRow, 'id' | 'payerSealed'>) {
  return payerSealed === null ? null : unseal(secrets, payerSealed, `payer:${id}`)
}
