import { Alert, Button, FileButton, Group, Image, Paper, Progress, SimpleGrid, Stack, Text, Textarea } from '@mantine/core'
import { useEffect, useState } from 'react'
import { IMAGE_BYTES_MAX } from '#contracts/limits.ts'
import { failureText } from '#web/api/client.ts'
import { moneyText } from '#web/text/money.ts'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { fileToBase64, imageSource } from '#web/ui/images.ts'
import { useSendReceipt } from './api.ts'
import type { Donation } from './api.ts'

/** How to pay exactly this donation, and where to send the proof of it. */
export function PayPanel({ donation }: { donation: Donation }) {
  return (
    <Stack gap="sm">
      {donation.demonstration && (
        <Alert color="sol" variant="light">
          Código fictício desta demonstração: não pague. Para experimentar, envie uma imagem qualquer como comprovante.
        </Alert>
      )}
      {donation.pixCopyPaste ? <PixCode donation={donation} /> : <Text>Ainda não há dados de pagamento de quem recebe.</Text>}
      <ReceiptUpload donation={donation} />
    </Stack>
  )
}

function PixCode({ donation }: { donation: Donation }) {
  const [isDrawn, setDrawn] = useState(true)
  const picture = imageSource(donation.pixQrCode)
  return (
    <Paper p="sm" radius="md" bg="light-dark(#f4f1ea, #1b2223)">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Stack gap="xs">
          <Text size="sm">
            PIX de <b>{moneyText(donation.amount)}</b> para <b className="wrap-anywhere">{donation.receiver?.pixOwnerName ?? donation.receiver?.name}</b>
          </Text>
          <Text size="sm" className="wrap-anywhere">
            Chave: {donation.receiver?.pixKey}
          </Text>
          <Textarea label="PIX copia e cola" readOnly autosize minRows={2} maxRows={5} value={donation.pixCopyPaste ?? ''} onFocus={(event) => event.currentTarget.select()} />
          <CopyButton value={donation.pixCopyPaste ?? ''} label="Copiar código PIX" />
        </Stack>
        {picture && isDrawn ? (
          <Image src={picture} alt={`QR Code PIX de ${moneyText(donation.amount)}`} w={200} h={200} fit="contain" mx="auto" radius="sm" onError={() => setDrawn(false)} />
        ) : (
          <Text c="red">Erro ao carregar QR Code PIX</Text>
        )}
      </SimpleGrid>
    </Paper>
  )
}

function ReceiptUpload({ donation }: { donation: Donation }) {
  const send = useSendReceipt()
  const [chosen, setChosen] = useState<{ file: File; preview: string } | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const isAgain = donation.status === 'PENDING_CONFIRMATION'

  useEffect(() => () => {
    if (chosen) URL.revokeObjectURL(chosen.preview)
  }, [chosen])

  const choose = (file: File | null) => {
    if (!file) return
    send.reset()
    if (!file.type.startsWith('image/')) return setFault('Por favor, selecione apenas arquivos de imagem (JPG, PNG, etc.)')
    if (file.size > IMAGE_BYTES_MAX) return setFault('Arquivo muito grande. Máximo 5MB permitido.')
    setFault(null)
    setChosen({ file, preview: URL.createObjectURL(file) })
  }

  const upload = async () => {
    if (!chosen || send.isPending) return
    const comprovanteBase64 = await fileToBase64(chosen.file)
    await send.mutateAsync({ id: donation.id, comprovanteBase64 }).then(() => setChosen(null), () => undefined)
  }

  const error = fault ?? (send.error ? failureText(send.error, 'Erro ao enviar comprovante') : null)
  return (
    <Stack gap="xs">
      {error && (
        <Alert color="red" role="alert">
          {error}
        </Alert>
      )}
      {chosen && <Image src={chosen.preview} alt="Prévia do comprovante" mah={220} w="auto" fit="contain" radius="sm" />}
      {send.isPending && <Progress value={100} animated aria-label="Enviando comprovante" />}
      <Group gap="xs">
        <FileButton accept="image/*" onChange={choose} inputProps={{ 'aria-label': 'Escolher comprovante' }}>
          {(props) => (
            <Button {...props} variant={chosen ? 'default' : 'light'}>
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
