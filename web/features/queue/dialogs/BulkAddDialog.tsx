import { Text } from '@mantine/core'
import { useState } from 'react'
import { addToQueue } from '../api.ts'
import type { QueueEntry, User } from '../api.ts'
import { bulkAddFailure, bulkAddGeneralFailure, NOBODY_WAITS, NO_VACANCY } from '../messages.ts'
import { arrivals, entriesOf, freePositions, nameOf, positionText, waitingFor } from '../queue-list.ts'
import { BulkResult } from './BulkResult.tsx'
import type { Result } from './BulkResult.tsx'
import { BulkProgress } from '#web/ui/BulkProgress.tsx'
import { DialogFooter } from './DialogFooter.tsx'
import { ReasonField, useBulkReason } from './ReasonField.tsx'
import { QueueModal } from './QueueModal.tsx'
import { say } from '#web/text/say.ts'
import { useBulkOperation } from '#web/ui/useBulkOperation.ts'

type Lists = { readonly queue: readonly QueueEntry[]; readonly users: readonly User[] }
type Placement = { readonly user: User; readonly position: number }
type Props = Lists & {
  /** Reads both lists anew, so that the work starts from what is true now. */
  readonly reload: () => Promise<Lists>
  readonly onClose: () => void
}

/** Gives those who wait the lowest free positions of the first queue, oldest first. */
export default function BulkAddDialog({ queue, users, reload, onClose }: Props) {
  const { run, stop, isStopping, progress } = useBulkOperation<Placement>(['queue'])
  const [isStarted, setStarted] = useState(false)
  const [result, setResult] = useState<Result | null>(null)
  const { reason, setReason, isMissing } = useBulkReason('Por ordem de chegada')
  const start = async () => {
    setStarted(true)
    setResult(await addAll(reload, run, reason))
  }
  if (result)
    return (
      <BulkResult
        title="Resultado da Alocação"
        doneLabel="Usuários Adicionados"
        stoppedText="Você parou a operação. Quem já foi adicionado continua com o lugar."
        result={result}
        onClose={onClose}
      />
    )

  const plan = planOf({ queue, users })
  return (
    <QueueModal title="Adicionar por ordem de chegada" onClose={onClose} isBusy={isStarted}>
      {progress ? (
        <BulkProgress
          doing="Adicionando"
          at={progress.outcome.done + 1}
          total={progress.outcome.total}
          now={say`${nameOf(progress.next.user)} na posição ${positionText(progress.next.position)}`}
          isStopping={isStopping}
          onStop={stop}
        />
      ) : (
        <>
          <Text>{plan.refusal ?? askingText(plan.placements, plan.waiting)}</Text>
          {plan.refusal === null && <ReasonField value={reason} onChange={setReason} isRequired />}
          <DialogFooter
            cancel={plan.refusal === null ? 'Cancelar' : 'Fechar'}
            onCancel={onClose}
            confirm={isStarted ? 'Adicionando...' : 'Adicionar agora'}
            isOff={isStarted || plan.refusal !== null || isMissing}
            onConfirm={() => void start()}
          />
        </>
      )}
    </QueueModal>
  )
}

function planOf({ queue, users }: Lists): { placements: Placement[]; waiting: number; refusal: string | null } {
  const entries = entriesOf(queue, 1)
  const waiting = arrivals(waitingFor(users, entries, 1))
  const free = freePositions(entries)
  const placements = waiting.slice(0, free.length).map((user, index) => ({ user, position: free[index]! }))
  const refusal = waiting.length === 0 ? say(NOBODY_WAITS) : free.length === 0 ? say(NO_VACANCY) : null
  return { placements, waiting: waiting.length, refusal }
}

function askingText(placements: readonly Placement[], waiting: number): string {
  const [first] = placements
  const from = positionText(first!.position)
  const left = waiting - placements.length
  const rest = left > 0 ? ` Para outros ${left} não há vaga.` : ''
  if (placements.length === 1) return say`${nameOf(first!.user)} entra na Fila N1, na posição ${from}.${rest}`
  return say`${placements.length} usuários entram na Fila N1, do cadastro mais antigo ao mais novo, nas menores posições livres, a partir da ${from}.${rest}`
}

async function addAll(
  reload: Props['reload'],
  run: ReturnType<typeof useBulkOperation<Placement>>['run'],
  reason: string,
): Promise<Result> {
  try {
    const { placements, refusal } = planOf(await reload())
    if (refusal !== null) return { done: 0, attempts: 0, error: refusal, note: null, wasStopped: false }
    const act = ({ user, position }: Placement) =>
      addToQueue({ position, donation_number: 1, user_id: user.id, reason })
    const { done, proposed, failures, wasStopped } = await run({ items: placements, act, onFailure: 'stop' })
    const [failure] = failures
    const error = failure ? bulkAddFailure(done, failure.error) : null
    return {
      done,
      proposed,
      attempts: done + failures.length,
      error,
      note: error === null ? null : `${done} usuário(s) adicionado(s) antes do erro.`,
      wasStopped,
    }
  } catch (error) {
    return { done: 0, attempts: 0, error: bulkAddGeneralFailure(error), note: null, wasStopped: false }
  }
}
