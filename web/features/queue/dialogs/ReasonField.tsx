import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QUEUE_REASON_MAX } from '#contracts/limits.ts'
import { ApprovalNote } from '#web/features/circle/Proposed.tsx'
import { circleQuery } from '#web/features/circle/api.ts'
import { say } from '#web/text/say.ts'

type Props = { readonly value: string; readonly onChange: (reason: string) => void; readonly isRequired?: boolean }

/** Why a change is made. The journal shows it, and the ledger keeps its mark. */
export function ReasonField({ value, onChange, isRequired = false }: Props) {
  const { data: circle } = useQuery(circleQuery)
  const isReal = circle?.mode === 'real'
  return (
    <>
      <ApprovalNote when="Depois que a roda começou," />
      <TextInput
        label={isRequired || isReal ? 'Motivo' : 'Motivo (opcional)'}
        description={
          isReal && !isRequired
            ? say('Fica no diário da fila. Enquanto nada foi pedido a ninguém, é preciso escrever um.')
            : say('Fica no diário da fila.')
        }
        maxLength={QUEUE_REASON_MAX}
        required={isRequired}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </>
  )
}

/** The reason of bulk work, which needs one. A demonstration proposes it; in a real circle somebody writes it. */
export function useBulkReason(proposed: string) {
  const { data: circle } = useQuery(circleQuery)
  const [typed, setTyped] = useState<string | null>(null)
  const reason = typed ?? (circle?.mode === 'demonstracao' ? proposed : '')
  return { reason, setReason: setTyped, isMissing: reason.trim() === '' }
}

/** The reason of one change: sent where somebody wrote one. */
export function useReason() {
  const [reason, setReason] = useState('')
  const because = reason.trim() === '' ? {} : { reason: reason.trim() }
  return { because, field: <ReasonField value={reason} onChange={setReason} /> }
}
