import { Alert, Button, FileButton, Group, Image, Text, Textarea } from '@mantine/core'
import { useEffect, useState } from 'react'
import { tidyText } from '#contracts/forms/clean-line.ts'
import { CASE_TEXT_MAX } from '#contracts/limits.ts'
import { ApiError, failureText } from '#web/api/client.ts'
import { chooseAnew } from '#web/ui/images.ts'
import { isFault, readyReceipt } from '#web/ui/pictures/receipt.ts'
import { faultText } from '#web/ui/pictures/square.ts'
import { useDraft } from '#web/ui/useDraft.ts'
import { useAddStatement } from './api.ts'

const MISSING = 'Escreva o que você quer dizer.'

/** One's own words in an open case, with a picture if one wants. Nothing is lost when sending fails. */
export function StatementForm({ id }: { id: string }) {
  const add = useAddStatement(id)
  const [text, setText] = useDraft(`caso:${id}`, '')
  const [chosen, setChosen] = useState<{ file: Blob; preview: string } | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [isMissing, setMissing] = useState(false)

  useEffect(
    () => () => {
      if (chosen) URL.revokeObjectURL(chosen.preview)
    },
    [chosen],
  )

  const choose = async (file: File | null) => {
    if (!file) return
    const ready = await readyReceipt(file)
    if (isFault(ready)) return setFault(faultText(ready))
    setFault(null)
    setChosen({ file: ready.file, preview: URL.createObjectURL(ready.file) })
  }

  const empty = () => {
    setText('')
    setChosen(null)
  }

  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    setMissing(!text.trim())
    if (!text.trim() || add.isPending) return
    add.mutate(
      { text: tidyText(text), file: chosen?.file ?? null },
      {
        onSuccess: empty,
        // Its answer was lost: it is there, and the field is for what comes next.
        onError: (failure) => failure instanceof ApiError && failure.code === 'report.said_already' && empty(),
      },
    )
  }

  const error = fault ?? (add.error ? failureText(add.error, 'Não foi possível enviar. Tente de novo.') : null)
  return (
    <form className="case-form" onSubmit={submit} aria-label="Escrever neste caso">
      <Textarea
        label="O que você quer dizer"
        description="A outra parte e a administração vão ler. Depois de enviado, não se apaga nem se muda."
        autosize
        minRows={3}
        maxRows={10}
        maxLength={CASE_TEXT_MAX}
        value={text}
        error={isMissing && !text.trim() && MISSING}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {chosen && <Image src={chosen.preview} alt="Prévia da imagem" mah={200} w="auto" fit="contain" radius="sm" />}
      {error && (
        <Alert color="red" role="alert">
          {error}
        </Alert>
      )}
      {add.isSuccess && !text && (
        <Text size="sm" role="status">
          Enviado.
        </Text>
      )}
      <Group gap="xs">
        <FileButton
          accept="image/*,application/pdf"
          onChange={(file) => void choose(file)}
          inputProps={{ 'aria-label': 'Escolher imagem', onClick: chooseAnew }}
        >
          {(props) => (
            <Button {...props} variant="default" mih={44} disabled={add.isPending}>
              {chosen ? 'Trocar imagem' : 'Juntar uma imagem'}
            </Button>
          )}
        </FileButton>
        <Button type="submit" mih={44} disabled={add.isPending}>
          {add.isPending ? 'Enviando...' : 'Enviar'}
        </Button>
      </Group>
    </form>
  )
}
