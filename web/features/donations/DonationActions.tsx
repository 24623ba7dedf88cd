import { Button, Group } from '@mantine/core'
import { moneyText } from '#contracts/money-text.ts'
import { useIsRoda } from '#web/features/circle/roda.ts'
import { Listen } from '#web/ui/Listen.tsx'
import type { Donation } from './api.ts'
import { CaseLink } from './CaseLink.tsx'
import { RareActions } from './RareActions.tsx'
import { donationStatusText } from './status-text.ts'
import type { Side } from './status-text.ts'
import type { PaymentState } from './usePaymentCheck.ts'

/** A dialog in which something is done with a donation, or its receipt is looked at. */
export type DonationDialog = 'confirm' | 'reject' | 'report' | 'receipt'

type Props = {
  readonly donation: Donation
  readonly side: Side
  readonly check: PaymentState
  readonly contact: Donation['receiver']
  readonly headline: string
  /** Shows how to pay; null where that is shown already, or there is nothing to pay. */
  readonly onPay: (() => void) | null
  readonly onOpen: (dialog: DonationDialog) => void
}

/** All that one of its sides can do with a donation now. In a roda the rarest of it stands folded below. */
export function DonationActions({ donation, side, check, contact, headline, onPay, onOpen }: Props) {
  const isRoda = useIsRoda()
  const can = (verb: Donation['allowed'][number]) => donation.allowed.includes(verb)
  const rare = <RareActions {...{ donation, side, check, contact }} onReport={() => onOpen('report')} />
  return (
    <>
      <Group gap="xs" className="donation-actions">
        {onPay && <Button onClick={onPay}>Ver como pagar</Button>}
        {side === 'receiver' && can('confirm') && (
          <Button onClick={() => onOpen('confirm')}>
            {donation.receipt_amount === null
              ? 'Confirmar recebimento'
              : `Confirmar ${moneyText(donation.receipt_amount)} de ${moneyText(donation.amount)}`}
          </Button>
        )}
        {can('view_receipt') && (
          <Button variant="default" onClick={() => onOpen('receipt')}>
            Ver comprovante
          </Button>
        )}
        {!isRoda && rare}
        {side === 'receiver' && can('reject_receipt') && (
          <Button variant="outline" color="red" onClick={() => onOpen('reject')}>
            Não recebi
          </Button>
        )}
        {donation.report_id && <CaseLink id={donation.report_id} />}
        {isRoda && (
          <Listen text={`${headline}. ${moneyText(donation.amount)}. ${donationStatusText(donation, side)}.`} />
        )}
      </Group>
      {isRoda && (
        <details className="history-details">
          <summary>Mais opções</summary>
          <Group gap="xs" className="donation-actions" mt="xs">
            {rare}
          </Group>
        </details>
      )}
    </>
  )
}
