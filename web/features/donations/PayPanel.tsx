import { Alert, Button, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { moneyText } from '#contracts/money-text.ts'
import { donationCode } from '#contracts/payment/br-code.ts'
import { momentText } from '#web/text/dates.ts'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { imageSource } from '#web/ui/images.ts'
import type { Donation } from './api.ts'
import { CheckedQrCode } from './CheckedQrCode.tsx'
import { CryptoDetails } from './CryptoDetails.tsx'
import { ReceiptUpload } from './ReceiptUpload.tsx'
import type { PaymentState } from './usePaymentCheck.ts'

/**
 * How to pay exactly this donation, and where to send the proof of it: the two steps in their order. A receipt that was
 * chosen stays chosen whatever the check of the key comes to.
 */
export function PayPanel({ donation, check }: { donation: Donation; check: PaymentState }) {
  if (check.is === 'differs')
    return (
      <div className="pay">
        <RefusedKey name={donation.receiver?.name ?? 'quem recebe'} />
        <h3>Se você já tinha pagado, envie o comprovante</h3>
        <ReceiptUpload key="receipt" donation={donation} />
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
      {mayShow(donation, check) ? (
        <>
          {donation.pixCopyPaste ? (
            <PixCode donation={donation} isChecked={check.is === 'kept'} />
          ) : (
            <Text size="sm">Ainda não há dados de pagamento de quem recebe.</Text>
          )}
          <CheckedNote check={check} />
          <CryptoDetails donation={donation} />
        </>
      ) : (
        <Unproven check={check} />
      )}
      <h3>2. Envie o comprovante</h3>
      <ReceiptUpload key="receipt" donation={donation} />
    </div>
  )
}

/** A key is shown once it is the promised one. In a demonstration, where none can be paid, it needs no promise. */
function mayShow(donation: Donation, check: PaymentState): boolean {
  return check.is === 'kept' || (donation.demonstration && check.is !== 'checking')
}

/** One calm line below a checked key. */
function CheckedNote({ check }: { check: PaymentState }) {
  if (check.is === 'unread')
    return (
      <Text size="sm" c="dimmed">
        Sem conexão com o livro do círculo: esta chave ainda não foi conferida.
      </Text>
    )
  if (check.is !== 'kept') return null
  return (
    <Text size="sm" c="dimmed">
      {check.readAt === null
        ? 'Chave conferida com o livro do círculo.'
        : `Sem conexão agora. Chave conferida com o livro do círculo em ${momentText(new Date(check.readAt).toISOString())}.`}
    </Text>
  )
}

function Unproven({ check }: { check: PaymentState }) {
  if (check.is === 'checking') return <Text size="sm">Conferindo a chave com o livro do círculo...</Text>
  if (check.is === 'unread')
    return (
      <div>
        <Text size="sm">
          Não foi possível ler o livro do círculo, e a chave só aparece depois de conferida com ele. Veja a sua conexão
          e tente de novo.
        </Text>
        <Button variant="light" size="sm" mt="xs" onClick={check.retry}>
          Tentar novamente
        </Button>
      </div>
    )
  return (
    <Text size="sm">
      Ainda não há dados de pagamento de quem recebe. Se continuar assim, fale com a administração do círculo.
    </Text>
  )
}

function RefusedKey({ name }: { name: string }) {
  return (
    <Alert color="red" role="alert" title="Não pague esta doação agora">
      A chave de pagamento que chegou não é a que o livro do círculo guardou para esta doação. Pode ser um erro, ou
      alguém tentando desviar o dinheiro. Fale com {name} por um contato que você já conheça, conte ao grupo do círculo
      e à administração. Se o prazo estiver perto, use 'Reportar problema'.
    </Alert>
  )
}

function PixCode({ donation, isChecked }: { donation: Donation; isChecked: boolean }) {
  // On the phone that pays, the code is copied; the picture is for another screen.
  const [isWide] = useState(() => matchMedia('(min-width: 48em)').matches)
  const { receiver } = donation
  // Of a checked key the code is made here: no answer can slip another one into it.
  const made = isChecked && receiver ? donationCode(receiver, { id: donation.id, amount: donation.amount }) : null
  const code = made ?? donation.pixCopyPaste ?? ''
  return (
    <div className="pay-code">
      <div style={{ display: 'grid', gap: 10, alignContent: 'start', minWidth: 0 }}>
        <dl>
          <div>
            <dt>Valor</dt>
            <dd>{moneyText(donation.amount)}</dd>
          </div>
          <div>
            <dt>Para</dt>
            <dd>{receiver?.pixOwnerName ?? receiver?.name}</dd>
          </div>
          <div>
            <dt>Chave</dt>
            <dd>{receiver?.pixKey}</dd>
          </div>
        </dl>
        <CopyButton value={code} label="Copiar código PIX" />
        <Textarea
          label="PIX copia e cola"
          readOnly
          rows={2}
          size="xs"
          classNames={{ input: 'pay-copy' }}
          value={code}
          onFocus={(event) => event.currentTarget.select()}
        />
      </div>
      <details open={isWide}>
        <summary>Mostrar QR Code</summary>
        <CheckedQrCode picture={imageSource(donation.pixQrCode)} code={code} amount={donation.amount} />
      </details>
    </div>
  )
}
