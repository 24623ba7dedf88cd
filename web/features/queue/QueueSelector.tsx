import './queue.css'
import { Link } from '@tanstack/react-router'
import type { QueueEntry } from './api.ts'
import { entriesOf } from './queue-list.ts'
import type { QueueLevel } from './queue-list.ts'

const LEVELS = [1, 2, 3] as const

/** The queue a URL's search names, `?fila=2`; the first when it names none. */
export function levelIn(search: unknown): QueueLevel {
  const asked = typeof search === 'object' && search !== null && 'fila' in search ? Number(search.fila) : 1
  return LEVELS.find((level) => level === asked) ?? 1
}

/** The three queues, each at its own address. */
export function QueueSelector({ queue, level }: { queue: readonly QueueEntry[]; level: QueueLevel }) {
  return (
    <nav className="queue-choice" aria-label="Filas">
      {LEVELS.map((each) => (
        <Link key={each} to="/admin/queue" search={{ fila: each }} aria-current={each === level ? 'page' : undefined}>
          Fila N{each} <small>{entriesOf(queue, each).length}</small>
        </Link>
      ))}
    </nav>
  )
}
