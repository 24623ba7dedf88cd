import { Alert, Button, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { failureText, request } from '#web/api/client.ts'
import { runSequentially } from '#web/ui/run-sequentially.ts'
import type { Outcome } from '#web/ui/run-sequentially.ts'
import type { User } from './api.ts'
import { nameOf } from './user-list.ts'

type Props = {
  /** The people who wait and are on the list. */
  readonly waiting: readonly User[]
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (ids: readonly string[]) => void
}

/** Approves those who are chosen, one by one, with a counter and a stop. Who fails stays chosen. */
export function ApproveMany({ waiting, chosen, onChoose }: Props) {
  const client = useQueryClient()
  const [progress, setProgress] = useState<{ outcome: Outcome<User>; next: User } | null>(null)
  const [result, setResult] = useState<Outcome<User> | null>(null)
  const stopAsked = useRef(false)
  useEffect(() => () => void (stopAsked.current = true), [])
  const people = waiting.filter(({ id }) => chosen.has(id))
  const approve = async () => {
    stopAsked.current = false
    setResult(null)
    const outcome = await runSequentially({
      items: people,
      act: ({ id }) => request('PATCH /users/{id}/approve', { params: { id } }),
      onFailure: 'go on',
      onProgress: (soFar, next) => setProgress({ outcome: soFar, next }),
      isStopped: () => stopAsked.current,
    })
    setProgress(null)
    setResult(outcome)
    const failed = outcome.failures.map(({ item }) => item.id)
    const undone = outcome.wasStopped ? people.slice(outcome.done + failed.length).map(({ id }) => id) : []
    onChoose([...failed, ...undone])
    await Promise.all([
      client.invalidateQueries({ queryKey: ['users'] }),
      client.invalidateQueries({ queryKey: ['admin'] }),
    ])
  }
  if (progress) {
    const at = progress.outcome.done + progress.outcome.failures.length + 1
    return (
      <Group role="status">
        <Text className="wrap-anywhere">
          <b>
            Aprovando {at} de {people.length}
          </b>
          : {nameOf(progress.next)}
        </Text>
        <Button variant="default" mih={44} onClick={() => (stopAsked.current = true)}>
          Parar
        </Button>
      </Group>
    )
  }
  return (
    <div>
      {waiting.length > 0 && (
        <Group>
          <Button
            variant="default"
            mih={44}
            onClick={() => onChoose(people.length === waiting.length ? [] : waiting.map(({ id }) => id))}
          >
            {people.length === waiting.length ? 'Limpar a seleção' : 'Selecionar todos'}
          </Button>
          <Button mih={44} disabled={people.length === 0} onClick={() => void approve()}>
            {people.length === 0
              ? 'Aprovar selecionados'
              : `Aprovar ${people.length === 1 ? '1 pessoa' : `${people.length} pessoas`}`}
          </Button>
        </Group>
      )}
      {result && (
        <Alert
          mt="sm"
          color={result.failures.length > 0 ? 'red' : result.wasStopped ? 'sol' : 'mata'}
          role={result.failures.length > 0 ? 'alert' : 'status'}
          title={`${result.done === 1 ? '1 pessoa aprovada' : `${result.done} pessoas aprovadas`}${result.wasStopped ? '; você parou antes do fim' : ''}`}
        >
          {result.failures.map(({ item, error }) => (
            <Text key={item.id} size="sm" className="wrap-anywhere">
              {nameOf(item)}: {failureText(error, 'Erro ao aprovar usuário')}
            </Text>
          ))}
        </Alert>
      )}
    </div>
  )
}
