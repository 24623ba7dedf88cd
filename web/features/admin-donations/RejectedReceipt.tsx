import { Anchor, Button, Image, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fullMomentText } from '#web/text/dates.ts'
import { Unread } from '#web/ui/states.tsx'
import { rejectedReceiptQuery } from './api.ts'
import type { Donation } from './api.ts'

type Props = {
  readonly donation: Pick<Donation, 'id' | 'donor' | 'rejections'>
  readonly rejection: Donation['rejections'][number]
}

/** One receipt that the receiver rejected, with the reason. The picture comes on request: each look is recorded. */
export function RejectedReceipt({ donation, rejection }: Props) {
  const { attempt, sent_at, rejected_at, reason, has_picture } = rejection
  const [isShown, setShown] = useState(false)
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {attempt}º comprovante, recusado em {fullMomentText(rejected_at)}
      </Text>
      <Text size="sm" className="wrap-anywhere">
        {reason ?? 'O motivo foi apagado a pedido de quem saiu.'}
      </Text>
      <Text size="sm" c="dimmed">
        Enviado por {donation.donor.name} em {fullMomentText(sent_at)}
      </Text>
      {isShown && <Picture donation={donation} attempt={attempt} />}
      {has_picture && !isShown && (
        <Button variant="default" onClick={() => setShown(true)}>
          Ver o {attempt}º comprovante
        </Button>
      )}
    </Stack>
  )
}

function Picture({ donation, attempt }: Pick<Props, 'donation'> & { readonly attempt: number }) {
  const { data, error, refetch } = useQuery(rejectedReceiptQuery(donation.id, attempt))
  if (error) return <Unread error={error} otherwise="Erro ao carregar comprovante" refetch={refetch} />
  if (!data) return null
  return (
    <Anchor href={data.comprovanteUrl} target="_blank" rel="noreferrer" aria-label="Abrir o comprovante em outra aba">
      <Image
        src={data.comprovanteUrl}
        alt={`Comprovante recusado, enviado por ${donation.donor.name}`}
        fit="contain"
        mah="50dvh"
        radius="md"
      />
    </Anchor>
  )
}
