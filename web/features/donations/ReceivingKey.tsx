import { Text } from '@mantine/core'
import { BreakableText } from '#web/ui/BreakableText.tsx'
import type { Donation } from './api.ts'
import { RefusedOwnKey } from './RefusedKey.tsx'
import type { PaymentState } from './usePaymentCheck.ts'

/** The key on which the reader will be paid, as the donor sees it; in red where it is not the promised one. */
export function ReceivingKey({ donation, check }: { donation: Donation; check: PaymentState }) {
  // Of the accounts every page tells already, and nobody is asked to pay here.
  if (check.is === 'differs') return check.what === 'accounts' ? null : <RefusedOwnKey what={check.what} />
  const key = donation.receiver?.pixKey
  if (check.is !== 'kept' || !key) return null
  return (
    <Text size="sm" c="dimmed" className="wrap-anywhere">
      {donation.demonstration ? 'Chave fictícia desta demonstração' : 'Quem doa paga na sua chave'}:{' '}
      <BreakableText text={key} />
    </Text>
  )
}
