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
