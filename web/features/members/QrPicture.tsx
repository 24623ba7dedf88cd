import { Text } from '@mantine/core'
import { useState } from 'react'
import { imageSource } from '#web/ui/images.ts'

const SIDE = 200

/** A QR code, 200 pixels square, or why it is not there. */
export function QrPicture({ image, of }: { image: string | null; of: 'PIX' | 'Bitcoin' | 'USDT' }) {
  const [hasFailed, setFailed] = useState(false)
  const source = imageSource(image)
  if (!source) return <>Não informado</>
  if (hasFailed) {
    return (
      <Text c="red" size="sm" role="alert">
        Erro ao carregar QR Code {of}
      </Text>
    )
  }
  return (
    <img
      src={source}
      width={SIDE}
      height={SIDE}
      alt={`QR Code ${of}`}
      onError={() => setFailed(true)}
      style={{ objectFit: 'contain', background: '#fff', borderRadius: 8 }}
    />
  )
}
