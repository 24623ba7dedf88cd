import './queue.css'
import { Button } from '@mantine/core'
import { Acting } from '#web/features/session/Acting.tsx'
import { say } from '#web/text/say.ts'

export type QueueAction = 'moveToEnd' | 'bulkRemove' | 'swap' | 'bulkAdd'

type Props = {
  readonly isRefreshing: boolean
  readonly onAction: (action: QueueAction) => void
  readonly onRefresh: () => void
}

/** The actions that affect the whole queue. */
export function QueueActions({ isRefreshing, onAction, onRefresh }: Props) {
  return (
    <div className="queue-actions" role="group" aria-label={say('Ações da fila')}>
      <Acting>
        {' '}
        <Button variant="default" onClick={() => onAction('moveToEnd')}>
          Para o Fim
        </Button>
        <Button variant="default" onClick={() => onAction('bulkRemove')}>
          Retirar em Massa
        </Button>
        <Button variant="default" onClick={() => onAction('swap')}>
          {say('Trocar Posições')}
        </Button>
        <Button className="queue-action-wide" onClick={() => onAction('bulkAdd')}>
          Adicionar por ordem de chegada
        </Button>
      </Acting>{' '}
      <Button variant="default" aria-busy={isRefreshing} onClick={onRefresh}>
        Atualizar
      </Button>
    </div>
  )
}
