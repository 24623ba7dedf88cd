import { Alert, Button, SimpleGrid, Text } from '@mantine/core'
import { ProposedSome } from '#web/features/circle/Proposed.tsx'
import { QueueModal } from './QueueModal.tsx'
import { DialogButtons } from '#web/ui/DialogButtons.tsx'

export type Result = {
  readonly done: number
  /** How many of these were only proposed. */
  readonly proposed?: number
  readonly attempts: number
  readonly error: string | null
  /** A remark after the error about the work done before it. */
  readonly note: string | null
  readonly wasStopped: boolean
}

type Props = {
  readonly title: string
  readonly doneLabel: string
  readonly stoppedText: string
  readonly result: Result
  readonly onClose: () => void
}

/** How bulk work ended, in words and in two counters. */
export function BulkResult({ title, doneLabel, stoppedText, result, onClose }: Props) {
  const { done, proposed = 0, attempts, error, note, wasStopped } = result
  const counters = [
    [doneLabel, done - proposed],
    ['Total Tentativas', attempts],
  ] as const
  return (
    <QueueModal title={title} onClose={onClose}>
      {error === null ? (
        <Alert
          color={wasStopped ? 'sol' : 'mata'}
          role="status"
          title={wasStopped ? 'Operação Interrompida' : 'Operação Concluída'}
        >
          {wasStopped && stoppedText}
        </Alert>
      ) : (
        <Alert color="red" role="alert" title="Erro na Operação" className="wrap-anywhere">
          <Text size="sm">{error}</Text>
          {note !== null && (
            <Text size="sm" mt="xs" fw={600}>
              {note}
            </Text>
          )}
        </Alert>
      )}
      <ProposedSome count={proposed} />
      <SimpleGrid cols={2}>
        {counters.map(([label, count]) => (
          <div key={label} role="group" aria-label={label}>
            <Text fw={700} fz={26} lh={1.2}>
              {count}
            </Text>
            <Text size="sm" c="dimmed">
              {label}
            </Text>
          </div>
        ))}
      </SimpleGrid>
      <DialogButtons>
        <Button onClick={onClose} data-autofocus>
          Fechar
        </Button>
      </DialogButtons>
    </QueueModal>
  )
}
