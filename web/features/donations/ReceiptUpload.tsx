import { Alert, Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core'
import { moneyText } from '#contracts/money-text.ts'
import { useIsRoda } from '#web/features/circle/roda.ts'
import { chooseAnew } from '#web/ui/images.ts'
import { useNow } from '#web/ui/useNow.ts'
import type { Donation } from './api.ts'
import { PayerField } from './PayerField.tsx'
import { PixTransactionField } from './PixTransactionField.tsx'
import { Schedule } from './Schedule.tsx'
import { isScheduledAhead, saysScheduled } from './scheduled.ts'
import { useReceiptForm } from './useReceiptForm.ts'
import { ReceiptPreview } from './ReceiptPreview.tsx'

type Props = {
  readonly donation: Donation
  /** A file that came from another app: chosen already. */
  readonly shared?: File
  /** The words that came along: the id of the PIX transaction may stand in them. */
  readonly sharedText?: string
  /** The sum in reais that goes with it, undefined for the whole; null while there is none yet. */
  readonly amount: number | null | undefined
  readonly onSent?: () => void
}

/** Chooses, shows and sends the picture of a payment. Nothing is said to be sent before the server has it. */
export function ReceiptUpload({ donation, shared, sharedText = '', amount, onSent }: Props) {
  const isRoda = useIsRoda()
  const form = useReceiptForm({ donation, shared, sharedText, amount, onSent })
  const { chosen, error, isSending } = form
  const isScheduled = saysScheduled(`${sharedText} ${chosen?.text ?? ''}`)
  const isAgain = donation.status === 'PENDING_CONFIRMATION'
  const isAhead = isScheduledAhead(donation, useNow())
  // A receipt before that day can only be one of the scheduling, and is refused; a picture that was chosen stays so.
  if (isAhead)
    return <Text size="sm">Pagou antes desse dia? Toque em “Não está mais agendado” e envie o comprovante.</Text>
  return (
    <Stack gap="xs">
      {error && (
        <Alert color="red" role="alert">
          <Text size="sm">{error.said}</Text>
          {error.advice && <Text size="sm">{error.advice}</Text>}
        </Alert>
      )}
      {form.isReading && (
        <Text size="sm" c="dimmed" role="status">
          Preparando a imagem...
        </Text>
      )}
      {chosen && <ReceiptPreview chosen={chosen} />}
      {chosen && isScheduled && <OnlyScheduled donation={donation} />}
      {chosen && !isScheduled && <PixTransactionField {...form.pix} />}
      {chosen && !isScheduled && <PayerField {...form.payer} />}
      {chosen && !isScheduled && amount === null && (
        <Text size="sm" role="status">
          Falta escrever quanto você paga agora.
        </Text>
      )}
      {isSending && <Sending sent={form.sent} />}
      <Group gap="xs">
        <FileButton
          accept="image/*,application/pdf"
          onChange={form.choose}
          inputProps={{ 'aria-label': 'Escolher comprovante', onClick: chooseAnew }}
        >
          {(props) => (
            <Button {...props} variant={chosen ? 'default' : 'outline'} disabled={isSending}>
              {chosen ? 'Trocar imagem' : isAgain ? 'Substituir comprovante' : 'Escolher comprovante'}
            </Button>
          )}
        </FileButton>
        {chosen && !isScheduled && (
          <Button onClick={() => void form.upload()} disabled={isSending || amount === null}>
            {isSending ? 'Enviando...' : sendText(donation, { isRoda: isRoda ?? false, amount })}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

/** A receipt that says 'agendado' is taken for none: the day is asked for instead. */
function OnlyScheduled({ donation }: { donation: Donation }) {
  return (
    <Alert color="yellow" role="alert" title="Este comprovante diz “agendado”">
      <Text size="sm">
        O dinheiro ainda não saiu da conta. Diga para que dia é, e envie o comprovante do pagamento depois desse dia.
      </Text>
      <Schedule donation={donation} asked />
    </Alert>
  )
}

/** In a roda the button says whom, and how much where it is not the whole: 'Já paguei a Ana: enviar comprovante'. */
function sendText(
  { receiver }: Donation,
  { isRoda, amount }: { readonly isRoda: boolean; readonly amount: number | null | undefined },
): string {
  const sum = amount ? `${moneyText(amount)} ` : ''
  return isRoda && receiver ? `Já paguei ${sum}a ${receiver.firstName}: enviar comprovante` : 'Enviar comprovante'
}

/** `sent`: the part that is on its way already, from 0 to 1. */
function Sending({ sent }: { sent: number }) {
  return (
    <div>
      <Progress value={sent * 100} aria-label="Enviando comprovante" />
      <Text size="sm" c="dimmed" aria-live="polite">
        {sent < 1 ? `Enviando: ${Math.floor(sent * 100)}%` : 'Conferindo a imagem...'}
      </Text>
    </div>
  )
}
