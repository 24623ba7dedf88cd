import { Button, Checkbox, Paper, Text } from '@mantine/core'
import { Suspense, useState } from 'react'
import { moneyText } from '#contracts/money-text.ts'
import { lazyPart } from '#web/ui/lazyPart.tsx'
import type { Donation } from '../api.ts'
import { NameNote } from '../NameNote.tsx'
import { expectedFrom } from './expected.ts'
import type { Verdict } from './match.ts'
import { cameText } from './verdict-text.ts'

const ReceiptViewer = lazyPart(async () => ({ default: (await import('../ReceiptViewer.tsx')).ReceiptViewer }))

type RowProps = {
  readonly donation: Donation
  readonly verdict: Verdict | undefined
  readonly isPicked: boolean
  readonly onToggle: () => void
}

export function Row({ donation, verdict, isPicked, onToggle }: RowProps) {
  const [isOpen, setOpen] = useState(false)
  const said = cameText(verdict, expectedFrom(donation))
  return (
    <Paper withBorder p="sm" className="statement-row" data-verdict={verdict?.is}>
      <Checkbox
        label={`${donation.donor.name}, ${moneyText(donation.receipt_amount ?? donation.amount)}`}
        description={said}
        checked={isPicked}
        onChange={onToggle}
      />
      <Button
        variant="default"
        mih={44}
        aria-label={`Ver comprovante de ${donation.donor.name}`}
        onClick={() => setOpen(true)}
      >
        Ver comprovante
      </Button>
      <NameNote donation={donation} side="receiver" />
      {donation.receipt_reused && (
        <Text size="sm" c="red" fw={600}>
          Atenção: esta imagem já foi usada como comprovante de outra doação.
        </Text>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <ReceiptViewer donation={donation} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Paper>
  )
}
