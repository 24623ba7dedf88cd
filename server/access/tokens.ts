import { jwtVerify, SignJWT } from 'jose'
import type { Clock } from '#server/lib/clock.ts'
import type { Secrets } from '#server/lib/secrets.ts'

export const ACCESS_TOKEN_SECONDS = 15 * 60

/** An access token cannot outlive its session. */
const SESSION_SECONDS = 30 * 86_400

/** The largest accepted difference between the clocks of two processes. */
const CLOCK_SKEW_SECONDS = 30

const ISSUER = 'ciranda'
const AUDIENCE = 'ciranda:api'
const TYPE = 'at+jwt'
const KEY_ID = 'access-1'

/** A signed access token for one session of one person, valid for fifteen minutes by the given clock. */
export function signAccessToken(
  services: { secrets: Secrets; clock: Clock },
  claims: { userId: string; sessionId: string },
): Promise<string> {
  const seconds = Math.floor(services.clock.now() / 1000)
  return new SignJWT({ sid: claims.sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: TYPE, kid: KEY_ID })
    .setSubject(claims.userId)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(seconds)
    .setNotBefore(seconds)
    .setExpirationTime(seconds + ACCESS_TOKEN_SECONDS)
    .sign(services.secrets.tokenKey)
}

export type Claims = { readonly userId: string; readonly sessionId: string }

/** The claims of a token that this installation signed and that is valid now; null for any other text. */
export function readAccessToken(services: { secrets: Secrets; clock: Clock }, token: string): Promise<Claims | null> {
  return readClaims(services, token, 0)
}

/**
 * The claims of a signed token that may have expired within the lifetime of a session. It identifies the reader but
 * never authorizes a call.
 */
export function readExpiredToken(services: { secrets: Secrets; clock: Clock }, token: string): Promise<Claims | null> {
  return readClaims(services, token, SESSION_SECONDS)
}

async function readClaims(
  services: { secrets: Secrets; clock: Clock },
  token: string,
  expiredSecondsMax: number,
): Promise<Claims | null> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, services.secrets.tokenKey, {
      algorithms: ['HS256'],
      issuer: ISSUER,
      audience: AUDIENCE,
      typ: TYPE,
      requiredClaims: ['sub', 'exp', 'nbf'],
      currentDate: new Date(services.clock.now()),
      clockTolerance: Math.max(expiredSecondsMax, CLOCK_SKEW_SECONDS),
    })
    // The tolerance covers differing clocks at the start of a token; it never extends a token's lifetime.
    if (payload.exp! + expiredSecondsMax <= Math.floor(services.clock.now() / 1000)) return null
    if (protectedHeader.kid !== KEY_ID || typeof payload['sid'] !== 'string') return null
    return { userId: payload.sub!, sessionId: payload['sid'] }
  } catch {
    return null
  }
}
