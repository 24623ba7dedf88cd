import { Image, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { moneyText } from '#contracts/money-text.ts'

type Outcome = 'drawing' | 'same' | 'other' | 'broken'

/** The QR picture of a code, shown once it is seen to be of exactly that code. */
export function CheckedQrCode({ picture, code, amount }: { picture: string | null; code: string; amount: number }) {
  const outcome = useComparison(picture, code)
  if (outcome === 'broken') return <Text c="red">Erro ao carregar QR Code PIX</Text>
  if (outcome === 'other')
    return (
      <Text c="red" role="alert">
        Este QR Code não é o desta doação. Não o use: copie o código PIX.
      </Text>
    )
  if (outcome === 'drawing' || !picture) return <div style={{ width: 200, height: 200, margin: '0 auto' }} />
  return (
    <Image
      src={picture}
      alt={`QR Code PIX de ${moneyText(amount)}`}
      w={200}
      h={200}
      fit="contain"
      mx="auto"
      radius="sm"
    />
  )
}

function useComparison(picture: string | null, code: string): Outcome {
  const [known, setKnown] = useState<{ picture: string; code: string; outcome: Outcome } | null>(null)
  useEffect(() => {
    if (!picture) return undefined
    let isStopped = false
    const tell = (outcome: Outcome) => !isStopped && setKnown({ picture, code, outcome })
    compare(picture, code).then(tell, () => tell('broken'))
    return () => {
      isStopped = true
    }
  }, [picture, code])
  if (!picture) return 'broken'
  return known?.picture === picture && known.code === code ? known.outcome : 'drawing'
}

/** Compares a picture with the code's own modules, each at its centre. Rejects a picture that cannot be drawn. */
async function compare(picture: string, code: string): Promise<Outcome> {
  const image = new globalThis.Image()
  image.src = picture
  await image.decode()
  const { encodeQR } = await import('qr')
  const modules = encodeQR(code, 'raw', { ecc: 'medium', border: 4 })
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = image.naturalWidth
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const side = image.naturalWidth / modules.length
  if (!context || side < 1 || image.naturalHeight !== image.naturalWidth) return 'other'
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, canvas.width, canvas.width)
  const isDark = (row: number, column: number) =>
    data[4 * (Math.floor((row + 0.5) * side) * canvas.width + Math.floor((column + 0.5) * side))]! < 128
  const isSame = modules.every((cells, row) => cells.every((dark, column) => dark === isDark(row, column)))
  return isSame ? 'same' : 'other'
}
