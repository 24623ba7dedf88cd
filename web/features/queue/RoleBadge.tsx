import './queue.css'
import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useIsRoda } from '#web/features/circle/roda.ts'
import { placesQuery } from '#web/features/circle/places.ts'
import { say } from '#web/text/say.ts'
import type { QueueEntry } from './api.ts'
import { badgeOf } from './queue-list.ts'

/** Marks a queue entry as receiver or as active; in a roda also as one that has had its turn of this rotation. */
export function RoleBadge({ entry }: { entry: QueueEntry }) {
  const isRoda = useIsRoda() ?? false
  const { data: places } = useQuery({ ...placesQuery, enabled: isRoda })
  const is = badgeOf(entry, isRoda ? places : undefined)
  if (is === 'RECEPTOR') return <Badge className="queue-receiver">{say('RECEPTOR')}</Badge>
  const isOver = is === 'JÁ RECEBEU'
  return (
    <Badge color={isOver ? 'gray' : 'mata'} variant="light">
      {isOver ? is : say('ATIVO')}
    </Badge>
  )
}
