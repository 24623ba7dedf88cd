import { expect, test } from 'vitest'
import { movableClock } from '#server/lib/clock.ts'
import { deriveSecrets } from '#server/lib/secrets.ts'
import { ACCESS_TOKEN_SECONDS, readAccessToken, readExpiredToken, signAccessToken } from './tokens.ts'

const MINUTE_MS = 60_000

test('a token ends with its last second: the tolerance for differing clocks never prolongs it', async () => {
  const clock = movableClock(Date.UTC(2026, 10, 10, 15))
  const services = { secrets: deriveSecrets('a secret for tests, long enough to be one'), clock }
  const claims = { userId: 'somebody', sessionId: 'a session' }
  const token = await signAccessToken(services, claims)
  clock.advance(-20_000)
  expect(await readAccessToken(services, token)).toEqual(claims)
  clock.advance(20_000 + ACCESS_TOKEN_SECONDS * 1000 - 1)
  expect(await readAccessToken(services, token)).toEqual(claims)
  clock.advance(1)
  expect(await readAccessToken(services, token)).toBeNull()
  // It still tells whose it was, for as long as a session may last.
  expect(await readExpiredToken(services, token)).toEqual(claims)
  clock.advance(30 * 1440 * MINUTE_MS)
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
  clock.advance(31_000 + ACCESS_TOKEN_SECONDS * 1000)
  expect(await readAccessToken(services, token)).toBeNull()
})
