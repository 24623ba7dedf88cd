import { Anchor, Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Acting } from '#web/features/session/Acting.tsx'
import { say } from '#web/text/say.ts'
import { Part } from '#web/ui/Part.tsx'
import { QueueActions } from './QueueActions.tsx'
import type { QueueAction } from './QueueActions.tsx'

type WaysProps = {
  /** Whether the roda may have begun before it came here. */
  readonly mayHaveBegun: boolean
  readonly isRefreshing: boolean
  readonly onAction: (kind: QueueAction | 'order') => void
  readonly onRefresh: () => void
}

/** All that can be done with the order, and the pages about it. `isFolded`: where it is mostly read, it opens on request. */
export function QueueWays({ isFolded, ...ways }: WaysProps & { readonly isFolded: boolean }) {
  if (!isFolded) return <Ways {...ways} />
  return (
    <Part id="mudar" title="Mudar a ordem">
      {() => <Ways {...ways} />}
    </Part>
  )
}

function Ways({ mayHaveBegun, isRefreshing, onAction, onRefresh }: WaysProps) {
  return (
    <>
      <QueueActions isRefreshing={isRefreshing} onAction={onAction} onRefresh={onRefresh} />
      <Group mt="md" gap="md">
        <Acting>
          <Button variant="default" onClick={() => onAction('order')}>
            {say('Ordem e receptor')}
          </Button>
        </Acting>
        <OrderLinks />
        {mayHaveBegun && (
          <Anchor component={Link} to="/admin/queue/beginning">
            A roda já começou
          </Anchor>
        )}
      </Group>
    </>
  )
}

/** The pages about the order. */
export function OrderLinks() {
  return (
    <Group gap="md">
      <Anchor component={Link} to="/admin/queue/changes">
        {say('Diário da fila')}
      </Anchor>
      <Anchor component={Link} to="/admin/queue/draw">
        A ordem de quem recebe
      </Anchor>
    </Group>
  )
}
