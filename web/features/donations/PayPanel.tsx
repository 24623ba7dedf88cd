import { Button, Text } from '@mantine/core'
import { momentText } from '#web/text/dates.ts'
import { useIsRoda } from '#web/features/circle/roda.ts'
import { isScheduleOver, openRejection } from '#web/text/maybe-paid.ts'
import { useDraft } from '#web/ui/useDraft.ts'
import { useNow } from '#web/ui/useNow.ts'
import type { Donation } from './api.ts'
import { CryptoDetails } from './CryptoDetails.tsx'
import { partDraft, PartField, sumToSend } from './PartField.tsx'
import { PixCode } from './PixCode.tsx'
import { ReceiptUpload } from './ReceiptUpload.tsx'
import { RefusedKey } from './RefusedKey.tsx'
import { Schedule } from './Schedule.tsx'
import type { PaymentState } from './usePaymentCheck.ts'

/**
 * How to pay exactly this donation, and where to send the proof of it: the two steps in their order. A receipt that was
 * chosen stays chosen whatever the check of the key comes to.
 */
export function PayPanel({ donation, check }: { donation: Donation; check: PaymentState }) {
  const isRoda = useIsRoda()
  const now = useNow()
  const [part, setPart] = useDraft<string | null>(partDraft(donation), null)
  const isSent = isRoda && donation.status === 'PENDING_CONFIRMATION'
  // A receipt that replaces another is of the same sum: none is asked for there.
  const amount = sumToSend(donation, isSent && check.is !== 'differs' ? null : part)
  const receipt = <ReceiptUpload key="receipt" donation={donation} amount={amount} onSent={() => setPart(null)} />
  if (check.is === 'differs')
    return (
      <div className="pay">
        <RefusedKey name={donation.receiver?.name ?? 'quem recebe'} what={check.what} />
        <h3>Se você já tinha pagado, envie o comprovante</h3>
        <PartField donation={donation} value={part} onChange={setPart} />
        {receipt}
      </div>
    )
  // A donor who has paid is not told to pay again.
  if (isSent) return <div className="pay">{receipt}</div>
  const code =
    check.is === 'kept' ? (
      <>
        <PartField donation={donation} value={part} onChange={setPart} />
        <PixCode donation={donation} amount={amount ?? donation.missing} />
        <CheckedNote check={check} />
        <CryptoDetails donation={donation} />
      </>
    ) : (
      <Unproven check={check} />
    )
  // A donor who may have paid already is first asked for a receipt.
  const asks = maybePaid(donation, now)
  if (isRoda && asks)
    return (
      <div className="pay">
        <h3>{asks.title}</h3>
        {asks.text && <Text size="sm">{asks.text}</Text>}
        {receipt}
        <details className="history-details">
          <summary>{asks.otherwise}</summary>
          {code}
          {donation.status === 'PENDING_PAYMENT' && <Schedule donation={donation} />}
        </details>
      </div>
    )
  return (
    <div className="pay">
      <h3>1. Faça o PIX</h3>
      {donation.demonstration && (
        <Text size="sm" fw={500}>
          Código fictício desta demonstração: não pague. Para experimentar, envie uma imagem qualquer como comprovante.
        </Text>
      )}
      {code}
      <h3>2. Envie o comprovante</h3>
      {receipt}
      {donation.status === 'PENDING_PAYMENT' && <Schedule donation={donation} />}
    </div>
  )
}

/** The words for a donation that its donor may have paid already; null for any other. */
function maybePaid(donation: Donation, now: number): { title: string; text?: string; otherwise: string } | null {
  const name = donation.receiver?.firstName ?? 'quem recebe'
  if (openRejection(donation))
    return { title: 'Envie outro comprovante', otherwise: 'Ainda não paguei: ver como pagar' }
  if (donation.isHalfSent)
    return {
      title: 'Falta o comprovante desta',
      text: `Você deve mais de uma contribuição a ${name}, e o comprovante não chegou para esta. Se o PIX foi um só, envie o mesmo aqui; não pague de novo.`,
      otherwise: 'Esta ainda não paguei: ver como pagar',
    }
  if (!isScheduleOver(donation, now)) return null
  return { title: 'Se o PIX saiu da conta, envie o comprovante', otherwise: 'Não saiu: ver como pagar' }
}

/** One calm line below a checked key. */
function CheckedNote({ check: { away } }: { check: Extract<PaymentState, { is: 'kept' }> }) {
  return (
    <Text size="sm" c="dimmed">
      {away === null
        ? 'Chave conferida com o livro do círculo.'
        : `${away.isOffline ? 'Sem conexão agora.' : 'O livro não respondeu agora.'} Chave conferida com o livro do círculo em ${momentText(new Date(away.readAt).toISOString())}.`}
    </Text>
  )
}

/** In place of key and code, until they are proven. */
function Unproven({ check }: { check: Exclude<PaymentState, { is: 'kept' | 'differs' }> }) {
  if (check.is === 'absent')
    return (
      <Text size="sm">
        Ainda não há dados de pagamento de quem recebe. Se continuar assim, fale com a administração do círculo.
      </Text>
    )
  return (
    <div role="status">
      <Text size="sm" fw={600}>
        Chave ainda não conferida
      </Text>
      {check.is === 'checking' ? (
        <Text size="sm">Conferindo a chave com o livro do círculo...</Text>
      ) : (
        <>
          <Text size="sm">
            O livro do círculo não respondeu. A chave e o código aparecem aqui assim que forem conferidos com ele.
          </Text>
          <Button variant="light" size="sm" mih={44} mt="xs" onClick={check.retry}>
            Tentar novamente
          </Button>
        </>
      )}
    </div>
  )
}
