import './tasks.css'
import { Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useIsRoda } from '#web/features/circle/roda.ts'
import { LoadingRows, Unread } from '#web/ui/states.tsx'
import { pendingTasksQuery } from './api.ts'
import { taskGroups } from './task-groups.ts'
import type { Payers, TaskGroup } from './task-groups.ts'

type Props = {
  /** How many people are late with a payment or have not paid yet; `undefined` while that is not known. */
  readonly payers: Payers | undefined
  /** The buttons that remind either. */
  readonly remind: Readonly<Record<keyof Payers, ReactNode>>
}

/** The one list of what waits for a person, each with the way to where it is dealt with. */
export function PendingTasks({ payers, remind }: Props) {
  const { data, error, refetch } = useQuery(pendingTasksQuery)
  const isRoda = useIsRoda() ?? false
  const groups = data && taskGroups(data, payers, isRoda)
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="waiting">
      <Title order={2} size="h4" id="waiting">
        O que espera por você
      </Title>
      {error && !data && <Unread error={error} otherwise="Erro ao carregar o que espera por você" refetch={refetch} />}
      {!data && !error && <LoadingRows label="Carregando o que espera por você..." />}
      {groups?.length === 0 && payers && <Text c="dimmed">Ninguém espera por você agora.</Text>}
      <ul className="task-list">
        {groups?.map((group) => (
          <Group
            key={group.key}
            group={group}
            act={(group.key === 'late' || group.key === 'unpaid') && remind[group.key]}
          />
        ))}
      </ul>
    </Paper>
  )
}

type GroupProps = { readonly group: TaskGroup; readonly act: ReactNode }

function Group({ group: { key, title, count, note, items, others, target, all }, act }: GroupProps) {
  return (
    <li data-kind={key}>
      <div className="task-head">
        <h3>
          <b>{count}</b> <span>{title}</span>
        </h3>
        <Link to={target.to} search={target.search as never}>
          {all}
        </Link>
      </div>
      {note && <p>{note}</p>}
      {act && <div className="task-act">{act}</div>}
      {items.length > 0 && (
        <ul>
          {items.map(({ id, text, detail, target: own }) => (
            <li key={id}>
              <Link to={own.to} search={own.search as never}>
                {text}
              </Link>
              <small>{detail}</small>
            </li>
          ))}
          {others > 0 && <li>e mais {others}</li>}
        </ul>
      )}
    </li>
  )
}
