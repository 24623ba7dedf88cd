import { Anchor, Paper, Stack, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { moneyText } from '#contracts/money-text.ts'
import { keptUntil } from '#web/api/shared-receipt.ts'
import type { SharedReceipt as Shared } from '#web/api/shared-receipt.ts'
import { dayText } from '#web/text/dates.ts'
import { EmptyState } from '#web/ui/states.tsx'
import type { Donation } from './api.ts'
import { DonationStatus } from './DonationStatus.tsx'
import { PartField, sumToSend } from './PartField.tsx'
import { ReceiptUpload } from './ReceiptUpload.tsx'
import { Schedule } from './Schedule.tsx'

export function SharedChoice({
  shared,
  donations,
  onSent,
}: {
  shared: Shared
  donations: Donation[]
  /** With the sum that the receipt is of, in reais. */
  onSent: (donation: Donation, amount: number) => void
}) {
  const unpaid = donations.filter(({ status }) => status === 'PENDING_PAYMENT')
  const [picked, setPicked] = useState<string | null>(null)
  const [part, setPart] = useState<string | null>(null)
  const only = donations.length === 1 ? donations : unpaid
  const donation = donations.find(({ id }) => id === picked) ?? (only.length === 1 ? only[0]! : null)
  const sum = donation ? sumToSend(donation, part) : undefined
  if (donations.length === 0)
    return (
      <EmptyState title="Você não tem doação em aberto agora" action={<ToDonations />}>
        O comprovante fica guardado só neste aparelho até {dayText(new Date(keptUntil(shared)).toISOString())}. Quando
        houver uma doação a fazer, ele espera por você em Doações.
      </EmptyState>
    )
  // Of a donation with a receipt the picture would be replaced: those stand below.
  const inOrder = [...unpaid, ...donations.filter(({ status }) => status !== 'PENDING_PAYMENT')]
  return (
    <>
      {donations.length > 1 && (
        <div role="group" aria-labelledby="which-donation">
          <Title order={2} size="h4" id="which-donation" mb="sm">
            De qual doação é este comprovante?
          </Title>
          <div className="shared-choice">
            {inOrder.map((one) => (
              <button
                key={one.id}
                type="button"
                aria-pressed={one.id === donation?.id}
                onClick={() => {
                  setPicked(one.id)
                  setPart(null)
                }}
              >
                <strong className="no-break">{moneyText(one.missing)}</strong>
                <span className="wrap-anywhere">Para {nameOf(one)}</span>
                {one.status === 'PENDING_CONFIRMATION' && <small>Já tem comprovante: este o substitui</small>}
              </button>
            ))}
          </div>
        </div>
      )}
      {donation && (
        <Paper withBorder p="md" component="article" aria-label={`Comprovante para ${nameOf(donation)}`}>
          <Stack gap="sm">
            <div className="donation-head">
              <span className="donation-amount">{moneyText(donation.missing)}</span>
              <Title order={2} className="donation-who">
                Para {nameOf(donation)}
              </Title>
            </div>
            <DonationStatus donation={donation} side="donor" />
            <PartField donation={donation} value={part} onChange={setPart} />
            {donation.status === 'PENDING_PAYMENT' && donation.scheduled_for !== null && (
              <Schedule key={`${donation.id} day`} donation={donation} />
            )}
            <ReceiptUpload
              key={donation.id}
              donation={donation}
              shared={shared.file}
              sharedText={shared.text}
              amount={sum}
              onSent={() => onSent(donation, sum ?? donation.missing)}
            />
          </Stack>
        </Paper>
      )}
    </>
  )
}

export function ToDonations() {
  return (
    <Anchor component={Link} to="/donations">
      Ver minhas doações
    </Anchor>
  )
}

export function nameOf({ receiver }: Donation): string {
  return receiver?.name ?? 'quem recebe'
}
