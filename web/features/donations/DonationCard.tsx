import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { donationTypeLabel, memberDonationStatusLabel } from '#contracts/labels.ts'
import { whatsappLink } from '#contracts/payment/phones.ts'
import { countdownText, dayText, dueText } from '#web/text/dates.ts'
import { moneyText } from '#web/text/money.ts'
import { useNow } from '#web/ui/useNow.ts'
import type { Donation } from './api.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { PayPanel } from './PayPanel.tsx'
import { ReceiptViewer } from './ReceiptViewer.tsx'
import { ReportDialog } from './ReportDialog.tsx'

type Dialog = 'confirm' | 'report' | 'receipt' | null

/** One donation as one of its sides sees it: what it is, with whom, until when, and what can be done with it now. */
export function DonationCard({ donation, side }: { donation: Donation; side: 'donor' | 'receiver' }) {
  const [dialog, setDialog] = useState<Dialog>(null)
  const other = side === 'donor' ? donation.receiver : donation.donor
  const can = (verb: Donation['allowed'][number]) => donation.allowed.includes(verb)
  const close = () => setDialog(null)
  const headline = donation.waiting ? 'Aguardando receptor' : `${side === 'donor' ? 'Para' : 'De'} ${other?.name ?? ''}`
  return (
    <Paper withBorder p="md" radius="md" component="article" aria-label={`${donationTypeLabel(donation.type)}, ${moneyText(donation.amount)}, ${headline}`}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <div style={{ minWidth: 0 }}>
            <Title order={3} size="h4" className="wrap-anywhere">
              {headline}
            </Title>
            <Text size="sm" c="dimmed">
              {donationTypeLabel(donation.type)}
            </Text>
          </div>
          <Text fw={700} fz={22} style={{ whiteSpace: 'nowrap' }}>
            {moneyText(donation.amount)}
          </Text>
        </Group>
        <Situation donation={donation} side={side} />
        {side === 'donor' && can('send_receipt') && <PayPanel donation={donation} />}
        <Group gap="xs">
          {side === 'receiver' && can('confirm') && <Button onClick={() => setDialog('confirm')}>Confirmar recebimento</Button>}
          {can('view_receipt') && (
            <Button variant="default" onClick={() => setDialog('receipt')}>
              Ver comprovante
            </Button>
          )}
          <Contact party={other} />
          {can('report') && (
            <Button variant="subtle" color="red" onClick={() => setDialog('report')}>
              {side === 'donor' ? 'Reportar problema' : 'Reportar não recebimento'}
            </Button>
          )}
        </Group>
      </Stack>
      {dialog === 'confirm' && <ConfirmDialog donation={donation} onClose={close} />}
      {dialog === 'report' && <ReportDialog donation={donation} onClose={close} />}
      {dialog === 'receipt' && <ReceiptViewer donation={donation} onClose={close} />}
    </Paper>
  )
}

function Situation({ donation, side }: { donation: Donation; side: 'donor' | 'receiver' }) {
  const now = useNow()
  if (donation.waiting) {
    return <Text>Você deve esta doação, e ela será pedida assim que alguém estiver na vez de receber. Não pague nada ainda.</Text>
  }
  const level = side === 'donor' ? donation.receiver_queue_level : donation.donor_queue_level
  const position = side === 'donor' ? donation.receiver_queue_position : donation.donor_queue_position
  const isPaid = donation.status === 'PENDING_CONFIRMATION'
  const awaited = side === 'donor' ? 'Comprovante enviado. Falta quem recebe confirmar.' : 'Comprovante enviado. Confira o seu extrato e confirme.'
  return (
    <Stack gap={6}>
      <Group gap="xs">
        <Badge color={isPaid ? 'sol' : 'mata'} variant="light">
          {memberDonationStatusLabel(donation.status)}
        </Badge>
        {level !== null && position !== null && (
          <Badge color="gray" variant="light">
            Fila N{level} - #{String(position).padStart(3, '0')}
          </Badge>
        )}
        {donation.is_reported && (
          <Badge color="red" variant="light">
            Já reportado{donation.report_resolved ? ' · Resolvido' : ''}
          </Badge>
        )}
        {donation.overdue && <Badge color="red">Em atraso</Badge>}
      </Group>
      <Text size="sm">
        {isPaid ? awaited : `Prazo: ${countdownText(donation.deadline, now)} — ${dueText(donation.deadline, now)}`}
        {isPaid && donation.receipt_sent_at && ` Enviado em ${dayText(donation.receipt_sent_at)}.`}
      </Text>
      {donation.receipt_reused && (
        <Text size="sm" c="red" fw={600}>
          Atenção: esta imagem já foi usada como comprovante de outra doação.
        </Text>
      )}
    </Stack>
  )
}

function Contact({ party }: { party: Donation['receiver'] }) {
  const link = party ? whatsappLink({ phone: party.phone, pixKey: party.pixKey }) : null
  if (!link) return null
  return (
    <Button component="a" href={link} target="_blank" rel="noreferrer" variant="default">
      Falar no WhatsApp
    </Button>
  )
}
