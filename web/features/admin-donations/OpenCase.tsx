import { Button, Paper, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useDraft } from '#web/ui/useDraft.ts'
import { DialogButtons } from '#web/ui/DialogButtons.tsx'
import { intoView } from '#web/ui/into-view.ts'
import { useOpenCase } from './api.ts'
import { say } from '#web/text/say.ts'
import type { Donation } from './api.ts'
import { Refused } from '#web/ui/Refused.tsx'

const REASON_MAX = 1000

/** Whether the administration may open a case by itself: the donation is open, and no case of it is. */
export function mayOpenCase({ status, is_reported: isReported, report_resolved: isResolved }: Donation): boolean {
  return status.startsWith('PENDING') && (!isReported || isResolved === true)
}

/** Opens a case although neither side reported: both are told, read the reason, and write their own. */
export function OpenCase({ donation: { id } }: { donation: Donation }) {
  const { mutate, isPending, error } = useOpenCase()
  const [reason, setReason, forget] = useDraft(`abrir:${id}`, '')
  const [isOpen, setOpen] = useState(reason !== '')
  const [isMissing, setMissing] = useState(false)
  if (!isOpen)
    return (
      <div>
        <Button variant="default" onClick={() => setOpen(true)}>
          Abrir um caso
        </Button>
      </div>
    )
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    setMissing(!reason.trim())
    if (reason.trim() && !isPending) mutate({ id, reason: reason.trim() }, { onSuccess: forget })
  }
  return (
    <Paper ref={intoView} className="opens-in-place" withBorder p="md">
      <form onSubmit={submit} aria-label="Abrir um caso">
        <Stack gap="sm">
          <Text size="sm">
            {say(
              'Os dois lados são avisados e leem o motivo. No primeiro caso, o prazo da doação fica parado por 14 dias no máximo. A decisão fica em Reports.',
            )}
          </Text>
          <Textarea
            label="Por que você abre o caso"
            autosize
            minRows={2}
            maxRows={8}
            maxLength={REASON_MAX}
            value={reason}
            error={isMissing && !reason.trim() && 'Escreva por que você abre o caso.'}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Refused error={error} otherwise="Não foi possível abrir o caso. Tente de novo." />
          <DialogButtons>
            <Button variant="default" onClick={() => setOpen(false)}>
              Desistir
            </Button>
            <Button type="submit" disabled={isPending}>
              {isPending ? 'Abrindo...' : 'Abrir o caso'}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Paper>
  )
}
