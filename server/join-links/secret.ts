import { createHash } from 'node:crypto'
import type { Services } from '#server/context.ts'
import { lookupIndex } from '#server/lib/sealing.ts'
import type { joinLinks } from '#server/tables/join-links.ts'

export type JoinLinkRow = typeof joinLinks.$inferSelect

/**
 * The secret of an invitation's link. It is computed from the installation's secret and the invitation's id whenever an
 * administrator needs it (a picture to print, a message to send), so that the database holds nothing but its hash.
 */
export function secretOf({ secrets }: Pick<Services, 'secrets'>, linkId: string): string {
  return lookupIndex(secrets, 'join link', linkId)
}

export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** The address to hand over. It stands after the # of a page, which no server, log or Referer ever gets. */
export function addressOf({ publicUrl }: Pick<Services, 'publicUrl'>, secret: string): string {
  return `${publicUrl()}/participar#${secret}`
}

/**
 * The address of an invitation, computed again; null where the installation's secret was rotated since, and the secret
 * before is not at hand any more.
 */
export function findAddress(services: Pick<Services, 'secrets' | 'publicUrl'>, row: JoinLinkRow): string | null {
  const { previous = [] } = services.secrets
  const secret = [services.secrets, ...previous]
    .map((secrets) => secretOf({ secrets }, row.id))
    .find((one) => hashOfSecret(one) === row.secretHash)
  return secret === undefined ? null : addressOf(services, secret)
}
