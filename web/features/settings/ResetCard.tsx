import './settings.css'
import { Button, Checkbox, Modal, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { DialogButtons } from '#web/ui/DialogButtons.tsx'
import { useReset } from './api.ts'
import { say } from '#web/text/say.ts'
import type { CircleSettings } from './api.ts'
import { Refused } from '#web/ui/Refused.tsx'

/**
 * Resets a demonstration after its name was typed. A real circle has no such card, and the server refuses to reset
 * it.
 */
export function ResetCard({ circle }: Pick<CircleSettings, 'circle'>) {
  const [isAsking, setAsking] = useState(false)
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="reset" className="danger-zone">
      <Title order={2} size="h4" id="reset">
        Recomeçar a demonstração
      </Title>
      <Text size="sm" mt={4} mb="md">
        {say(
          'As doações, os reports e o livro deste círculo ficam para trás, como foram escritos. Um círculo novo, com o mesmo plano e as mesmas pessoas, toma o lugar dele. Só uma demonstração pode ser recomeçada.',
        )}
      </Text>
      <Button variant="outline" color="red" onClick={() => setAsking(true)}>
        Recomeçar...
      </Button>
      {isAsking && <ResetDialog name={circle.name} onClose={() => setAsking(false)} />}
    </Paper>
  )
}

function ResetDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [keepsPlaces, setKeepsPlaces] = useState(true)
  const { mutate, isPending, error } = useReset()
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    if (typed.trim() === name && !isPending)
      mutate({ confirmation: typed, keep_places: keepsPlaces }, { onSuccess: onClose })
  }
  return (
    <Modal opened onClose={onClose} title="Recomeçar a demonstração" centered>
      <form onSubmit={submit}>
        <Stack>
          <Text>
            Para confirmar, escreva o nome do círculo: <b className="wrap-anywhere">{name}</b>
          </Text>
          <TextInput
            data-autofocus
            label="Nome do círculo"
            value={typed}
            autoComplete="off"
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Checkbox
            label={say('Devolver a cada pessoa o lugar que tem na fila N1')}
            checked={keepsPlaces}
            onChange={(event) => setKeepsPlaces(event.currentTarget.checked)}
          />
          <Refused error={error} otherwise="Não foi possível recomeçar." />
          <DialogButtons onCancel={onClose}>
            <Button type="submit" color="red" disabled={typed.trim() !== name || isPending}>
              {isPending ? 'Recomeçando...' : 'Recomeçar do zero'}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}
