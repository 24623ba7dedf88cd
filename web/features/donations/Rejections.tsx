import { Button, Text } from '@mantine/core'
import { Suspense, useState } from 'react'
import { momentText } from '#web/text/dates.ts'
import { lazyPart } from '#web/ui/lazyPart.tsx'
import type { Donation } from './api.ts'
import { signatureText } from './status-text.ts'

const ReceiptViewer = lazyPart(async () => ({ default: (await import('./ReceiptViewer.tsx')).ReceiptViewer }))

/** The receipts of a donation that its receiver rejected: why, when, and the picture for whoever asks for it. */
export function Rejections({ donation }: { donation: Donation }) {
  const [shown, setShown] = useState<number | null>(null)
  if (donation.rejections.length === 0) return null
  return (
    <details className="history-details">
      <summary>
        {donation.rejections.length === 1
          ? 'Um comprovante recusado'
          : `${donation.rejections.length} comprovantes recusados`}
      </summary>
      <ol className="rejections">
        {donation.rejections.map(({ attempt, sent_at, rejected_at, reason, has_picture, ...signed }) => (
          <li key={attempt}>
            <Text size="sm" className="wrap-anywhere">
              {reason ?? 'O motivo foi apagado a pedido de quem saiu.'}
            </Text>
            <Text size="sm" c="dimmed">
              Enviado em {momentText(sent_at)}, recusado em {momentText(rejected_at)}
              {` (${signatureText(signed.rejection_signed)})`}
            </Text>
            {has_picture && (
              <Button variant="subtle" size="compact-sm" onClick={() => setShown(attempt)}>
                Ver comprovante recusado
              </Button>
            )}
          </li>
        ))}
      </ol>
      <Suspense fallback={null}>
        {shown !== null && <ReceiptViewer donation={donation} attempt={shown} onClose={() => setShown(null)} />}
      </Suspense>
    </details>
  )
}
