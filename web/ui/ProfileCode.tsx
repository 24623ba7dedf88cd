import { Text } from '@mantine/core'
import { isValidBitcoinAddress, isValidUsdtAddress } from '#contracts/payment/crypto-address.ts'
import { checkPastedCode } from '#contracts/payment/matches.ts'
import type { PixKeyType } from '#contracts/payment/pix-key.ts'
import type { ImageField, TextField } from '#contracts/profile-fields.ts'
import { QrCode } from './QrCode.tsx'

type Texts = Readonly<Record<TextField, string | null>>

/**
 * The QR code of a person's PIX code or address, drawn from the text beside it once that is seen to be what it should be.
 * The picture that the person sent is shown nowhere.
 */
export default function ProfileCode({ profile, of }: { profile: Texts; of: ImageField }) {
  const { name, text, isRight } = codes[of](profile)
  if (text && isRight) return <QrCode value={text} label={`QR Code ${name}`} />
  return (
    <Text component="span" c="red" size="sm" role="alert">
      O texto acima não serve para pagar {name}, e por isso não há QR Code. Corrija-o antes de usar.
    </Text>
  )
}

const codes = {
  pixQrCode: ({ pixCopyPaste, pixKey, pixKeyType }) => ({
    name: 'PIX',
    text: pixCopyPaste,
    isRight:
      checkPastedCode(pixCopyPaste ?? '', { type: (pixKeyType ?? 'random') as PixKeyType, key: pixKey ?? '' }) === null,
  }),
  btcQrCode: ({ btcAddress }) => ({
    name: 'Bitcoin',
    text: btcAddress,
    isRight: isValidBitcoinAddress(btcAddress ?? ''),
  }),
  usdtQrCode: ({ usdtAddress }) => ({
    name: 'USDT',
    text: usdtAddress,
    isRight: isValidUsdtAddress(usdtAddress ?? ''),
  }),
} satisfies Record<
  ImageField,
  (profile: Texts) => { readonly name: string; readonly text: string | null; readonly isRight: boolean }
>
