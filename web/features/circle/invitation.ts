import { queryOptions } from '@tanstack/react-query'
import type { AnswerOf } from '#contracts/contract.ts'
import { ApiError, request } from '#web/api/client.ts'

export type JoinInvitation = AnswerOf<'POST /join-links/show'>

/** The parts of an invitation's address after its #: the secret, empty without one, and the log that it carries. */
export function readInvitation(hash: string): { readonly secret: string; readonly carried: string | null } {
  const [secret = '', carried] = hash.replace(/^#/, '').split('.')
  return { secret, carried: carried ?? null }
}

/** The address of an invitation with what this device knows of the circle's ledger; as it is while it knows nothing. */
export function withLog(link: string, carried: string | null | undefined): string {
  return carried ? `${link}.${carried}` : link
}

const KEY = 'joinSecret'

/** Keeps the secret of an invitation in this tab, from the page that its link opens to the registration's end. */
export function keepInvitation(secret: string): void {
  try {
    sessionStorage.setItem(KEY, secret)
  } catch {
    // A forbidden storage costs the way over a reload: the link can be opened again.
  }
}

export function keptInvitation(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

export function dropInvitation(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Nothing was kept where nothing may be.
  }
}

/** Whether the server said that an invitation leads nowhere: it is used up, over or unknown. */
export const isInvitationRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.code?.startsWith('join.') === true

/** The content of an invitation to become a member. Its secret goes in a body: no address, log or Referer has the secret. */
export const joinInvitationQuery = (secret: string | null) =>
  queryOptions({
    queryKey: ['join-link', secret],
    queryFn: () => request('POST /join-links/show', { body: { secret: secret ?? '' } }),
    enabled: secret !== null && secret !== '',
    staleTime: 300_000,
  })
