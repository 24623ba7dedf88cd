import type { JoinLinkState } from '#contracts/join-links.ts'
import type { JoinLinkRow } from './secret.ts'

/** The state of an invitation at a moment. One that somebody revoked after its time had simply expired. */
export function stateOf(row: JoinLinkRow, now: number): JoinLinkState {
  const { revokedAt, expiresAt, uses, usesMax } = row
  if (revokedAt !== null && revokedAt < expiresAt) return 'revoked'
  if (uses >= usesMax) return 'used_up'
  return expiresAt.getTime() <= now ? 'expired' : 'open'
}
