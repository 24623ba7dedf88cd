import './queue.css'
import { Badge } from '@mantine/core'
import { say } from '#web/text/say.ts'
import type { QueueEntry } from './api.ts'

/** Marks a queue entry as receiver or as active. */
export function RoleBadge({ entry }: { entry: QueueEntry }) {
  if (entry.is_receiver) return <Badge className="queue-receiver">{say('RECEPTOR')}</Badge>
  return (
    <Badge color="mata" variant="light">
      {say('ATIVO')}
    </Badge>
  )
}
