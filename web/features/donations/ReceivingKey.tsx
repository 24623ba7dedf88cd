import { Text } from '@mantine/core'
import { BreakableText } from '#web/ui/BreakableText.tsx'
import type { Donation } from './api.ts'
import { RefusedOwnKey } from './RefusedKey.tsx'
import { usePaymentCheck } from './usePaymentCheck.ts'
import type { PaymentState } from './usePaymentCheck.ts'

/** The keys on which the reader will be paid, as their donors see them: each once, above its donations. */
export function ReceivingKeys({ donations }: { donations: readonly Donation[] }) {
  const keys = donations.map(({ receiver }) => receiver?.pixKey ?? null)
  return donations.map((donation, index) => {
    const key = keys[index]!
    return key !== null && keys.indexOf(key) === index && <ReceivingKey key={key} donation={donation} pixKey={key} />
  })
}

function ReceivingKey({ donation, pixKey }: { donation: Donation; pixKey: string }) {
  if (usePaymentCheck(donation).is !== 'kept') return null
  return (
    <Text size="sm" c="dimmed" className="wrap-anywhere">
      {donation.demonstration ? 'Chave fictícia desta demonstração' : 'Quem doa paga na sua chave'}:{' '}
      <BreakableText text={pixKey} />
    </Text>
  )
}

/** In red where the key of a donation is not the promised one. */
export function ReceivingFault({ check }: { check: PaymentState }) {
  // Of the accounts every page tells already, and nobody is asked to pay here.
  return check.is === 'differs' && check.what !== 'accounts' && <RefusedOwnKey what={check.what} />
}
