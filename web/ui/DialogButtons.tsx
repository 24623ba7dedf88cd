import { Button } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  readonly children: ReactNode
  /** Where one can leave a dialog without doing what it asks. */
  readonly onCancel?: () => void
}

/** The buttons that end a dialog: at its foot, to the right, side by side, and as wide as the dialog on a phone. */
export function DialogButtons({ children, onCancel }: Props) {
  return (
    <div className="dialog-footer">
      {onCancel && (
        <Button variant="default" onClick={onCancel}>
          Cancelar
        </Button>
      )}
      {children}
    </div>
  )
}
