import { Text } from '@mantine/core'
import { useState } from 'react'
import { imageSource } from './images.ts'

const SIDE = 200

type Props = { readonly image: string | null; readonly of: 'PIX' | 'Bitcoin' | 'USDT' }

/** A QR code, 200 pixels square, or why it is not there. */
export function QrPicture({ image, of }: Props) {
  const source = imageSource(image)
  // The key remounts the picture for another source, so that an earlier failure is forgotten.
  return source ? <Shown key={source} source={source} of={of} /> : <>Não informado</>
}

function Shown({ source, of }: { source: string; of: Props['of'] }) {
  const [hasFailed, setFailed] = useState(false)
  if (hasFailed) {
    return (
      <Text component="span" c="red" size="sm" role="alert">
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
      style={{
        display: 'block',
        maxWidth: '100%',
        height: 'auto',
        objectFit: 'contain',
        background: '#fff',
        borderRadius: 8,
      }}
    />
  )
}
