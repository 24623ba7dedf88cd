import { Text } from '@mantine/core'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import type { Donation } from './api.ts'

/**
 * The receiver's crypto addresses, for donations that both sides agreed to pay that way. The amount stays in reais,
 * because the product sets no rate.
 */
export function CryptoDetails({ donation: { receiver } }: { donation: Donation }) {
  const addresses = [
    { name: 'Bitcoin', value: receiver?.btcAddress },
    { name: 'USDT (ERC20)', value: receiver?.usdtAddress },
  ].flatMap(({ name, value }) => (value ? [{ name, value }] : []))
  if (addresses.length === 0) return null
  return (
    <details>
      <summary>Outra forma, só se vocês combinarem</summary>
      <div style={{ display: 'grid', gap: 10 }}>
        {addresses.map(({ name, value }) => (
          <div key={name} style={{ display: 'grid', gap: 6 }}>
            <Text size="sm" className="wrap-anywhere">
              {name}: {value}
            </Text>
            <CopyButton value={value} label={`Copiar endereço ${name}`} />
          </div>
        ))}
      </div>
    </details>
  )
}
