import './donations.css'
import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { moneyText } from '#contracts/money-text.ts'
import { removeShared } from '#web/api/shared-receipt.ts'
import { EmptyState, LoadingRows, Unread } from '#web/ui/states.tsx'
import { sharedQuery, toSendQuery } from './api.ts'
import type { Donation } from './api.ts'
import { SharedChoice, ToDonations, nameOf } from './SharedChoice.tsx'

/** Asks which donation a receipt from another app is for, and sends it there: only one is not asked about. */
export function SharedReceipt({ userId }: { userId: string }) {
  const client = useQueryClient()
  const { data: shared } = useQuery(sharedQuery(userId))
  const { data: donations, error, refetch } = useQuery(toSendQuery)
  const [sentTo, setSentTo] = useState<{ readonly donation: Donation; readonly amount: number } | null>(null)

  const giveUp = async () => {
    await removeShared()
    client.setQueryData(sharedQuery(userId).queryKey, null)
  }

  if (sentTo)
    return (
      <EmptyState title="Comprovante enviado" action={<ToDonations />}>
        Falta {nameOf(sentTo.donation)} confirmar os {moneyText(sentTo.amount)}.
      </EmptyState>
    )
  if (shared === undefined) return <LoadingRows rows={1} />
  if (shared === null)
    return (
      <EmptyState title="Nenhum comprovante chegou aqui" action={<ToDonations />}>
        No aplicativo do seu banco, abra o comprovante, toque em Compartilhar e escolha Ciranda. Ou escolha a imagem na
        própria doação.
      </EmptyState>
    )
  if (error && !donations)
    return <Unread error={error} otherwise="Erro ao carregar doações a enviar" refetch={refetch} />
  if (!donations) return <LoadingRows />
  return (
    <Stack>
      <Text size="sm">
        Foi você que compartilhou esta imagem agora? Outro site também consegue mandar uma para cá. Se não foi você,
        descarte: nada foi enviado.
      </Text>
      <SharedChoice
        shared={shared}
        donations={donations.filter(({ allowed }) => allowed.includes('send_receipt'))}
        onSent={(donation, amount) => {
          setSentTo({ donation, amount })
          void giveUp()
        }}
      />
      <Button variant="default" onClick={() => void giveUp()} style={{ alignSelf: 'start' }}>
        Descartar esta imagem
      </Button>
    </Stack>
  )
}

/** On the donations, while a shared receipt waits for its donation. */
export function SharedWaits({ userId }: { userId: string }) {
  const { data: shared } = useQuery(sharedQuery(userId))
  if (!shared) return null
  return (
    <Text>
      Um comprovante que você compartilhou espera por uma doação.{' '}
      <Anchor component={Link} to="/compartilhar">
        Escolher a doação
      </Anchor>
    </Text>
  )
}
