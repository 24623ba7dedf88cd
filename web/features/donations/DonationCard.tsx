import './donations.css'
import { Alert, Paper, Stack, Text } from '@mantine/core'
import { Suspense, useState } from 'react'
import { donationTypeLabel } from '#contracts/labels.ts'
import { moneyText } from '#contracts/money-text.ts'
import { useIsRoda } from '#web/features/circle/roda.ts'
import { BankLink } from '#web/features/circle/BankLink.tsx'
import { lazyPart } from '#web/ui/lazyPart.tsx'
import { StatusMark } from '#web/ui/StatusMark.tsx'
import type { Donation } from './api.ts'
import { DonationActions } from './DonationActions.tsx'
import type { DonationDialog } from './DonationActions.tsx'
import { HelpedActs } from './HelpedActs.tsx'
import { NameNote } from './NameNote.tsx'
import { Parts } from './Parts.tsx'
import { PayPanel } from './PayPanel.tsx'
import { ReceivingFault } from './ReceivingKey.tsx'
import { Rejections } from './Rejections.tsx'
import { usePaymentCheck } from './usePaymentCheck.ts'
import { DonationStatus } from './DonationStatus.tsx'
import { PausedNote } from './PausedNote.tsx'
import { ScheduledNote } from './Schedule.tsx'
import { donationStatusText, donationStatusTone, lateText } from './status-text.ts'
import { monthText } from '#web/text/dates.ts'
import { openRejection } from '#web/text/maybe-paid.ts'
import { say, speaksOfRoda } from '#web/text/say.ts'
import type { Side } from './status-text.ts'

// The list is drawn without these dialogs, so they are downloaded after it.
const loadConfirm = () => import('./ConfirmDialog.tsx')
const loadReject = () => import('./RejectDialog.tsx')
const loadReport = () => import('./ReportDialog.tsx')
const loadReceipt = () => import('./ReceiptViewer.tsx')
const ConfirmDialog = lazyPart(async () => ({ default: (await loadConfirm()).ConfirmDialog }))
const RejectDialog = lazyPart(async () => ({ default: (await loadReject()).RejectDialog }))
const ReportDialog = lazyPart(async () => ({ default: (await loadReport()).ReportDialog }))
const ReceiptViewer = lazyPart(async () => ({ default: (await loadReceipt()).ReceiptViewer }))

export function loadDialogs(): Promise<unknown> {
  return Promise.all([loadConfirm(), loadReject(), loadReport(), loadReceipt()])
}

/**
 * One donation as one of its sides sees it: what it is, with whom, until when, and what can be done with it now.
 * `isOpen`: how to pay is shown without asking.
 */
export function DonationCard({ donation, side, isOpen = true }: { donation: Donation; side: Side; isOpen?: boolean }) {
  const [dialog, setDialog] = useState<DonationDialog | null>(null)
  const [isPaying, setPaying] = useState(isOpen)
  const other = side === 'donor' ? donation.receiver : donation.donor
  const headline = donation.waiting
    ? say('Aguardando receptor')
    : `${side === 'donor' ? 'Para' : 'De'} ${other?.name ?? ''}`
  const pays = side === 'donor' && donation.allowed.includes('send_receipt')
  const check = usePaymentCheck(donation)
  // A contact that came with a key that does not hold may be the same liar's.
  const contact = side === 'donor' && check.is !== 'kept' ? other && { ...other, pixKey: null } : other
  return (
    <Paper
      withBorder
      p="md"
      component="article"
      id={`doacao-${donation.id}`}
      aria-label={`${donationTypeLabel(donation.type)}, ${moneyText(donation.amount)}, ${headline}`}
    >
      <Stack gap="sm">
        <Head donation={donation} side={side} headline={headline} />
        <NameNote donation={donation} side={side} />
        <DonationStatus donation={donation} side={side} />
        <HelpedActs donation={donation} />
        <ScheduledNote donation={donation} side={side} />
        <PausedNote donation={donation} side={side} />
        <PaymentNotes donation={donation} side={side} />
        {side === 'donor' && <RejectedNote donation={donation} />}
        {pays && isPaying && <PayPanel donation={donation} check={check} />}
        {pays && isPaying && <BankLink>Pagou na chave errada? O que fazer</BankLink>}
        {side === 'receiver' && <ReceivingFault check={check} />}
        <DonationActions
          {...{ donation, side, check, contact, headline }}
          onPay={pays && !isPaying ? () => setPaying(true) : null}
          onOpen={setDialog}
        />
        <Parts donation={donation} />
        <Rejections donation={donation} />
        {donation.is_reported && <BankLink>O que o banco pode fazer, e o que não pode</BankLink>}
        {donation.demonstration && check.is !== 'differs' && <ContactNote party={contact} />}
        {donation.receipt_reused && (
          <Text size="sm" c="red" fw={600}>
            Atenção: esta imagem já foi usada como comprovante de outra doação.
          </Text>
        )}
      </Stack>
      <OpenDialog dialog={dialog} donation={donation} side={side} onClose={() => setDialog(null)} />
    </Paper>
  )
}

/** The head of a card: the other side, the amount, and how the donation stands. */
function Head({ donation, side, headline }: { donation: Donation; side: Side; headline: string }) {
  const isRoda = useIsRoda()
  // In a roda the person comes first, large, before the key and every button.
  const who = <h2 className="donation-who">{headline}</h2>
  return (
    <div className="donation-head" data-roda={isRoda || undefined}>
      {isRoda && who}
      <span className="donation-amount">{moneyText(donation.amount)}</span>
      <Badges donation={donation} side={side} />
      {!isRoda && who}
      <span className="donation-kind">{kindText(donation, side)}</span>
    </div>
  )
}

/** The payment that the donor told of: by whom it was made, and its number at the bank. */
function PaymentNotes({ donation, side }: { donation: Donation; side: Side }) {
  return (
    <>
      {donation.payer_name && (
        <Text size="sm" className="wrap-anywhere">
          Quem pagou foi {donation.payer_name}, por {side === 'donor' ? 'você' : donation.donor.firstName}.
        </Text>
      )}
      {donation.pix_transaction && (
        <Text size="sm" className="wrap-anywhere">
          ID da transação PIX: {donation.pix_transaction}
        </Text>
      )}
    </>
  )
}

type OpenDialogProps = { dialog: DonationDialog | null; donation: Donation; side: Side; onClose: () => void }

function OpenDialog({ dialog, donation, side, onClose }: OpenDialogProps) {
  return (
    <Suspense fallback={null}>
      {dialog === 'confirm' && <ConfirmDialog donation={donation} onClose={onClose} />}
      {dialog === 'reject' && <RejectDialog donation={donation} onClose={onClose} />}
      {dialog === 'report' && <ReportDialog donation={donation} side={side} onClose={onClose} />}
      {dialog === 'receipt' && <ReceiptViewer donation={donation} onClose={onClose} />}
    </Suspense>
  )
}

/** Why the last receipt was rejected, where the donor sends the next one. */
function RejectedNote({ donation }: { donation: Donation }) {
  const { status, receiver } = donation
  const last = openRejection(donation)
  if (!last || status !== 'PENDING_PAYMENT') return null
  return (
    <Alert color="yellow" title={`${receiver?.firstName ?? 'Quem recebe'} não encontrou o pagamento`}>
      {last.reason && <Text className="wrap-anywhere">“{last.reason}”</Text>}
      <Text size="sm">
        Se você já pagou, envie um comprovante que mostre o valor, a data e quem recebeu. Não pague de novo antes de
        conferir.
      </Text>
    </Alert>
  )
}

function Badges({ donation, side }: { donation: Donation; side: Side }) {
  return (
    <div className="donation-badges">
      <StatusMark tone={donationStatusTone(donation.status)}>{donationStatusText(donation, side)}</StatusMark>
      {donation.ahead_of && <StatusMark tone="over">Adiantada: {monthText(donation.ahead_of)}</StatusMark>}
      {donation.overdue && <StatusMark tone="bad">{lateText(donation)}</StatusMark>}
      {donation.is_reported && (
        <StatusMark tone={donation.report_resolved ? 'over' : 'bad'}>{say('Já reportado')}</StatusMark>
      )}
      {donation.report_resolved && <StatusMark tone="done">Resolvido</StatusMark>}
    </div>
  )
}

/** The type of the donation and the other side's place: 'Contribuição mensal · Fila N1 - #002'. */
function kindText(donation: Donation, side: Side): string {
  const level = side === 'donor' ? donation.receiver_queue_level : donation.donor_queue_level
  const position = side === 'donor' ? donation.receiver_queue_position : donation.donor_queue_position
  if (level === null || position === null) return donationTypeLabel(donation.type)
  const place = speaksOfRoda() ? ` · lugar ${position}` : ` · Fila N${level} - #${String(position).padStart(3, '0')}`
  return `${donationTypeLabel(donation.type)}${place}`
}

function ContactNote({ party }: { party: Donation['receiver'] }) {
  if (!party?.phone) return null
  return (
    <Text size="sm" c="dimmed">
      O WhatsApp abre em círculos reais. Nesta demonstração, o contato fica encoberto:{' '}
      <span className="no-break">{party.phone}</span>.
    </Text>
  )
}
