import './donations.css'
import { Anchor, Button, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { moneyText } from '#contracts/money-text.ts'
import { failureText } from '#web/api/client.ts'
import { keptUntil, removeShared } from '#web/api/shared-receipt.ts'
import type { SharedReceipt as Shared } from '#web/api/shared-receipt.ts'
import { dayText } from '#web/text/dates.ts'
import { EmptyState, ErrorState, LoadingRows } from '#web/ui/states.tsx'
import { sharedQuery, toSendQuery } from './api.ts'
import type { Donation } from './api.ts'
import { DonationStatus } from './DonationStatus.tsx'
import { PartField, sumToSend } from './PartField.tsx'
import { ReceiptUpload } from './ReceiptUpload.tsx'

/** Asks which donation a receipt from another app is for, and sends it there: only one is not asked about. */
export function SharedReceipt({ userId }: { userId: string }) {
  const client = useQueryClient()
  const { data: shared } = useQuery(sharedQuery(userId))
  const { data: donations, error, refetch } = useQuery(toSendQuery)
  const [sentTo, setSentTo] = useState<Donation | null>(null)

  const giveUp = async () => {
    await removeShared()
    client.setQueryData(sharedQuery(userId).queryKey, null)
  }

  if (sentTo)
    return (
      <EmptyState title="Comprovante enviado" action={<ToDonations />}>
        Falta {nameOf(sentTo)} confirmar os {moneyText(sentTo.missing)}.
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
    return (
      <ErrorState message={failureText(error, 'Erro ao carregar doações a enviar')} onRetry={() => void refetch()} />
    )
  if (!donations) return <LoadingRows />
  return (
    <Stack>
      <Text size="sm">
        Foi você que compartilhou esta imagem agora? Outro site também consegue mandar uma para cá. Se não foi você,
        descarte: nada foi enviado.
      </Text>
      <Choice
        shared={shared}
        donations={donations.filter(({ allowed }) => allowed.includes('send_receipt'))}
        onSent={(donation) => {
          setSentTo(donation)
          void giveUp()
        }}
      />
      <Button variant="default" onClick={() => void giveUp()} style={{ alignSelf: 'start' }}>
        Descartar esta imagem
      </Button>
    </Stack>
  )
}

function Choice({
  shared,
  donations,
  onSent,
}: {
  shared: Shared
  donations: Donation[]
  onSent: (donation: Donation) => void
}) {
  const unpaid = donations.filter(({ status }) => status === 'PENDING_PAYMENT')
  const [picked, setPicked] = useState<string | null>(null)
  const [part, setPart] = useState<string | null>(null)
  const only = donations.length === 1 ? donations : unpaid
  const donation = donations.find(({ id }) => id === picked) ?? (only.length === 1 ? only[0]! : null)
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
        <Paper withBorder p="md" radius="md" component="article" aria-label={`Comprovante para ${nameOf(donation)}`}>
          <Stack gap="sm">
            <div className="donation-head">
              <span className="donation-amount">{moneyText(donation.missing)}</span>
              <Title order={2} className="donation-who">
                Para {nameOf(donation)}
              </Title>
            </div>
            <DonationStatus donation={donation} side="donor" />
            <PartField donation={donation} value={part} onChange={setPart} />
            <ReceiptUpload
              key={donation.id}
              donation={donation}
              shared={shared.file}
              sharedText={shared.text}
              amount={sumToSend(donation, part)}
              onSent={() => onSent(donation)}
            />
          </Stack>
        </Paper>
      )}
    </>
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

function ToDonations() {
  return (
    <Anchor component={Link} to="/donations">
      Ver minhas doações
    </Anchor>
  )
}

function nameOf({ receiver }: Donation): string {
  return receiver?.name ?? 'quem recebe'
}
