import { Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { donationTypeLabel } from '#contracts/labels.ts'
import { moneyText } from '#contracts/money-text.ts'
import { failureText } from '#web/api/client.ts'
import { dayText, fullMomentText } from '#web/text/dates.ts'
import { reminderLink } from '#web/text/reminder.ts'
import { BreakableText } from '#web/ui/BreakableText.tsx'
import { DescriptionList } from '#web/ui/DescriptionList.tsx'
import { PaperButtons } from '#web/ui/PaperButtons.tsx'
import { RemindButton } from '#web/ui/RemindButton.tsx'
import { LoadingRows } from '#web/ui/states.tsx'
import { Acting } from '#web/features/session/Acting.tsx'
import { useAuth } from '#web/features/session/useAuth.ts'
import { detailsQuery } from './api.ts'
import type { Donation } from './api.ts'
import { ConfirmReceived, mayConfirmHere } from './ConfirmReceived.tsx'
import { mayOpenCase, OpenCase } from './OpenCase.tsx'
import { mayPause, PauseMonth } from './PauseMonth.tsx'
import { RejectedReceipt } from './RejectedReceipt.tsx'
import { ReceiptPicture } from './ReceiptPicture.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import { say } from '#web/text/say.ts'
import type { SearchType } from './view.ts'

type Props = {
  readonly id: string
  readonly onClose: () => void
  /** Called with the reason why it closes by itself; '' when nobody knows. */
  readonly onFailed: (reason: string) => void
  readonly onSearch: (by: SearchType, id: string) => void
}

export function DonationDetails({ id, onClose, onFailed, onSearch }: Props) {
  const { data, error } = useQuery(detailsQuery(id))
  const failure = error && !data ? failureText(error, '') : null
  useEffect(() => {
    if (failure !== null) onFailed(failure)
  }, [failure, onFailed])
  return (
    <Modal opened onClose={onClose} title="Detalhes da Doação" size="lg" closeButtonProps={{ 'aria-label': 'Fechar' }}>
      {data ? <Details donation={data} onSearch={onSearch} /> : <LoadingRows rows={2} />}
    </Modal>
  )
}

function Details({ donation, onSearch }: { donation: Donation } & Pick<Props, 'onSearch'>) {
  const { user } = useAuth()
  const { id, donor, receiver, status, type, amount, createdAt, deadline, completedAt, allowed } = donation
  return (
    <Stack>
      <Group justify="space-between">
        <Text fw={700} fz={26} lh={1.2}>
          {moneyText(amount)}
        </Text>
        <StatusBadge status={status} />
      </Group>
      <DescriptionList
        items={[
          { name: 'Tipo', value: donationTypeLabel(type) },
          { name: 'Situação', value: <StatusText donation={donation} /> },
          {
            name: 'Doador',
            value: (
              <Person
                name={donor.name}
                pixKey={donor.pixKey}
                label="Ver doações que fez"
                onSearch={() => onSearch('doador', donation.donorId)}
              />
            ),
          },
          {
            name: say('Receptor'),
            value: (
              <Person
                name={receiver?.name ?? '-'}
                pixKey={receiver?.pixKey ?? null}
                label="Ver doações que recebe"
                onSearch={receiver?.id ? () => onSearch('receptor', receiver.id!) : null}
              />
            ),
          },
          { name: 'Criada em', value: fullMomentText(createdAt) },
          { name: 'Prazo', value: deadline ? fullMomentText(deadline) : 'Sem prazo definido' },
          donation.paid > 0 ? { name: 'Pago em partes', value: moneyText(donation.paid) } : null,
          donation.paused_until ? { name: 'Em pausa até', value: dayText(donation.paused_until) } : null,
          donation.clock_stopped
            ? {
                name: 'Relógio',
                value: donation.clock_stopped.until
                  ? `Parado até ${fullMomentText(donation.clock_stopped.until)}, no máximo`
                  : say('Parado até a decisão do report'),
              }
            : null,
          completedAt ? { name: 'Concluída em', value: fullMomentText(completedAt) } : null,
          {
            name: 'ID',
            value: (
              <Text component="span" inherit ff="monospace" fz={14}>
                {id}
              </Text>
            ),
            isWide: true,
          },
        ]}
      />
      {donation.pix_transaction && (
        <Text size="sm" className="wrap-anywhere">
          ID da transação PIX: {donation.pix_transaction}
        </Text>
      )}
      {donation.is_reported && (
        <Text size="sm">
          Esta doação foi reportada{donation.report_resolved ? say(', e o report já foi encerrado') : ''}.{' '}
          <Anchor
            inherit
            renderRoot={(props) => <Link {...props} to="/admin/reports" search={{ por: 'doacao', busca: id }} />}
          >
            {say('Ver o report')}
          </Anchor>
        </Text>
      )}
      {donation.rejections.map((rejection) => (
        <RejectedReceipt key={rejection.attempt} donation={donation} rejection={rejection} />
      ))}
      {allowed.includes('view_receipt') && <ReceiptOnDemand donation={donation} />}
      <div>
        <RemindButton link={reminderLink(donation)} />
      </div>
      <Acting>{mayConfirmHere(donation, user?.id ?? null) && <ConfirmReceived donationId={id} />}</Acting>
      {donation.paused_until && (
        <PaperButtons path={`/donations/${id}/pause/paper`}>Baixar o papel da pausa (PDF)</PaperButtons>
      )}
      <Acting>{mayPause(donation) && <PauseMonth id={id} />}</Acting>
      <Acting>{mayOpenCase(donation) && <OpenCase donation={donation} />}</Acting>
    </Stack>
  )
}

function StatusText({ donation: { status, late, endedAt, paid } }: { donation: Donation }) {
  if (late) return 'O prazo passou com comprovante enviado: falta quem recebe confirmar.'
  if (status === 'EXPIRED' || status === 'CANCELLED') return `Encerrada em ${dayText(endedAt)}`
  return status === 'CONFIRMED'
    ? 'O recebimento foi confirmado.'
    : status === 'PENDING_CONFIRMATION'
      ? 'O comprovante foi enviado.'
      : paid > 0
        ? 'Uma parte foi confirmada. O comprovante do resto ainda não foi enviado.'
        : 'O comprovante ainda não foi enviado.'
}

function Person({
  name,
  pixKey,
  label,
  onSearch,
}: {
  name: string
  pixKey: string | null
  label: string
  onSearch: (() => void) | null
}) {
  return (
    <>
      <strong>{name}</strong>
      <div>
        PIX: <BreakableText text={pixKey ?? 'Não informado'} />
      </div>
      {onSearch && (
        <Button variant="subtle" size="compact-sm" px={0} mih={28} onClick={onSearch}>
          {label}
        </Button>
      )}
    </>
  )
}

/** Shows the receipt only on request, because every look at a receipt is recorded. */
function ReceiptOnDemand({ donation }: { donation: Donation }) {
  const [isShown, setShown] = useState(false)
  if (isShown) return <ReceiptPicture donation={donation} />
  return (
    <Button variant="default" onClick={() => setShown(true)}>
      Ver comprovante
    </Button>
  )
}
