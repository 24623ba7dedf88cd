import { Text, Textarea } from '@mantine/core'
import { Suspense, useState } from 'react'
import { moneyText } from '#contracts/money-text.ts'
import { donationCode } from '#contracts/payment/br-code.ts'
import { BreakableText } from '#web/ui/BreakableText.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { lazyPart } from '#web/ui/lazyPart.tsx'
import type { Donation } from './api.ts'

const QrCode = lazyPart(async () => ({ default: (await import('#web/ui/QrCode.tsx')).QrCode }))

/**
 * Amount, name and key of a checked donation, and its code to copy or scan: of all that is missing, or of a part. Code and
 * picture are made here, of what was checked: no answer can slip others into them.
 */
export function PixCode({ donation: { id, receiver }, amount }: { donation: Donation; amount: number }) {
  // On the phone that pays, the code is copied; the picture is for another screen.
  const [isWide] = useState(() => matchMedia('(min-width: 48em)').matches)
  const [isShown, setShown] = useState(isWide)
  const code = receiver && donationCode(receiver, { id, amount })
  if (!code) return <Text size="sm">Ainda não há dados de pagamento de quem recebe.</Text>
  return (
    <div className="pay-code">
      <div style={{ display: 'grid', gap: 10, alignContent: 'start', minWidth: 0 }}>
        <dl>
          <div>
            <dt>Valor</dt>
            <dd>{moneyText(amount)}</dd>
          </div>
          <div>
            <dt>Para</dt>
            <dd>{receiver.pixOwnerName ?? receiver.name}</dd>
          </div>
          <div>
            <dt>Chave</dt>
            <dd>
              <BreakableText text={receiver.pixKey ?? ''} />
            </dd>
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
      <details open={isWide} onToggle={(event) => setShown(event.currentTarget.open)}>
        <summary>Mostrar QR Code</summary>
        <div className="pay-qr">
          <Suspense fallback={null}>
            {isShown && <QrCode value={code} label={`QR Code PIX de ${moneyText(amount)}`} />}
          </Suspense>
        </div>
      </details>
    </div>
  )
}
