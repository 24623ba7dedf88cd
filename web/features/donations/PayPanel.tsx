import { Image, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { moneyText } from '#web/text/money.ts'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { imageSource } from '#web/ui/images.ts'
import type { Donation } from './api.ts'
import { CryptoDetails } from './CryptoDetails.tsx'
import { ReceiptUpload } from './ReceiptUpload.tsx'

/** How to pay exactly this donation, and where to send the proof of it: the two steps in their order. */
export function PayPanel({ donation }: { donation: Donation }) {
  return (
    <div className="pay">
      <h3>1. Faça o PIX</h3>
      {donation.demonstration && (
        <Text size="sm" fw={500}>
          Código fictício desta demonstração: não pague. Para experimentar, envie uma imagem qualquer como comprovante.
        </Text>
      )}
      {donation.pixCopyPaste ? (
        <PixCode donation={donation} />
      ) : (
        <Text size="sm">Ainda não há dados de pagamento de quem recebe.</Text>
      )}
      <CryptoDetails donation={donation} />
      <h3>2. Envie o comprovante</h3>
      <ReceiptUpload donation={donation} />
    </div>
  )
}

function PixCode({ donation }: { donation: Donation }) {
  // On the phone that pays, the code is copied; the picture is for another screen.
  const [isWide] = useState(() => matchMedia('(min-width: 48em)').matches)
  const code = donation.pixCopyPaste ?? ''
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
            <dd>{donation.receiver?.pixOwnerName ?? donation.receiver?.name}</dd>
          </div>
          <div>
            <dt>Chave</dt>
            <dd>{donation.receiver?.pixKey}</dd>
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
        <QrCode picture={imageSource(donation.pixQrCode)} amount={donation.amount} />
      </details>
    </div>
  )
}

function QrCode({ picture, amount }: { picture: string | null; amount: number }) {
  const [isDrawn, setDrawn] = useState(true)
  if (!picture || !isDrawn) return <Text c="red">Erro ao carregar QR Code PIX</Text>
  return (
    <Image
      src={picture}
      alt={`QR Code PIX de ${moneyText(amount)}`}
      w={200}
      h={200}
      fit="contain"
      mx="auto"
      radius="sm"
      onError={() => setDrawn(false)}
    />
  )
}
