import { jwtVerify, SignJWT } from 'jose'
import type { Clock } from '#server/lib/clock.ts'
import type { Secrets } from '#server/lib/secrets.ts'

export const ACCESS_TOKEN_SECONDS = 15 * 60

const ISSUER = 'ciranda'
const AUDIENCE = 'ciranda:api'
const TYPE = 'at+jwt'
const KEY_ID = 'access-1'

/** A signed access token for one session of one person, good for fifteen minutes of the given clock. */
export function signAccessToken(parts: { secrets: Secrets; clock: Clock }, claims: { userId: string; sessionId: string }): Promise<string> {
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

/** The claims of a token that this installation signed and that is good now; null for every other text. */
export async function readAccessToken(parts: { secrets: Secrets; clock: Clock }, token: string): Promise<{ userId: string; sessionId: string } | null> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, parts.secrets.tokenKey, {
      algorithms: ['HS256'],
      issuer: ISSUER,
      audience: AUDIENCE,
      typ: TYPE,
      requiredClaims: ['sub', 'exp', 'nbf'],
      currentDate: new Date(parts.clock.now()),
    })
    if (protectedHeader.kid !== KEY_ID || typeof payload['sid'] !== 'string') return null
    return { userId: payload.sub!, sessionId: payload['sid'] }
  } catch {
    return null
  }
}
