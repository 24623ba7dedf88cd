import './bulk-progress.css'
import { Button, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { DialogButtons } from './DialogButtons.tsx'

type Props = {
  readonly doing: string
  readonly now: string
  readonly at: number
  readonly total: number
  readonly isStopping: boolean
  readonly onStop: () => void
}

/** How far bulk work is, and its stop. */
export function BulkProgress({ doing, now, at, total, isStopping, onStop }: Props) {
  const line = useRef<HTMLParagraphElement>(null)
  // The button that began the work is gone, so the focus is kept here for keyboard users.
  useEffect(() => line.current?.focus(), [])
  return (
    <>
      <Text ref={line} tabIndex={-1} className="wrap-anywhere">
        <b>
          {doing} {at} de {total}
        </b>
        : {now}
      </Text>
      <div
        className="bulk-bar"
        role="progressbar"
        aria-label={doing}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={at - 1}
        aria-valuetext={`${at} de ${total}`}
      >
        <span style={{ width: `${((at - 1) / total) * 100}%` }} />
      </div>
      <DialogButtons>
        <Button variant="default" disabled={isStopping} onClick={onStop}>
          {isStopping ? 'Parando...' : 'Parar'}
        </Button>
      </DialogButtons>
    </>
  )
}
