import { Button, FileButton, Group, Image, Input } from '@mantine/core'
import { useState } from 'react'
import { IMAGE_SIDE_PIXELS } from '#contracts/limits.ts'
import { fileToBase64, imageSize, imageSource } from '#web/ui/images.ts'

type Props = {
  readonly label: string
  /** The picture there is. */
  readonly present: string | null
  /** Undefined: it stays. Null: it goes. Base64: this one instead. */
  readonly value: string | null | undefined
  readonly error?: string | undefined
  readonly onChange: (value: string | null) => void
}

/** A person's picture in the edit form: it stays, goes, or is changed for another. */
export function PictureField({ label, present, value, error, onChange }: Props) {
  const [fault, setFault] = useState<string | null>(null)
  const take = async (file: File | null) => {
    if (!file) return
    try {
      const { width, height } = await imageSize(file)
      if (width > IMAGE_SIDE_PIXELS || height > IMAGE_SIDE_PIXELS)
        return setFault('A imagem deve ter no máximo 400x400 pixels.')
      onChange(await fileToBase64(file))
      setFault(null)
    } catch {
      setFault('Erro ao processar a imagem. Tente novamente.')
    }
  }
  const source = imageSource(value === undefined ? present : value)
  return (
    <Input.Wrapper label={label} error={fault ?? error} labelElement="div">
      <Group mt={6} gap="xs">
        {source && <Image src={source} alt={`${label}: imagem atual`} w={56} h={56} radius="sm" fit="contain" />}
        <FileButton accept="image/*" onChange={(file) => void take(file)} inputProps={{ 'aria-label': label }}>
          {(props) => (
            <Button {...props} variant="default" size="sm" aria-label={`${source ? 'Trocar' : 'Escolher'} ${label}`}>
              {source ? 'Trocar' : 'Escolher'}
            </Button>
          )}
        </FileButton>
        {source && (
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
    </Input.Wrapper>
  )
}
