import { Alert, Button, FileButton, Group, Image, Progress, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { IMAGE_BYTES_MAX } from '#contracts/limits.ts'
import { failureText } from '#web/api/client.ts'
import { fileToBase64 } from '#web/ui/images.ts'
import { useSendReceipt } from './api.ts'
import type { Donation } from './api.ts'

/** Chooses, shows and sends the picture of a payment. Nothing is said to be sent before the server has it. */
export function ReceiptUpload({ donation }: { donation: Donation }) {
  const send = useSendReceipt()
  const [chosen, setChosen] = useState<{ file: File; preview: string } | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [sent, setSent] = useState(0)
  const isAgain = donation.status === 'PENDING_CONFIRMATION'

  useEffect(
    () => () => {
      if (chosen) URL.revokeObjectURL(chosen.preview)
    },
    [chosen],
  )

  const choose = (file: File | null) => {
    if (!file) return
    send.reset()
    if (!file.type.startsWith('image/'))
      return setFault('Por favor, selecione apenas arquivos de imagem (JPG, PNG, etc.)')
    if (file.size > IMAGE_BYTES_MAX) return setFault('Arquivo muito grande. Máximo 5MB permitido.')
    setFault(null)
    setChosen({ file, preview: URL.createObjectURL(file) })
  }

  const upload = async () => {
    if (!chosen || send.isPending) return
    setSent(0)
    const comprovanteBase64 = await fileToBase64(chosen.file)
    await send.mutateAsync({ id: donation.id, comprovanteBase64, onProgress: setSent }).then(
      () => setChosen(null),
      () => undefined,
    )
  }

  const error = fault ?? (send.error ? failureText(send.error, 'Erro ao enviar comprovante') : null)
  return (
    <Stack gap="xs">
      {error && (
        <Alert color="red" role="alert">
          {error}
        </Alert>
      )}
      {chosen && (
        <Image src={chosen.preview} alt="Prévia do comprovante" mah={220} w="auto" fit="contain" radius="sm" />
      )}
      {send.isPending && (
        <div>
          <Progress value={sent * 100} aria-label="Enviando comprovante" />
          <Text size="sm" c="dimmed" aria-live="polite">
            {sent < 1 ? `Enviando: ${Math.floor(sent * 100)}%` : 'Conferindo a imagem...'}
          </Text>
        </div>
      )}
      <Group gap="xs">
        <FileButton accept="image/*" onChange={choose} inputProps={{ 'aria-label': 'Escolher comprovante' }}>
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
