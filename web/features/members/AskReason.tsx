import { Button, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { STANDING_REASON_MAX } from '#contracts/limits.ts'
import { ApprovalNote } from '#web/features/circle/Proposed.tsx'
import { DialogButtons } from '#web/ui/DialogButtons.tsx'

export const peopleText = (count: number) => (count === 1 ? '1 pessoa' : `${count} pessoas`)

/** The one reason that each of them reads. */
export function AskReason({
  count,
  onClose,
  onReason,
}: {
  count: number
  onClose: () => void
  onReason: (reason: string) => void
}) {
  const [reason, setReason] = useState('')
  const send = (event: React.FormEvent) => {
    event.preventDefault()
    if (reason.trim() !== '') onReason(reason)
  }
  return (
    <Modal opened onClose={onClose} title="Suspender" centered>
      <form onSubmit={send}>
        <Stack>
          <Text>
            <b>{peopleText(count)}</b>: cada uma perde os seus lugares e o que ainda não pagou, até que você reabra a
            conta. Num círculo real ainda entra para ler, contestar e levar os seus dados.
          </Text>
          <Textarea
            label="Motivo"
            description="Cada pessoa vai lê-lo, no aviso e por carta."
            data-autofocus
            autosize
            minRows={2}
            maxLength={STANDING_REASON_MAX}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <ApprovalNote when="De quem tem lugar, contas a acertar ou algo em aberto," />
          <DialogButtons onCancel={onClose}>
            <Button type="submit" color="red" disabled={reason.trim() === ''}>
              Suspender {peopleText(count)}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}
