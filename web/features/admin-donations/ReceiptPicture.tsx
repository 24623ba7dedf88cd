import { Alert, Anchor, Image, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '#web/api/client.ts'
import { fullMomentText } from '#web/text/dates.ts'
import { ErrorState } from '#web/ui/states.tsx'
import { receiptQuery } from './api.ts'

export type Receipt = {
  readonly id: string
  readonly receipt_sent_at: string | null
  readonly receipt_reused: boolean
  readonly donor: { readonly name: string }
}

const FAILED = 'Erro ao carregar comprovante'

/** The receipt that a donor sent. The server records that an administrator looked at it. */
export function ReceiptPicture({ donation }: { donation: Receipt }) {
  const { data, error, isFetching, refetch } = useQuery(receiptQuery(donation.id))
  const [isBroken, setBroken] = useState(false)
  if (error || isBroken)
    return (
      <ErrorState
        message={error ? failureText(error, FAILED) : FAILED}
        onRetry={() => void refetch().then(() => setBroken(false))}
      />
    )
  return (
    <Stack gap={6}>
      <Text size="sm" c="dimmed">
        Enviado por {donation.donor.name} em {fullMomentText(donation.receipt_sent_at)}
      </Text>
      {donation.receipt_reused && (
        <Alert color="red" title="Comprovante repetido">
          Esta imagem, ou uma quase igual, já foi enviada em outra doação.
        </Alert>
      )}
      {!data && isFetching && <Skeleton height={240} role="status" aria-label="Carregando..." />}
      {data && (
        <Anchor
          href={data.comprovanteUrl}
          target="_blank"
          rel="noreferrer"
          aria-label="Abrir o comprovante em outra aba"
        >
          <Image
            src={data.comprovanteUrl}
            alt={`Comprovante enviado por ${donation.donor.name}`}
            fit="contain"
            mah="50dvh"
            radius="md"
            onError={() => setBroken(true)}
          />
        </Anchor>
      )}
    </Stack>
  )
}
