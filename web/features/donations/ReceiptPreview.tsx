import { Image, Text } from '@mantine/core'
import type { Chosen } from './useChosenReceipt.ts'

/** Asks the person to check what was made of their file before they send it. */
const changeTexts: Record<'picture' | 'pdf', string> = {
  picture: 'A imagem foi reduzida para viajar mais leve. Confira se dá para ler.',
  pdf: 'Esta é a primeira página do PDF. Confira se aparecem o valor, a data e quem recebe.',
}

export function ReceiptPreview({ chosen }: { chosen: Chosen }) {
  return (
    <>
      <Image
        src={chosen.preview}
        alt="Prévia do comprovante"
        className="receipt-preview"
        mah={220}
        w="auto"
        fit="contain"
        radius="sm"
      />
      {chosen.from && (
        <Text size="sm" c="dimmed">
          {changeTexts[chosen.from]}
        </Text>
      )}
    </>
  )
}
