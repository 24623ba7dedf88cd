import { SignJWT, UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { movableClock } from '#server/lib/clock.ts'
import { deriveSecrets } from '#server/lib/secrets.ts'
import { readAccessToken, readExpiredToken, signAccessToken } from './tokens.ts'

const MINUTE_MS = 60_000
const QUARTER_MS = 15 * MINUTE_MS

test('a token ends with its last second: the tolerance for differing clocks never prolongs it', async () => {
  const clock = movableClock(Date.UTC(2026, 10, 10, 15))
  const services = { secrets: deriveSecrets('a secret for tests, long enough to be one'), clock }
  const claims = { userId: 'somebody', sessionId: 'a session' }
  const token = await signAccessToken(services, claims)
  clock.advance(-20_000)
  expect(await readAccessToken(services, token)).toEqual(claims)
  clock.advance(20_000 + QUARTER_MS - 1)
  expect(await readAccessToken(services, token)).toEqual(claims)
  clock.advance(1)
  expect(await readAccessToken(services, token)).toBeNull()
  // It still tells whose it was, for as long as a session may last.
  expect(await readExpiredToken(services, token)).toEqual(claims)
  clock.advance(30 * 1440 * MINUTE_MS - 1)
  expect(await readExpiredToken(services, token)).toEqual(claims)
  clock.advance(1)
  expect(await readExpiredToken(services, token)).toBeNull()
})

test('a token that was right once is judged anew each time by its letters and by the clock', async () => {
  const clock = movableClock(Date.UTC(2026, 10, 10, 15))
  const services = { secrets: deriveSecrets('a secret for tests, long enough to be one'), clock }
  const token = await signAccessToken(services, { userId: 'somebody', sessionId: 'a session' })
  expect(await readAccessToken(services, token)).not.toBeNull()
  const [head, body, signature] = token.split('.') as [string, string, string]
  const claims = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), sub: 'somebody else' }
  const forged = Buffer.from(JSON.stringify(claims)).toString('base64url')
  expect(await readAccessToken(services, `${head}.${forged}.${signature}`)).toBeNull()
  expect(await readAccessToken(services, `${token.slice(0, -2)}AA`)).toBeNull()
  // Another installation's secret has verified nothing yet.
  const others = { secrets: deriveSecrets('another secret for tests, as long as that one'), clock }
  expect(await readAccessToken(others, token)).toBeNull()
  clock.advance(-31_000)
  expect(await readAccessToken(services, token)).toBeNull()
  clock.advance(31_000 + QUARTER_MS)
  expect(await readAccessToken(services, token)).toBeNull()
})

test('a token is one of ours alone: by key, issuer, audience and type, for a session of a person, from one time to another', async () => {
  const clock = movableClock(Date.UTC(2026, 10, 10, 15))
  const services = { secrets: deriveSecrets('a secret for tests, long enough to be one'), clock }
  const now = clock.now() / 1000
  const ours = { sub: 'ana', sid: 'hers', iss: 'ciranda', aud: 'ciranda:api', iat: now, nbf: now, exp: now + 900 }
  const signed = (changed: object, header: object = {}, key = services.secrets.tokenKey) =>
    new SignJWT({ ...ours, ...changed })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: 'access-1', ...header })
      .sign(key)
  const good = { userId: 'ana', sessionId: 'hers' }
  expect(await readAccessToken(services, await signed({}))).toEqual(good)
  expect(await readAccessToken(services, await signed({ nbf: now + 30 }))).toEqual(good)
  const bad = {
    'another key': await signed({}, {}, new Uint8Array(32).fill(7)),
    'another algorithm': await signed({}, { alg: 'HS512' }, new Uint8Array(64).fill(7)),
    'another algorithm with our key': await signed({}, { alg: 'HS384' }, services.secrets.tokenKey),
    unsigned: new UnsecuredJWT(ours).encode(),
    'another key id': await signed({}, { kid: 'other' }),
    'another type': await signed({}, { typ: 'JWT' }),
    'another issuer': await signed({ iss: 'elsewhere' }),
    'another audience': await signed({ aud: 'elsewhere' }),
    'no person': await signed({ sub: undefined }),
    'no session': await signed({ sid: undefined }),
    'no end': await signed({ exp: undefined }),
    'no beginning': await signed({ nbf: undefined }),
    'not yet': await signed({ nbf: now + 31 }),
    text: 'nada',
  }
  for (const [kind, token] of Object.entries(bad)) {
    expect(await readAccessToken(services, token), kind).toBeNull()
    if (kind !== 'not yet') expect(await readExpiredToken(services, token), kind).toBeNull()
  }
})
