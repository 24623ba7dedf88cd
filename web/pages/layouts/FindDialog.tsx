import './find.css'
import { Modal, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useNoCircle } from '#web/features/circle/no-circle.ts'
import { useIsRoda } from '#web/features/circle/roda.ts'
import { findOptions } from '#web/features/find/find-options.ts'
import type { FindOption } from '#web/features/find/find-options.ts'
import { namesQuery, standingQuery } from '#web/features/members/api.ts'
import { payerCounts } from '#web/features/members/payer-counts.ts'
import { pendingTasksQuery } from '#web/features/tasks/api.ts'
import { taskGroups } from '#web/features/tasks/task-groups.ts'

type Props = {
  readonly pages: readonly { readonly to: string; readonly label: string }[]
  readonly onClose: () => void
  /** Another screen is being opened. */
  readonly onGo: () => void
}

/** Finds a person, what waits, or a page, by a few letters and Enter. */
export default function FindDialog({ pages, onClose, onGo }: Props) {
  const { data: people = [] } = useQuery(namesQuery)
  const { data: tasks } = useQuery(pendingTasksQuery)
  const { data: payers } = useQuery({ ...standingQuery, select: payerCounts })
  const navigate = useNavigate()
  const list = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const hasNone = useNoCircle()
  const isRoda = useIsRoda() ?? false
  const waiting = tasks && !hasNone ? taskGroups(tasks, payers, isRoda) : []
  const options = findOptions(typed, { people, tasks: waiting, pages })
  const chosen = Math.min(at, options.length - 1)
  const idOf = (index: number) => `${list}-${index}`
  const go = async ({ to, search }: FindOption) => {
    onClose()
    onGo()
    await navigate({ to, search: search as never })
    // The keyboard goes on in what was opened, not at the head of the menu.
    if (!document.querySelector('[role=dialog]')) document.querySelector<HTMLElement>('main')?.focus()
  }
  const move = (step: number) => {
    if (options.length === 0) return
    const next = (chosen + step + options.length) % options.length
    setAt(next)
    document.querySelector(`#${CSS.escape(idOf(next))}`)?.scrollIntoView({ block: 'nearest' })
  }
  const press = (event: React.KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' && options[chosen]) void go(options[chosen])
    else return
    event.preventDefault()
  }
  return (
    <Modal opened onClose={onClose} title="Procurar" transitionProps={{ duration: 0 }}>
      <TextInput
        data-autofocus
        type="search"
        size="md"
        role="combobox"
        aria-label="Procurar uma pessoa, uma tarefa ou uma página"
        aria-expanded={options.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={options.length > 0 ? idOf(chosen) : undefined}
        placeholder="Nome de uma pessoa, tarefa ou página"
        autoComplete="off"
        value={typed}
        onKeyDown={press}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setAt(0)
        }}
      />
      <div id={list} role="listbox" aria-label="O que foi encontrado" className="find-list">
        {options.map((option, index) => (
          <button
            key={option.key}
            id={idOf(index)}
            type="button"
            role="option"
            aria-selected={index === chosen}
            tabIndex={-1}
            // One line is marked, whether the mouse or the arrows came to it last.
            onMouseMove={({ movementX, movementY }) => {
              // Lines that scroll past a mouse at rest are not pointed at.
              if (movementX !== 0 || movementY !== 0) setAt(index)
            }}
            onClick={() => void go(option)}
          >
            <span className="wrap-anywhere">{option.text}</span> <small>{option.detail}</small>
          </button>
        ))}
      </div>
      {options.length === 0 && (
        <Text size="sm" c="dimmed" role="status">
          {typed.trim() === '' ? 'Nada espera por você agora. Escreva um nome.' : 'Nada encontrado com estas letras.'}
        </Text>
      )}
    </Modal>
  )
}
