import { Alert } from '@mantine/core'
import type { MantineSpacing } from '@mantine/core'
import { ApiError, failureText } from '#web/api/client.ts'
import { speaksOfRoda } from '#web/text/say.ts'
import { Listen } from './Listen.tsx'

type Props = {
  /** The failure of a call; nothing is drawn while there is none. */
  readonly error: unknown
  /** Said where the server gave no sentence of its own. */
  readonly otherwise: string
  /** Said where what it was about is no longer there: somebody else, or another tab, was first. */
  readonly gone?: string
  readonly mt?: MantineSpacing
  readonly mb?: MantineSpacing
}

/** Says in a sentence why something was not done. In a roda the phone reads it aloud to whoever asks. */
export function Refused({ error, otherwise, gone, ...margins }: Props) {
  if (!error) return null
  const isGone = gone !== undefined && error instanceof ApiError && error.status === 404
  const text = isGone ? gone : failureText(error, otherwise)
  return (
    <Alert color="red" role="alert" {...margins}>
      {text}
      {speaksOfRoda() && <Listen text={text} />}
    </Alert>
  )
}
