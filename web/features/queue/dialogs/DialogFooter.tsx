import { Alert, Button } from '@mantine/core'
import { DialogButtons } from '#web/ui/DialogButtons.tsx'

export function FailureAlert({ message }: { message: string | null }) {
  if (message === null) return null
  return (
    <Alert color="red" role="alert" className="wrap-anywhere">
      {message}
    </Alert>
  )
}

type Props = {
  readonly cancel?: string
  readonly onCancel: () => void
  readonly confirm: string
  readonly onConfirm: () => void
  readonly isOff: boolean
  readonly isDangerous?: boolean
}

/** The two ways out of a question. */
export function DialogFooter({ cancel = 'Cancelar', onCancel, confirm, onConfirm, isOff, isDangerous = false }: Props) {
  return (
    <DialogButtons>
      <Button variant="default" onClick={onCancel}>
        {cancel}
      </Button>
      <Button {...(isDangerous ? { color: 'red.9' } : {})} disabled={isOff} onClick={onConfirm}>
        {confirm}
      </Button>
    </DialogButtons>
  )
}
