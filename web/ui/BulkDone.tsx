import { Alert, Text } from '@mantine/core'
import type { MantineSpacing } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { failureText } from '#web/api/client.ts'
import type { Outcome } from './run-sequentially.ts'

type Props<T> = {
  /** How many were done, in words. */
  readonly title: string
  readonly outcome: Outcome<T>
  readonly nameOf: (item: T) => string
  /** Said of a failure where the server gave no sentence of its own. */
  readonly otherwise: string
  readonly mt?: MantineSpacing
  readonly children?: ReactNode
}

/** How bulk work ended, and what failed. The buttons that had the focus are gone, so the result takes it. */
export function BulkDone<T>({ title, outcome, nameOf, otherwise, children, ...margin }: Props<T>) {
  const { failures, wasStopped } = outcome
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <Alert
      ref={box}
      tabIndex={-1}
      color={failures.length > 0 ? 'red' : wasStopped ? 'sol' : 'mata'}
      role={failures.length > 0 ? 'alert' : 'status'}
      title={`${title}${wasStopped ? '; você parou antes do fim' : ''}`}
      {...margin}
    >
      {children}
      {failures.map(({ item, error }, index) => (
        <Text key={index} size="sm" className="wrap-anywhere">
          {nameOf(item)}: {failureText(error, otherwise)}
        </Text>
      ))}
    </Alert>
  )
}
