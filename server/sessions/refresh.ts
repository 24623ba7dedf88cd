import { and, eq, isNull } from 'drizzle-orm'
import { revokeSession } from '#server/access/end-sessions.ts'
import { record } from '#server/access/record-access.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Tx } from '#server/database/types.ts'
import type { Services } from '#server/context.ts'
import { signAccessToken } from '#server/access/tokens.ts'
import { msBetween } from '#server/lib/clock.ts'
import { refuse } from '#server/lib/refusal.ts'
import { seal, unseal } from '#server/lib/sealing.ts'
import { isShut, users } from '#server/tables/users.ts'
import { issueTokens, tokenHash } from './open-session.ts'
import type { Tokens } from './open-session.ts'
import { refreshTokens } from '#server/tables/refresh-tokens.ts'
import { sessions } from '#server/tables/sessions.ts'

const GRACE_MS = 10_000

/**
 * Exchanges a refresh token for its successor. Within ten seconds the same token gets the same successor (two tabs, a
 * lost answer). Reuse after that means that it has leaked, and ends its whole family.
 */
export async function refreshSession(services: Services, { refreshToken }: { refreshToken: string }): Promise<Tokens> {
  const outcome = await transaction(services.db, (tx) => exchange(services, tx, tokenHash(refreshToken)))
  return outcome ?? refuse('session.invalid')
}

/** Null when the token is invalid. The refusal is not thrown here, so that ending the family can commit. */
async function exchange(services: Services, tx: Tx, hash: string): Promise<Tokens | null> {
  const [row] = await tx
    .select({ token: refreshTokens, session: sessions, isShut })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(refreshTokens.tokenHash, hash))
    .for('update', { of: refreshTokens })
  const now = services.clock.now()
  if (!row || row.session.revokedAt || row.session.expiresAt.getTime() <= now) return null
  if (row.isShut) return null
  const of = { userId: row.session.userId, sessionId: row.session.id }
  const { usedAt, successorSealed } = row.token
  if (!usedAt || !successorSealed) {
    const tokens = await issueTokens(services, tx, of)
    await tx
      .update(refreshTokens)
      .set({
        usedAt: new Date(now),
        successorSealed: seal(services.secrets, tokens.refresh_token, `successor:${hash}`),
      })
      .where(and(eq(refreshTokens.tokenHash, hash), isNull(refreshTokens.usedAt)))
    return tokens
  }
  const successor = unseal(services.secrets, successorSealed, `successor:${hash}`)
  if (msBetween(usedAt, now) <= GRACE_MS && !(await isUsed(tx, successor)))
    return { access_token: await signAccessToken(services, of), refresh_token: successor }
  await revokeSession(services, tx, of.sessionId, 'reuse')
  await record(services, tx, 'session.token_reused', { subjectId: of.userId })
  return null
}

/**
 * Whether a token was exchanged already. Its holder then received it, so no answer was lost, whatever the clock says.
 */
async function isUsed(tx: Tx, token: string): Promise<boolean> {
  const [row] = await tx
    .select({ usedAt: refreshTokens.usedAt })
    .from(refreshTokens)
    .where(eq(refreshTokens.tokenHash, tokenHash(token)))
  return row !== undefined && row.usedAt !== null
}
