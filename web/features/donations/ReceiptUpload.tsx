import { Alert, Button, FileButton, Group, Image, Progress, Stack, Text } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { findPixTransaction, isPixTransaction } from '#contracts/payment/pix-transaction.ts'
import { failureText } from '#web/api/client.ts'
import { chooseAnew, fileToBase64 } from '#web/ui/images.ts'
import { isFault, readyReceipt } from '#web/ui/pictures/receipt.ts'
import type { PictureFault, ReadyReceipt } from '#web/ui/pictures/receipt.ts'
import { useSendReceipt } from './api.ts'
import type { Donation } from './api.ts'
import { PixTransactionField } from './PixTransactionField.tsx'

type Props = {
  readonly donation: Donation
  /** A file that came from another app: chosen already. */
  readonly shared?: File
  /** The words that came along: the id of the PIX transaction may stand in them. */
  readonly sharedText?: string
  readonly onSent?: () => void
}
type Chosen = ReadyReceipt & { readonly preview: string }

/** Asks the person to check what was made of their file before they send it. */
const changeTexts: Record<'picture' | 'pdf', string> = {
  picture: 'A imagem foi reduzida para viajar mais leve. Confira se dá para ler.',
  pdf: 'Esta é a primeira página do PDF. Confira se aparecem o valor, a data e quem recebe.',
}

/** Chooses, shows and sends the picture of a payment. Nothing is said to be sent before the server has it. */
export function ReceiptUpload({ donation, shared, sharedText = '', onSent }: Props) {
  const send = useSendReceipt()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [fault, setFault] = useState<PictureFault | null>(null)
  const [isReading, setReading] = useState(shared !== undefined)
  const [sent, setSent] = useState(0)
  const [pixId, setPixId] = useState(findPixTransaction(sharedText) ?? '')
  const latest = useRef(0)
  const isAgain = donation.status === 'PENDING_CONFIRMATION'

  useEffect(
    () => () => {
      if (chosen) URL.revokeObjectURL(chosen.preview)
    },
    [chosen],
  )

  const show = useCallback((ready: ReadyReceipt | PictureFault) => {
    setReading(false)
    if (isFault(ready)) setFault(ready)
    else setChosen({ ...ready, preview: URL.createObjectURL(ready.file) })
  }, [])
  const choose = async (file: File | null) => {
    if (!file) return
    send.reset()
    setFault(null)
    setReading(true)
    latest.current += 1
    const turn = latest.current
    const ready = await readyReceipt(file)
    // Another file may have been chosen while this one was being read.
    if (turn === latest.current) show(ready)
  }
  useEffect(() => {
    if (!shared) return undefined
    const turn = latest.current
    let isGone = false
    const take = async () => {
      const ready = await readyReceipt(shared)
      if (!isGone && turn === latest.current) show(ready)
    }
    void take()
    return () => {
      isGone = true
    }
  }, [shared, show])

  const upload = async () => {
    if (!chosen || send.isPending || (pixId.trim() !== '' && !isPixTransaction(pixId.trim()))) return
    setSent(0)
    const comprovanteBase64 = await fileToBase64(chosen.file)
    try {
      const pixTransaction = pixId.trim() || undefined
      await send.mutateAsync({ id: donation.id, comprovanteBase64, pixTransaction, onProgress: setSent })
    } catch {
      // Said below; the picture stays chosen.
      return
    }
    setChosen(null)
    setPixId('')
    onSent?.()
  }

  const error = fault ?? (send.error ? { said: failureText(send.error, 'Erro ao enviar comprovante') } : null)
  return (
    <Stack gap="xs">
      {error && (
        <Alert color="red" role="alert">
          <Text size="sm">{error.said}</Text>
          {error.advice && <Text size="sm">{error.advice}</Text>}
        </Alert>
      )}
      {isReading && (
        <Text size="sm" c="dimmed" role="status">
          Preparando a imagem...
        </Text>
      )}
      {chosen && (
        <Image
          src={chosen.preview}
          alt="Prévia do comprovante"
          className="receipt-preview"
          mah={220}
          w="auto"
          fit="contain"
          radius="sm"
        />
      )}
      {chosen?.from && (
        <Text size="sm" c="dimmed">
          {changeTexts[chosen.from]}
        </Text>
      )}
      {chosen && <PixTransactionField value={pixId} onChange={setPixId} />}
      {send.isPending && (
        <div>
          <Progress value={sent * 100} aria-label="Enviando comprovante" />
          <Text size="sm" c="dimmed" aria-live="polite">
            {sent < 1 ? `Enviando: ${Math.floor(sent * 100)}%` : 'Conferindo a imagem...'}
          </Text>
        </div>
      )}
      <Group gap="xs">
        <FileButton
          accept="image/*,application/pdf"
          onChange={(file) => void choose(file)}
          inputProps={{ 'aria-label': 'Escolher comprovante', onClick: chooseAnew }}
        >
          {(props) => (
            <Button {...props} variant={chosen ? 'default' : 'outline'} disabled={send.isPending}>
              {chosen ? 'Trocar imagem' : isAgain ? 'Substituir comprovante' : 'Escolher comprovante'}
            </Button>
          )}
        </FileButton>
        {chosen && (
          <Button onClick={() => void upload()} disabled={send.isPending}>
            {send.isPending ? 'Enviando...' : 'Enviar comprovante'}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
