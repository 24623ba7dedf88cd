import { jwtVerify, SignJWT } from 'jose'
import type { Claims } from '#server/context.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Secrets } from '#server/lib/secrets.ts'
import { oncePer } from '#server/lib/once-per.ts'

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
  { secrets, clock }: { secrets: Secrets; clock: Clock },
  token: string,
  expiredSecondsMax: number,
): Promise<Claims | null> {
  const signed = signedBy(secrets).get(token) ?? (await verify(secrets, token))
  if (signed === null) return null
  const now = Math.floor(clock.now() / 1000)
  // The tolerance covers differing clocks at the start of a token; it never extends a token's lifetime.
  const tolerance = Math.max(expiredSecondsMax, CLOCK_SKEW_SECONDS)
  if (signed.notBefore > now + tolerance || signed.expiresAt + expiredSecondsMax <= now) return null
  return signed.claims
}

type Signed = { readonly claims: Claims; readonly notBefore: number; readonly expiresAt: number }

/** The claims of a token that this installation signed, whenever it is valid; null for any other text. */
async function verify(secrets: Secrets, token: string): Promise<Signed | null> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, secrets.tokenKey, {
      algorithms: ['HS256'],
      issuer: ISSUER,
      audience: AUDIENCE,
      typ: TYPE,
      requiredClaims: ['sub', 'exp', 'nbf'],
      // Time is compared by the caller, each time that the token comes.
      currentDate: new Date(0),
      clockTolerance: Number.MAX_SAFE_INTEGER,
    })
    if (protectedHeader.kid !== KEY_ID || typeof payload['sid'] !== 'string') return null
    const claims = { userId: payload.sub!, sessionId: payload['sid'] }
    const signed = { claims, notBefore: payload.nbf!, expiresAt: payload.exp! }
    const known = signedBy(secrets)
    known.set(token, signed)
    if (known.size > SIGNED_MAX) known.delete(known.keys().next().value!)
    return signed
  } catch {
    return null
  }
}

const SIGNED_MAX = 2_000

/**
 * The tokens that were verified under a secret, whole and letter by letter: a signature once right stays right. It says nothing
 * of the session, which is read each time.
 */
const signedBy = oncePer((_: Secrets) => new Map<string, Signed>())
