import { createHash, randomBytes } from 'node:crypto'
import type { SessionVia } from '#circle/ledger/records.ts'
import type { Tx } from '#server/database/types.ts'
import type { Actor, Context, Services } from '#server/context.ts'
import { signAccessToken } from '#server/access/tokens.ts'
import { newId } from '#server/lib/ids.ts'
import { refreshTokens } from '#server/tables/refresh-tokens.ts'
import { sessions } from '#server/tables/sessions.ts'

export const SESSION_DAYS = 30

export type Tokens = { readonly access_token: string; readonly refresh_token: string }

/**
 * Opens a session for a person, proven `via` so: a family of refresh tokens, and the first access token. An
 * administrator's begins with a circle on screen, their own when it is null or not given.
 */
export async function openSession(
  context: Context<Actor | null>,
  tx: Tx,
  {
    userId,
    via,
    circleId = null,
    helperId = null,
  }: { userId: string; via: SessionVia; circleId?: string | null; helperId?: string | null },
): Promise<Tokens> {
  const now = new Date(context.clock.now())
  const sessionId = newId(context.clock)
  await tx.insert(sessions).values({
    id: sessionId,
    userId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + SESSION_DAYS * 86_400_000),
    authenticatedBy: via,
    confirmedAt: now,
    lastSeenAt: now,
    device: context.device,
    circleId,
    helperId,
  })
  return issueTokens(context, tx, { userId, sessionId })
}

/** A new access token and refresh token for a session. Of the refresh token only the hash is stored. */
export async function issueTokens(
  services: Services,
  tx: Tx,
  of: { userId: string; sessionId: string },
): Promise<Tokens> {
  const refresh = randomBytes(32).toString('base64url')
  await tx
    .insert(refreshTokens)
    .values({ tokenHash: tokenHash(refresh), sessionId: of.sessionId, createdAt: new Date(services.clock.now()) })
  return { access_token: await signAccessToken(services, of), refresh_token: refresh }
}

export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
