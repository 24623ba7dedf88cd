import { Button, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { STANDING_REASON_MAX } from '#contracts/limits.ts'
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
            <b>{peopleText(count)}</b>: cada uma perde os seus lugares e o que ainda não pagou, e não entra mais na
            conta até que você a reabra.
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
