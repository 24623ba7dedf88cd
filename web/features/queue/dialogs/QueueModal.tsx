import '../queue.css'
import { Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  readonly title: string
  readonly onClose: () => void
  /** While calls are under way the dialog stays, so that nobody loses sight of them. */
  readonly isBusy?: boolean
  readonly size?: 'md' | 'lg'
  readonly children: ReactNode
}

/** The frame of every dialog of the queue. */
export function QueueModal({ title, onClose, isBusy = false, size = 'md', children }: Props) {
  return (
    <Modal
      opened
      onClose={() => !isBusy && onClose()}
      title={title}
      size={size}
      centered
      withCloseButton={!isBusy}
      closeOnEscape={!isBusy}
      closeOnClickOutside={!isBusy}
    >
      <Stack>{children}</Stack>
    </Modal>
  )
}
