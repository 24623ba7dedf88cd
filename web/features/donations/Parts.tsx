import { Button, Text } from '@mantine/core'
import { Suspense, useState } from 'react'
import { moneyText } from '#contracts/money-text.ts'
import { dayText } from '#web/text/dates.ts'
import { lazyPart } from '#web/ui/lazyPart.tsx'
import type { Donation } from './api.ts'

const ReceiptViewer = lazyPart(async () => ({ default: (await import('./ReceiptViewer.tsx')).ReceiptViewer }))

/** The parts of a donation that were confirmed, each with its receipt for whoever asks for it. */
export function Parts({ donation }: { donation: Donation }) {
  const [shown, setShown] = useState<number | null>(null)
  const { parts } = donation
  if (parts.length === 0) return null
  return (
    <>
      <details className="history-details">
        <summary>{parts.length === 1 ? 'Uma parte confirmada' : `${parts.length} partes confirmadas`}</summary>
        <ol className="rejections">
          {parts.map(({ part, amount, confirmed_at, payer_name, has_picture }) => (
            <li key={part}>
              <Text size="sm" className="wrap-anywhere">
                {moneyText(amount)}, em {dayText(confirmed_at)}
                {payer_name && `. Quem pagou foi ${payer_name}`}
              </Text>
              {has_picture && (
                <Button variant="subtle" size="compact-sm" onClick={() => setShown(part)}>
                  Ver comprovante da {part}ª parte
                </Button>
              )}
            </li>
          ))}
        </ol>
      </details>
      <Suspense fallback={null}>
        {shown !== null && <ReceiptViewer donation={donation} part={shown} onClose={() => setShown(null)} />}
      </Suspense>
    </>
  )
}
