import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { fixedHeaders } from './security-headers.ts'

const PAGES = 'https://paginas.exemplo.org'

test('pages of an origin that the settings name may call this server, those of another may not, and nobody brings cookies', async () => {
  const testApp = await createTestApp(await openTestDatabase({ placed: 1 }), { PAGES_ORIGINS: PAGES })
  const [member] = await testApp.placed(1)
  const asks = (origin: string, sent: object = {}) =>
    testApp.app.inject({
      url: '/api/users/profile',
      headers: { origin, authorization: `Bearer ${member!.token}` },
      ...sent,
    })
  const before = (origin: string) =>
    asks(origin, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'PATCH' } })
  const answer = await asks(PAGES)
  expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([200, PAGES])
  const allowed = await before(PAGES)
  expect([allowed.statusCode, allowed.headers['access-control-allow-headers']]).toEqual([
    204,
    'Authorization, Content-Type, Ciranda-Signature, Idempotency-Key',
  ])
  for (const origin of ['https://paginas.exemplo.org.mal.com', 'http://paginas.exemplo.org', 'null'])
    for (const refused of [await asks(origin), await before(origin)]) {
      expect(refused.headers).not.toHaveProperty('access-control-allow-origin')
      expect(refused.headers).not.toHaveProperty('access-control-allow-headers')
      expect(String(refused.headers['vary'])).toContain('Origin')
    }
  for (const { headers } of [answer, allowed]) expect(headers).not.toHaveProperty('access-control-allow-credentials')
  expect((await testApp.call('GET /ledger/pages', member!.token)).body.origins).toEqual([PAGES])
})

test('the guide’s policy for pages served elsewhere is that of the pages here, and names the server beside', () => {
  const guide = readFileSync('docs/how-to/serve-the-pages-elsewhere.md', 'utf8')
  const policy = /Content-Security-Policy "([^"]+)"/.exec(guide)?.[1]
  expect(policy).toContain("connect-src 'self' https://roda.exemplo.org.br")
  expect(policy?.replaceAll(' https://roda.exemplo.org.br', '')).toBe(fixedHeaders['content-security-policy'])
})
