import { ApiError } from '#web/api/client.ts'
import { Refused } from './Refused.tsx'
import { Unread } from './states.tsx'

type Props = { readonly error: unknown; readonly otherwise: string; readonly refetch: () => unknown }

/** Says why a link was not opened: where the way to the server or the server failed, and not the link, with a way to try again. */
export function NotOpened({ error, otherwise, refetch }: Props) {
  const isTrouble = error instanceof ApiError && error.isTrouble
  return isTrouble ? (
    <Unread error={error} otherwise={otherwise} refetch={refetch} />
  ) : (
    <Refused error={error} otherwise={otherwise} />
  )
}
