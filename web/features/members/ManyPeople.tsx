import { Button, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isClosed } from '#contracts/labels.ts'
import { ProposedSome } from '#web/features/circle/Proposed.tsx'
import { BulkDone } from '#web/ui/BulkDone.tsx'
import { runSequentially } from '#web/ui/run-sequentially.ts'
import type { Outcome } from '#web/ui/run-sequentially.ts'
import { approveUser, changeStanding } from './api.ts'
import type { User } from './api.ts'
import { useTicked } from './ticks.tsx'
import { isUnverified, nameOf, waitsForApproval } from './user-list.ts'
import { peopleText, AskReason } from './AskReason.tsx'

const words = {
  approve: {
    doing: 'Aprovando',
    one: '1 pessoa aprovada',
    many: 'pessoas aprovadas',
    failed: 'Erro ao aprovar usuário',
  },
  suspend: {
    doing: 'Suspendendo',
    one: '1 conta suspensa',
    many: 'contas suspensas',
    failed: 'Não foi possível mudar a situação desta pessoa.',
  },
} as const
type Verb = keyof typeof words

/** Approves or suspends those of these people who are ticked, one by one, with a counter and a stop. Who fails stays ticked. */
export function ManyPeople({ people }: { people: readonly User[] }) {
  const { ids: chosen, select } = useTicked()
  const onChoose = (ids: readonly string[]) => select(new Set(ids))
  const client = useQueryClient()
  const [progress, setProgress] = useState<{ verb: Verb; at: number; total: number; next: User } | null>(null)
  const [result, setResult] = useState<{ verb: Verb; outcome: Outcome<User> } | null>(null)
  const [asks, setAsks] = useState(false)
  const stopAsked = useRef(false)
  useEffect(() => () => void (stopAsked.current = true), [])
  const picked = people.filter(({ id }) => chosen.has(id))
  const waiting = picked.filter(waitsForApproval)
  const members = picked.filter((user) => !isUnverified(user) && !isClosed(user.status))
  const work = async (verb: Verb, items: readonly User[], act: (user: User) => Promise<unknown>) => {
    stopAsked.current = false
    setAsks(false)
    setResult(null)
    const outcome = await runSequentially({
      items,
      act,
      onFailure: 'go on',
      onProgress: ({ done, failures }, next) =>
        setProgress({ verb, at: done + failures.length + 1, total: items.length, next }),
      isStopped: () => stopAsked.current,
    })
    setProgress(null)
    setResult({ verb, outcome })
    const failed = outcome.failures.map(({ item }) => item.id)
    const undone = outcome.wasStopped ? items.slice(outcome.done + failed.length).map(({ id }) => id) : []
    const others = picked.filter((user) => !items.includes(user)).map(({ id }) => id)
    onChoose([...others, ...failed, ...undone])
    await Promise.all([
      client.invalidateQueries({ queryKey: ['users'] }),
      client.invalidateQueries({ queryKey: ['admin'] }),
    ])
  }
  const approve = () => work('approve', waiting, ({ id }) => approveUser(id))
  const suspend = (reason: string) =>
    work('suspend', members, ({ id }) => changeStanding({ id, verb: 'suspend', reason }))
  if (progress)
    return (
      <Group role="status">
        <Text className="wrap-anywhere">
          <b>
            {words[progress.verb].doing} {progress.at} de {progress.total}
          </b>
          : {nameOf(progress.next)}
        </Text>
        <Stop onStop={() => (stopAsked.current = true)} />
      </Group>
    )
  return (
    <div>
      {people.length > 0 && (
        <Group>
          <Button
            variant="default"
            mih={44}
            onClick={() => onChoose(picked.length === people.length ? [] : people.map(({ id }) => id))}
          >
            {picked.length === people.length ? 'Limpar a seleção' : 'Selecionar todos'}
          </Button>
          <Button mih={44} disabled={waiting.length === 0} onClick={() => void approve()}>
            {waiting.length === 0 ? 'Aprovar selecionados' : `Aprovar ${peopleText(waiting.length)}`}
          </Button>
          {members.length > 0 && (
            <Button mih={44} variant="outline" color="red" onClick={() => setAsks(true)}>
              Suspender {peopleText(members.length)}...
            </Button>
          )}
        </Group>
      )}
      {asks && (
        <AskReason count={members.length} onClose={() => setAsks(false)} onReason={(why) => void suspend(why)} />
      )}
      {result && <Done {...result} />}
    </div>
  )
}

/** Takes the focus from the button that began the work, which is gone. */
function Stop({ onStop }: { onStop: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Button ref={button} variant="default" mih={44} onClick={onStop}>
      Parar
    </Button>
  )
}

function Done({ verb, outcome }: { verb: Verb; outcome: Outcome<User> }) {
  const done = outcome.done - outcome.proposed
  const { one, many, failed } = words[verb]
  return (
    <BulkDone mt="sm" title={done === 1 ? one : `${done} ${many}`} {...{ outcome, nameOf }} otherwise={failed}>
      <ProposedSome count={outcome.proposed} />
    </BulkDone>
  )
}
