import './queue.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { circleQuery } from '#web/features/circle/api.ts'
import type { QueueEntry } from './api.ts'
import { entriesOf } from './queue-list.ts'
import type { QueueLevel } from './queue-list.ts'
import { say } from '#web/text/say.ts'
import { QUEUE_LEVELS } from './search.ts'

/** The queues of the circle's plan, each at its own address; nothing to choose where there is one. */
export function QueueSelector({ queue, level }: { queue: readonly QueueEntry[]; level: QueueLevel }) {
  const { data: circle } = useQuery(circleQuery)
  const count = circle?.plan.levels.length ?? level
  if (count === 1) return null
  return (
    <nav className="queue-choice" aria-label="Filas">
      {QUEUE_LEVELS.slice(0, count).map((each) => (
        <Link key={each} to="/admin/queue" search={{ fila: each }} aria-current={each === level ? 'page' : undefined}>
          {say('Fila N')}
          {each} <small>{entriesOf(queue, each).length}</small>
        </Link>
      ))}
    </nav>
  )
}
