import './queue.css'
import { Link } from '@tanstack/react-router'
import type { QueueEntry } from './api.ts'
import { entriesOf } from './queue-list.ts'
import type { QueueLevel } from './queue-list.ts'
import { QUEUE_LEVELS } from './search.ts'

/** The three queues, each at its own address. */
export function QueueSelector({ queue, level }: { queue: readonly QueueEntry[]; level: QueueLevel }) {
  return (
    <nav className="queue-choice" aria-label="Filas">
      {QUEUE_LEVELS.map((each) => (
        <Link key={each} to="/admin/queue" search={{ fila: each }} aria-current={each === level ? 'page' : undefined}>
          Fila N{each} <small>{entriesOf(queue, each).length}</small>
        </Link>
      ))}
    </nav>
  )
}
