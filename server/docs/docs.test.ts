import { beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contracts/contract.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

/** The calls that the specification lists in section 7. */
const SPECIFIED = `
POST /auth/login, POST /auth/register, POST /auth/refresh, POST /auth/verify-email, POST /auth/verify-phone,
POST /auth/resend-email-verification, POST /auth/resend-phone-verification,
GET /users/profile, GET /users, PATCH /users/{id}, PATCH /users/{id}/approve, POST /users/profile/avatar,
GET /donations/stats, GET /donations/to-send, GET /donations/to-receive, GET /donations/history, POST /donations/{id}/comprovante,
GET /donations/{id}/comprovante, PATCH /donations/{id}/confirm, POST /donations/{id}/report, GET /donations/reports, GET /donations/reports/{id},
GET /donations/my-level-progress, POST /donations/accept-upgrade,
GET /admin/donations/list, GET /admin/donations/{id}, GET /admin/donations/stats, GET /admin/donations/reports, GET /admin/donations/reports/{id},
GET /admin/donations/reports/stats, PATCH /admin/donations/reports/{id}/status, POST /admin/donations/reports/{id}/resolve,
POST /donations/admin/generate-monthly-pull, POST /donations/admin/cycle/{cycle}/start, GET /donations/admin/level-stats/{level},
GET /queue, POST /queue, PATCH /queue/{id}, DELETE /queue/{id}, PATCH /queue/set-receiver/{a}/{b}, PATCH /queue/next-receiver/{id},
PATCH /queue/reorder/{id}, PATCH /queue/swap-positions, POST /queue/godown/move-user-to-end`
  .split(',')
  .map((call) => call.trim())

/** The server also answers these routes: the files of the documentation page. */
const DOCS_FILES = ['GET /api/docs/try.js', 'GET /api/docs/*']

type Document = { openapi: string; paths: Record<string, Record<string, { operationId: string }>> }

describe('the API document', () => {
  let testApp: TestApp
  let document: Document
  let live: string[]

  beforeAll(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 0 }))
    document = (await testApp.call('GET /docs', null)).body as Document
    live = [...testApp.app.liveRoutes].filter((route) => !route.startsWith('HEAD ') && !route.startsWith('OPTIONS '))
  })

  const asRoute = (call: string) => `/${call}`.replace(/^\/(\w+) /, '$1 /api').replaceAll(/\{(\w+)\}/g, ':$1')

  test('lists exactly the calls that the running server answers', () => {
    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => asRoute(`${method.toUpperCase()} ${path}`)),
    )
    expect(documented.toSorted()).toEqual(live.filter((route) => !DOCS_FILES.includes(route)).toSorted())
    expect(documented).toHaveLength(Object.keys(contract).length)
  })

  test('lists every call of the specification', () => {
    expect(SPECIFIED).toHaveLength(44)
    expect(SPECIFIED.filter((call) => !live.includes(asRoute(call)))).toEqual([])
  })

  test('gives each operation a unique name and has no dangling references', () => {
    const names = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    )
    expect(new Set(names).size).toBe(names.length)
    for (const [, name] of JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      expect(document).toHaveProperty(['components', 'schemas', name!])
    }
  })

  test('is a page for browsers; only its own files are served from the Swagger UI package', async () => {
    const page = await testApp.app.inject({ url: '/api/docs', headers: { accept: 'text/html,application/xhtml+xml' } })
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file!)
    expect(files).toHaveLength(3)
    for (const file of files) expect(await testApp.app.inject(file)).toMatchObject({ statusCode: 200 })
    for (const file of ['package.json', 'swagger-ui-bundle.js.map', '../app.ts', '']) {
      expect((await testApp.app.inject(`/api/docs/${file}`)).statusCode).toBe(404)
    }
  })
})
