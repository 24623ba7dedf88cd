import { Stack } from '@mantine/core'
import type { Donation } from './api.ts'
import { ReceiptPicture } from './ReceiptPicture.tsx'
import { RejectedReceipt } from './RejectedReceipt.tsx'

/** Every receipt of a donation: those that the receiver rejected, and the one that waits or was confirmed. */
export function Receipts({
  donation,
}: {
  donation: Pick<Donation, 'id' | 'donor' | 'rejections' | 'receipt_sent_at' | 'receipt_reused'>
}) {
  return (
    <Stack>
      {donation.rejections.map((rejection) => (
        <RejectedReceipt key={rejection.attempt} donation={donation} rejection={rejection} />
      ))}
      {donation.receipt_sent_at && <ReceiptPicture donation={donation} />}
    </Stack>
  )
}
