import { Image, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '#web/api/client.ts'
import { dayText } from '#web/text/dates.ts'
import { ErrorState, LoadingRows } from '#web/ui/states.tsx'
import { receiptQuery } from './api.ts'
import type { Donation } from './api.ts'
import { signatureText } from './status-text.ts'

const FAILED = 'Erro ao carregar comprovante'

type Shown = Pick<Donation, 'id' | 'donor' | 'receipt_sent_at' | 'receipt_signed' | 'rejections' | 'parts'>

/** The receipt that waits or was confirmed; with `attempt`, the one that was rejected then, with `part` that of a part. */
export function ReceiptViewer({
  donation,
  attempt = null,
  part = null,
  onClose,
}: {
  donation: Shown
  attempt?: number | null
  part?: number | null
  onClose: () => void
}) {
  const { data, error, isPending, refetch } = useQuery(receiptQuery(donation.id, attempt, part))
  const earlier =
    donation.rejections.find((one) => one.attempt === attempt) ?? donation.parts.find((one) => one.part === part)
  const isSigned = earlier ? earlier.receipt_signed : donation.receipt_signed
  const [isBroken, setBroken] = useState(false)
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        attempt === null ? (part === null ? 'Comprovante' : `Comprovante da ${part}ª parte`) : 'Comprovante recusado'
      }
      size="lg"
      centered
    >
      {isPending && <LoadingRows rows={2} />}
      {(error || isBroken) && (
        <ErrorState
          message={error ? failureText(error, FAILED) : FAILED}
          onRetry={() => void refetch().then(() => setBroken(false))}
        />
      )}
      {data && !isBroken && (
        <Stack gap="xs">
          <Text size="sm" c="dimmed">
            Enviado em {dayText(earlier?.sent_at ?? donation.receipt_sent_at)}
            {isSigned !== null && ` · ${signatureText(isSigned)}`}
          </Text>
          <Image
            src={data.comprovanteUrl}
            alt={`Comprovante enviado por ${donation.donor.name}`}
            fit="contain"
            mah="70dvh"
            onError={() => setBroken(true)}
          />
        </Stack>
      )}
    </Modal>
  )
}
