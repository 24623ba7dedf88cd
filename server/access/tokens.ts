import { jwtVerify, SignJWT } from 'jose'
import type { Clock } from '#server/lib/clock.ts'
import type { Secrets } from '#server/lib/secrets.ts'

export const ACCESS_TOKEN_SECONDS = 15 * 60

/** As long as a session lasts. */
const SPENT_SECONDS = 30 * 86_400

const ISSUER = 'ciranda'
const AUDIENCE = 'ciranda:api'
const TYPE = 'at+jwt'
const KEY_ID = 'access-1'

/** A signed access token for one session of one person, good for fifteen minutes of the given clock. */
export function signAccessToken(
  parts: { secrets: Secrets; clock: Clock },
  claims: { userId: string; sessionId: string },
): Promise<string> {
  const seconds = Math.floor(parts.clock.now() / 1000)
  return new SignJWT({ sid: claims.sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: TYPE, kid: KEY_ID })
    .setSubject(claims.userId)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(seconds)
    .setNotBefore(seconds)
    .setExpirationTime(seconds + ACCESS_TOKEN_SECONDS)
    .sign(parts.secrets.tokenKey)
}

export type Claims = { readonly userId: string; readonly sessionId: string }

/** The claims of a token that this installation signed and that is good now; null for every other text. */
export function readAccessToken(parts: { secrets: Secrets; clock: Clock }, token: string): Promise<Claims | null> {
  return readClaims(parts, token, 0)
}

/** The same for one that may have run out while its session could last: says whose it was, and lets nobody in. */
export function readSpentToken(parts: { secrets: Secrets; clock: Clock }, token: string): Promise<Claims | null> {
  return readClaims(parts, token, SPENT_SECONDS)
}

async function readClaims(
  parts: { secrets: Secrets; clock: Clock },
  token: string,
  toleranceSeconds: number,
): Promise<Claims | null> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, parts.secrets.tokenKey, {
      algorithms: ['HS256'],
      issuer: ISSUER,
      audience: AUDIENCE,
      typ: TYPE,
      requiredClaims: ['sub', 'exp', 'nbf'],
      currentDate: new Date(parts.clock.now()),
      clockTolerance: toleranceSeconds,
    })
    if (protectedHeader.kid !== KEY_ID || typeof payload['sid'] !== 'string') return null
    return { userId: payload.sub!, sessionId: payload['sid'] }
  } catch {
    return null
  }
}
