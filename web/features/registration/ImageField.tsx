import { Button, FileButton, Group, Image, Input, Text } from '@mantine/core'
import { useState } from 'react'
import { fileToBase64, imageSize, imageSource } from '#web/ui/images.ts'

const SIDE_MAX = 400

/** A picture of at most 400×400, kept as base64 without prefix. */
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
  const take = async (file: File | null) => {
    if (!file) return
    try {
      const { width, height } = await imageSize(file)
      if (width > SIDE_MAX || height > SIDE_MAX) return setFault('A imagem deve ter no máximo 400x400 pixels.')
      onChange(await fileToBase64(file))
      setFault(null)
    } catch {
      setFault('Erro ao processar a imagem. Tente novamente.')
    }
  }
  const source = imageSource(value)
  return (
    <Input.Wrapper
      label={label}
      description="PNG, JPG ou WebP de até 400x400 pixels"
      error={fault ?? error}
      withAsterisk={required ?? false}
      labelElement="div"
    >
      <Group mt={6} align="center">
        {source && <Image src={source} alt={`${label}: imagem escolhida`} w={72} h={72} radius="sm" fit="contain" />}
        <FileButton
          accept="image/png,image/jpeg,image/webp"
          onChange={(file) => void take(file)}
          inputProps={{ 'aria-label': label }}
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
    </Input.Wrapper>
  )
}
