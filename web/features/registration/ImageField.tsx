import { Button, FileButton, Group, Image, Input, Text } from '@mantine/core'
import { useState } from 'react'
import { chooseAnew, fileToBase64, imageSize, imageSource } from '#web/ui/images.ts'
import { Crop } from '#web/ui/pictures/Crop.tsx'
import { faultText, isPicture, pictureToCrop } from '#web/ui/pictures/square.ts'

const TOO_LARGE = 'A imagem deve ter no máximo 400x400 pixels.'
const UNREADABLE = 'Erro ao processar a imagem. Tente novamente.'

const SIDE_MAX = 400

/** A picture of a code of at most 400×400, kept as base64 without prefix; of a larger one the person chooses the square. */
export function ImageField({
  label,
  value,
  onChange,
  error,
  required,
}: {
  label: string
  value: string
  onChange: (base64: string) => void
  error?: string | undefined
  required?: boolean
}) {
  const [fault, setFault] = useState<string | null>(null)
  const [opened, setOpened] = useState<Blob | null>(null)
  const take = async (file: File | null) => {
    if (!file) return undefined
    setOpened(null)
    setFault(null)
    const size = await imageSize(file).catch(() => null)
    if (size && size.width <= SIDE_MAX && size.height <= SIDE_MAX) return onChange(await fileToBase64(file))
    const picture = await pictureToCrop(file)
    if (isPicture(picture)) return setOpened(picture)
    return setFault(picture ? faultText(picture) : UNREADABLE)
  }
  const source = imageSource(value)
  return (
    <Input.Wrapper
      label={label}
      description="Uma captura de tela serve: você escolhe o recorte"
      error={fault ?? error}
      withAsterisk={required ?? false}
      labelElement="div"
    >
      <Group mt={6} align="center">
        {source && <Image src={source} alt={`${label}: imagem escolhida`} w={72} h={72} radius="sm" fit="contain" />}
        <FileButton
          accept="image/*"
          onChange={(file) => void take(file)}
          inputProps={{ 'aria-label': label, onClick: chooseAnew }}
        >
          {(props) => (
            <Button {...props} variant="default">
              {source ? 'Trocar imagem' : 'Escolher imagem'}
            </Button>
          )}
        </FileButton>
        {source && (
          <Text size="sm" c="dimmed">
            Imagem escolhida
          </Text>
        )}
      </Group>
      {opened && (
        <Crop
          rule={TOO_LARGE}
          help="Deixe o QR Code inteiro dentro do quadro, com a margem branca."
          picture={opened}
          of="code"
          onCut={(cut) => void take(cut)}
          onClose={() => {
            setOpened(null)
            setFault(TOO_LARGE)
          }}
        />
      )}
    </Input.Wrapper>
  )
}
