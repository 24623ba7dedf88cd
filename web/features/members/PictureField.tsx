import { Button, FileButton, Group, Image, Input, Text } from '@mantine/core'
import { useState } from 'react'
import { IMAGE_SIDE_PIXELS } from '#contracts/limits.ts'
import { chooseAnew, fileToBase64, imageSize, imageSource } from '#web/ui/images.ts'
import { Crop } from '#web/ui/pictures/Crop.tsx'
import { faultText, isPicture, pictureToCrop } from '#web/ui/pictures/square.ts'

const TOO_LARGE = 'A imagem deve ter no máximo 400x400 pixels.'
const FACE_HELP = 'Mova e aproxime até o rosto ficar dentro do círculo.'
const CODE_HELP = 'Deixe o QR Code inteiro dentro do quadro, com a margem branca.'
const UNREADABLE = 'Erro ao processar a imagem. Tente novamente.'

type Props = {
  readonly label: string
  /** The picture there is. */
  readonly present: string | null
  /** Undefined: it stays. Null: it goes. Base64: this one instead. */
  readonly value: string | null | undefined
  readonly error?: string | undefined
  readonly isFace: boolean
  readonly onChange: (value: string | null) => void
}

/** A person's picture in the edit form: it stays, goes, or is changed for another. */
export function PictureField({ label, present, value, error, isFace, onChange }: Props) {
  const [fault, setFault] = useState<string | null>(null)
  const [opened, setOpened] = useState<Blob | null>(null)
  const take = async (file: File | null) => {
    if (!file) return undefined
    setOpened(null)
    setFault(null)
    const size = await imageSize(file).catch(() => null)
    if (size && size.width <= IMAGE_SIDE_PIXELS && size.height <= IMAGE_SIDE_PIXELS)
      return onChange(await fileToBase64(file))
    const picture = await pictureToCrop(file)
    if (isPicture(picture)) setOpened(picture)
    return setFault(isPicture(picture) ? TOO_LARGE : picture ? faultText(picture) : UNREADABLE)
  }
  const shown = value === undefined ? present : value
  // Of a code only what is being chosen here is seen: a picture from elsewhere may be read otherwise than it looks.
  const source = imageSource(isFace ? shown : value)
  return (
    <Input.Wrapper label={label} error={fault ?? error} labelElement="div">
      <Group mt={6} gap="xs">
        {source && <Image src={source} alt={`${label}: imagem atual`} w={56} h={56} radius="sm" fit="contain" />}
        {shown && !source && (
          <Text size="sm" c="dimmed">
            Imagem guardada
          </Text>
        )}
        <FileButton
          accept="image/*"
          onChange={(file) => void take(file)}
          inputProps={{ 'aria-label': label, onClick: chooseAnew }}
        >
          {(props) => (
            <Button {...props} variant="default" size="sm" aria-label={`${shown ? 'Trocar' : 'Escolher'} ${label}`}>
              {shown ? 'Trocar' : 'Escolher'}
            </Button>
          )}
        </FileButton>
        {shown && (
          <Button
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`Remover ${label}`}
            onClick={() => onChange(null)}
          >
            Remover
          </Button>
        )}
      </Group>
      {opened && (
        <Crop
          help={isFace ? FACE_HELP : CODE_HELP}
          picture={opened}
          of={isFace ? 'face' : 'code'}
          onCut={(cut) => void take(cut)}
          onClose={() => setOpened(null)}
        />
      )}
    </Input.Wrapper>
  )
}
