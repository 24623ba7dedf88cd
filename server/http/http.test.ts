import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { contract } from '#contracts/contract.ts'
import type { CallDefinition } from '#contracts/call.ts'
import { createApp } from '#server/app.ts'
import { answerError, loggedError } from './errors.ts'
import { readConfig } from '#server/lib/config.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { receiptPicture } from '#server/seed/receipt-picture.ts'

const SOMEONE = '01234567-89ab-7def-8123-456789abcdef'
const calls = Object.entries<CallDefinition>(contract)

describe('HTTP', () => {
  let testApp: TestApp
  let member: { id: string; token: string }
  let stranger: { id: string; token: string }
  let admin: string

  beforeAll(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 2 }))
    admin = await testApp.administrator()
    ;[member] = (await testApp.placed(2)) as [{ id: string; token: string }]
    stranger = await testApp.registers(9)
  })

  const ask = (name: string, token: string | null, body?: unknown) => {
    const [method, path] = name.split(' ') as [string, string]
    const url = `/api${path
      .replaceAll('{level}', '1')
      .replaceAll('{cycle}', '1')
      .replaceAll('{cep}', '01001000')
      .replaceAll(/\{\w+\}/g, SOMEONE)}`
    return testApp.app.inject({
      method: method as 'GET',
      url,
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { payload: body as object }),
    })
  }

  test('every route except the public ones answers 401 without a token, before reading the body', async () => {
    const guarded = calls.filter(([, { access }]) => access !== 'public' && access !== 'signed')
    expect(guarded.length).toBeGreaterThan(40)
    for (const [name] of guarded) {
      expect(
        await ask(name, null, name.startsWith('GET') ? undefined : { anything: true }).then((answer) => [
          name,
          answer.statusCode,
          answer.json().code,
        ]),
      ).toEqual([name, 401, 'session.required'])
    }
    const known = new Set(calls.map(([name]) => name.replace(' ', ' /api').replaceAll(/\{(\w+)\}/g, ':$1')))
    const unknown = [...testApp.app.liveRoutes].filter((route) => !known.has(route) && !/^(HEAD|OPTIONS) /.test(route))
    expect(unknown).toEqual(['GET /api/docs/try.js', 'GET /api/docs/*'])
  })

  test('a call without a body refuses one with fields, and takes an empty one', async () => {
    const bodiless = calls.filter(([name, call]) => !call.body && !name.startsWith('GET') && call.access === 'admin')
    expect(bodiless.length).toBeGreaterThan(3)
    for (const [name] of bodiless) {
      const refused = await ask(name, admin, { unexpected: true })
      expect([name, refused.statusCode, refused.json().code]).toEqual([name, 400, 'request.invalid'])
      expect((await ask(name, admin, {})).statusCode, name).not.toBe(400)
    }
  })

  test('a lock waited for in vain is a 503 that says when to ask again, and a full disk a 507, in words that say what to do', () => {
    const answered = (code: string) => {
      const sent: { status?: number; body?: unknown; headers: Record<string, string> } = { headers: {} }
      const reply = {
        header: (name: string, value: string) => ((sent.headers[name] = value), reply),
        status: (status: number) => ((sent.status = status), reply),
        type: () => reply,
        send: (body: unknown) => ((sent.body = body), reply),
      }
      const failure = Object.assign(new Error('from the database'), { code, severity: 'ERROR' })
      const wrapped = new Error('Failed query', { cause: failure })
      answerError(wrapped, { log: { warn: () => undefined, error: () => undefined } } as never, reply as never)
      return sent
    }
    for (const code of ['55P03', '57014', '57P03', '53300']) {
      expect(answered(code)).toMatchObject({
        status: 503,
        headers: { 'Retry-After': expect.stringMatching(/^[1-9]\d*$/) },
        body: { code: 'server.unavailable' },
      })
    }
    expect(answered('53100')).toMatchObject({ status: 507, body: { code: 'server.disk_full' } })
    expect(answered('42P01')).toMatchObject({ status: 500, body: { code: 'server.failed' } })
  })

  test('the log has the cause of each failure that was gathered, and no values of a query', () => {
    const query = Object.assign(new Error('Failed query: insert Ana'), { code: '23505', severity: 'ERROR' })
    const { message, stack } = loggedError(new AggregateError([new TypeError('a bug'), query], '2 jobs failed'))
    expect(message).toBe('2 jobs failed: a bug: a query failed (23505)')
    expect(stack).toContain('http.test.ts')
  })

  test('a member is refused every administrator’s call, and nothing changes', async () => {
    const before = (await testApp.call('GET /queue', admin)).body
    for (const [name] of calls.filter(([, { access }]) => access === 'admin')) {
      expect(
        await ask(name, member.token, name.startsWith('GET') ? undefined : {}).then((answer) => [
          name,
          answer.statusCode,
          answer.json().code,
        ]),
      ).toEqual([name, 403, 'access.denied'])
    }
    expect((await testApp.call('GET /queue', admin)).body).toEqual(before)
  })

  test('an unapproved member reaches home, donations and profile, and nothing else', async () => {
    for (const [name, { access }] of calls.filter(([call]) => call.startsWith('GET') && !call.includes('{'))) {
      if (access === 'public' || access === 'signed' || access === 'admin' || name === 'GET /events') continue
      const { statusCode } = await ask(name, stranger.token)
      expect([name, statusCode]).toEqual([name, access === 'approved' || access === 'participant' ? 403 : 200])
    }
    const open = calls.filter(([, { access }]) => access === 'member' || access === 'signed-in').map(([name]) => name)
    expect(open).toEqual(
      expect.arrayContaining([
        'GET /users/profile',
        'GET /donations/to-send',
        'GET /donations/to-receive',
        'GET /donations/stats',
      ]),
    )
    expect(open).not.toContain('GET /donations/reports')
  })

  describe('odd requests', () => {
    test.each([
      ['malformed JSON', '{"email":', 'application/json', 400],
      ['a body that is no JSON type', 'email=a', 'application/x-www-form-urlencoded', 415],
      ['plain text', '{}', 'text/plain', 415],
      ['a prototype', '{"__proto__":{"role":"ADMIN"},"email":"a@b.cd","password":"x"}', 'application/json', 400],
      [
        'a constructor',
        '{"constructor":{"prototype":{"x":1}},"email":"a@b.cd","password":"x"}',
        'application/json',
        400,
      ],
      ['an unknown field', '{"email":"a@b.cd","password":"x","admin":true}', 'application/json', 400],
      ['a list', '[]', 'application/json', 400],
      ['a number', '7', 'application/json', 400],
      ['nothing', '', 'application/json', 400],
      ['depth', `{"email":${'['.repeat(5000)}${']'.repeat(5000)}}`, 'application/json', 400],
      ['17 KB', JSON.stringify({ email: 'x'.repeat(17_000), password: 'x' }), 'application/json', 413],
    ])('%s is refused', async (_kind, payload, type, status) => {
      const answer = await testApp.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload,
        headers: { 'content-type': type },
      })
      expect([answer.statusCode, answer.json().statusCode]).toEqual([status, status])
    })

    test.each([
      "'; drop table users; --",
      '../../etc/passwd',
      '%00',
      '%',
      'null',
      '-1',
      '😀',
      '{}',
      'x'.repeat(90),
      'x'.repeat(300),
      SOMEONE.toUpperCase(),
      `${SOMEONE} `,
    ])('an id of %j is a 400 or 404, never a 500', async (id) => {
      for (const name of [
        'GET /donations/{id}/comprovante',
        'GET /admin/donations/{id}',
        'GET /admin/donations/reports/{id}',
        'GET /donations/reports/{id}',
        'GET /files/{sha256}',
      ]) {
        const [, path] = name.split(' ') as [string, string]
        const answer = await testApp.app.inject({
          url: `/api${path.replace(/\{\w+\}/, encodeURIComponent(id))}`,
          headers: { authorization: `Bearer ${name.includes('admin') ? admin : member.token}` },
        })
        expect([400, 404]).toContain(answer.statusCode)
      }
      for (const query of [
        `donorId=${encodeURIComponent(id)}`,
        `id=${encodeURIComponent(id)}`,
        `receiverId=${encodeURIComponent(id)}`,
      ]) {
        const answer = await testApp.call('GET /admin/donations/list', admin, { query: `?${query}` })
        expect(answer.status === 400 || answer.body.data.length === 0).toBe(true)
      }
    })

    test.each([
      '?page=0',
      '?page=-1',
      '?page=1.5',
      '?page=x',
      '?limit=0',
      '?limit=101',
      '?page=1&page=2',
      '?unknown=1',
      '?page[]=1',
      '?dateFrom=2026-02-30',
      '?status=NADA',
      '?minAmount=x',
      '?type=OUTRO',
      '?after=nada',
    ])('a query of %s is a 400', async (query) => {
      expect((await testApp.call('GET /admin/donations/list', admin, { query })).status).toBe(400)
    })

    test('other methods and unknown addresses are a 404, in JSON', async () => {
      for (const [method, url] of [
        ['PUT', '/api/queue'],
        ['DELETE', '/api/users/profile'],
        ['POST', '/api/donations/stats'],
        ['GET', '/api/nada'],
        ['GET', '/api/'],
        ['GET', '/api/.env'],
        ['GET', '/.env'],
        ['GET', '/assets/index.js.map'],
      ] as const) {
        const answer = await testApp.app.inject({ method, url, headers: { authorization: `Bearer ${admin}` } })
        expect([url, answer.statusCode, answer.json().code]).toEqual([url, 404, 'resource.not_found'])
      }
    })

    test.each([
      ['a NUL in a value', '{"email":"a@b.cd\\u0000","password":"x"}'],
      ['a NUL in a name', '{"email":"a@b.cd","password":"x","\\u0000":1}'],
      ['half a surrogate pair', '{"email":"a@b.cd","password":"\\ud800"}'],
      ['the other half of one, deep inside', '{"email":{"a":[{"b":"\\udc00"}]},"password":"x"}'],
      ['a toString that is no method', '{"email":{"length":{"toString":1}},"password":"x"}'],
      ['a valueOf that is no method', '{"email":{"length":{"valueOf":1,"toString":null}},"password":"x"}'],
    ])('%s is a 400 in a body, before anything else looks at it', async (_kind, payload) => {
      const answer = await testApp.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload,
        headers: { 'content-type': 'application/json' },
      })
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'request.malformed'])
    })

    test('a NUL is a 400 in a path and in a query, without a login too, and so is an address nobody can decode', async () => {
      for (const [url, token] of [
        ['/api/cep/01001%00', null],
        ['/api/simulation?plan=%00', null],
        ['/api/health?%00=1', null],
        [`/api/admin/donations/list?donorId=%00`, admin],
        ['/api/donations/%F0%28%8C%28/comprovante', member.token],
        ['/api/donations/%F0%28%8C%28/comprovante', null],
        ['/%E0%A4%A', null],
      ] as const) {
        const answer = await testApp.app.inject({
          url,
          headers: token === null ? {} : { authorization: `Bearer ${token}` },
        })
        expect([url, answer.statusCode, answer.json()]).toEqual([
          url,
          400,
          {
            statusCode: 400,
            error: 'Bad Request',
            message: 'O pedido não pôde ser lido.',
            code: 'request.malformed',
          },
        ])
        expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
      }
    })

    test('a body nested deeper than twenty is refused before it is parsed, however long it is', async () => {
      const parse = vi.spyOn(JSON, 'parse')
      const send = (payload: string) =>
        testApp.app.inject({
          method: 'POST',
          url: '/api/donations/018f0000-0000-7000-8000-000000000000/comprovante',
          payload,
          headers: { 'content-type': 'application/json', authorization: `Bearer ${member.token}` },
        })
      const wasParsed = () => parse.mock.calls.some(([text]) => String(text).includes('fundo'))
      for (const [opening, closing] of [
        ['[', ']'],
        ['{"a":', '}'],
      ] as const) {
        const nested = (depth: number) => `${opening.repeat(depth)}"fundo [[\\"[["${closing.repeat(depth)}`
        for (const text of [nested(21), nested(500_000), `{"a":"\\\\","b":${nested(20)}}`]) {
          parse.mockClear()
          const answer = await send(text)
          expect([answer.statusCode, answer.json().code]).toEqual([400, 'request.malformed'])
          expect(wasParsed()).toBe(false)
        }
        await send(nested(20))
        expect(wasParsed()).toBe(true)
      }
      parse.mockRestore()
    })

    test('a PATCH with a JSON content type and no body works', async () => {
      const answer = await testApp.app.inject({
        method: 'PATCH',
        url: `/api/users/${stranger.id}/approve`,
        headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
      })
      expect(answer.statusCode).toBe(200)
    })
  })

  describe('beside the built pages', () => {
    let pages: Awaited<ReturnType<typeof createApp>>

    beforeAll(async () => {
      const webRoot = mkdtempSync(join(tmpdir(), 'ciranda-pages-'))
      mkdirSync(join(webRoot, 'assets'))
      writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>Ciranda</title>')
      writeFileSync(join(webRoot, '.env'), 'SECRET=1')
      writeFileSync(join(webRoot, 'assets', 'a-1.js'), 'export {}')
      pages = await createApp(testApp.services, { webRoot })
      return async () => {
        await pages.close()
        rmSync(webRoot, { recursive: true, force: true })
      }
    })

    test.each([
      '/.env',
      '/%2eenv',
      '/.git/config',
      '/%2egit/config',
      '/assets/.env',
      '/assets/..%2f..%2fpackage.json',
      '/assets/..%2f..%2fetc%2fpasswd',
      '/assets/%2e%2e%2f%2e%2e%2fpackage',
      '/..%5c..%5cpackage.json',
      '/assets/none.js.map',
      '/assets/',
      '/assets',
    ])('%s is a 404', async (url) => {
      const answer = await pages.inject({ url })
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'resource.not_found'])
    })

    test('pages get the app, files their content, and an odd condition or range never causes a 500', async () => {
      expect((await pages.inject('/donations')).body).toContain('<title>Ciranda</title>')
      expect((await pages.inject('/assets/a-1.js')).body).toBe('export {}')
      for (const headers of [{ range: 'bytes=999-' }, { 'if-match': '"other"' }, { range: 'bytes=x' }])
        expect((await pages.inject({ url: '/assets/a-1.js', headers })).statusCode).toBeLessThan(500)
      expect((await pages.inject('/assets/a-1.js%00')).statusCode).toBe(400)
    })
  })

  test('every answer has its type, request id, and headers against caching, framing and sniffing', async () => {
    const { headers } = await ask('GET /users/profile', member.token)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    expect(headers).not.toHaveProperty('x-powered-by')
    const other = await testApp.app.inject({
      url: '/api/users/profile',
      headers: { origin: 'https://outro.example', authorization: `Bearer ${member.token}` },
    })
    expect(other.headers).not.toHaveProperty('access-control-allow-origin')
  })

  test('long answers are compressed where the client accepts it, those of sign-in never', async () => {
    const packed = async (url: string, sent: object) =>
      (
        await testApp.app.inject({
          url,
          headers: { 'accept-encoding': 'br, gzip', authorization: `Bearer ${admin}` },
          ...sent,
        })
      ).headers['content-encoding']
    expect(await packed('/api/users', { method: 'GET' })).toBe('br')
    expect(
      await packed('/api/users', {
        method: 'GET',
        headers: { 'accept-encoding': 'gzip', authorization: `Bearer ${admin}` },
      }),
    ).toBe('gzip')
    expect(
      (await testApp.app.inject({ url: '/api/users', headers: { authorization: `Bearer ${admin}` } })).headers[
        'content-encoding'
      ],
    ).toBeUndefined()
    expect(
      await packed('/api/auth/login', { method: 'POST', payload: { email: 'x'.repeat(200), password: 'x' } }),
    ).toBeUndefined()
  })

  test('injection attempts and scripts come back as plain text', async () => {
    const text = `'; drop table reports; -- <script>alert(1)</script> \u0000 \${7*7} {{7*7}}`.replace('\u0000', '')
    const [, second] = [
      member,
      (await testApp.call('GET /users', admin)).body.find(
        (user: { firstName: string }) => user.firstName === 'PessoaCA',
      ),
    ]
    const edited = await testApp.call('PATCH /users/{id}', admin, {
      params: { id: second.id },
      body: { addressNumber: text.slice(0, 20), address: text },
    })
    expect(edited).toMatchObject({ status: 200, body: { address: text.trim() } })
    expect((await testApp.call('GET /users', admin)).status).toBe(200)
  })

  test('metrics are for this machine and token holders, labelled by route and never by address', async () => {
    const { body } = await testApp.call('GET /metrics', null)
    expect(body).toMatch(
      /ciranda_request_seconds_count\{route="\/api\/users\/:id\/approve",method="PATCH",status="200"\} \d+/,
    )
    expect(body).not.toContain(stranger.id)
    const far = await testApp.app.inject({ url: '/api/metrics', remoteAddress: '203.0.113.7' })
    expect(far.statusCode).toBe(404)
    // A proxy on this machine passes everybody's requests on from the loopback address.
    for (const headers of [
      { 'x-forwarded-for': '203.0.113.7' },
      { forwarded: 'for=203.0.113.7' },
      { 'x-real-ip': '203.0.113.7' },
      { via: '1.1 proxy' },
      { host: 'ciranda.example' },
    ])
      expect([headers, (await testApp.app.inject({ url: '/api/metrics', headers })).statusCode]).toEqual([headers, 404])
    const trusting = await createApp({
      ...testApp.services,
      config: { ...testApp.services.config, trustProxy: '203.0.113.7' },
    })
    const claimed = await trusting.inject({
      url: '/api/metrics',
      remoteAddress: '203.0.113.7',
      headers: { 'x-forwarded-for': '127.0.0.1' },
    })
    expect(claimed.statusCode).toBe(404)
    await trusting.close()
    const config = { ...testApp.services.config, metricsToken: 'um-token-bem-comprido' }
    const withToken = await createApp({ ...testApp.services, config })
    const read = (token: string) =>
      withToken.inject({
        url: '/api/metrics',
        remoteAddress: '203.0.113.7',
        headers: { authorization: `Bearer ${token}` },
      })
    expect([(await read('outro')).statusCode, (await read('um-token-bem-comprido')).statusCode]).toEqual([404, 200])
    await withToken.close()
  })

  test('the log names no person, neither in a whole walk nor in a failed query', async () => {
    const lines: string[] = []
    const stream = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk))
        done()
      },
    })
    const app = await createApp(
      { ...testApp.services, config: { ...testApp.services.config, logLevel: 'trace' } },
      { logStream: stream },
    )
    const user = (await testApp.call('GET /users/profile', member.token)).body
    const asMember = { authorization: `Bearer ${member.token}` }
    await app.inject({ url: `/api/users/profile?email=${user.email}`, headers: asMember })
    await app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: user.email, password: 'minha-senha-secreta' },
    })
    await app.inject({ method: 'POST', url: '/api/auth/refresh', payload: { refreshToken: 'um-token-que-vazou' } })
    await app.inject({
      method: 'PATCH',
      url: `/api/users/${member.id}`,
      payload: { email: user.email, cpf: user.cpf, phone: user.phone },
      headers: { authorization: `Bearer ${admin}` },
    })
    await app.inject({
      method: 'POST',
      url: `/api/donations/${SOMEONE}/comprovante`,
      payload: { comprovanteBase64: await receiptPicture('x') },
      headers: asMember,
    })
    const { transaction } = testApp.services.db
    testApp.services.db.transaction = () =>
      Promise.reject(
        Object.assign(new Error(`Failed query: insert into users values ($1)\nparams: ${user.cpf},${user.email}`), {
          name: 'DrizzleQueryError',
        }),
      )
    const failed = await app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: user.email, password: 'uma-senha-bem-boa' },
    })
    testApp.services.db.transaction = transaction
    expect(failed.statusCode).toBe(500)
    expect(failed.json()).toEqual({
      statusCode: 500,
      error: 'Internal Server Error',
      message: 'Algo deu errado do nosso lado. Nada foi perdido; tente de novo.',
      code: 'server.failed',
    })
    await app.close()
    const log = lines.join('')
    expect(log).toContain('unexpected failure')
    expect(log.split('\n').filter((line) => line.includes('"reqId"')).length).toBeGreaterThan(6)
    for (const secret of [
      user.email,
      user.cpf,
      user.phone,
      user.pixKey,
      user.firstName,
      'minha-senha',
      'uma-senha',
      'um-token-que-vazou',
      member.token,
    ]) {
      expect(log, secret).not.toContain(secret)
    }
  })

  test('health reports an unreachable database', async () => {
    expect(await testApp.call('GET /health', null)).toMatchObject({ status: 200, body: { status: 'ok' } })
    const away = await createApp({
      ...testApp.services,
      database: { ...testApp.services.database, ping: () => Promise.reject(new Error('Connection terminated')) },
    })
    const answer = await away.inject('/api/health')
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'server.unavailable'])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    await away.close()
  })
})

test('in production a new installation begins empty, unless a demonstration is asked for', () => {
  expect(readConfig({}).seed).toBe('demo')
  expect(readConfig({ NODE_ENV: 'production' }).seed).toBe('none')
  expect(readConfig({ NODE_ENV: 'production', SEED: 'demo' }).seed).toBe('demo')
  expect(readConfig({ SEED: 'empty' }).seed).toBe('empty')
})

test.each([
  [{ PORT: '70000' }, 'PORT'],
  [{ PORT: 'x' }, 'PORT'],
  [{ DATABASE_URL: 'mysql://a' }, 'DATABASE_URL'],
  [{ DATABASE_URL: 'postgres://a/b' }, 'JWT_SECRET'],
  [{ JWT_SECRET: 'curto' }, 'JWT_SECRET'],
  [{ SMTP_URL: 'http://a' }, 'SMTP_URL'],
  [{ CEP_URL: 'http://a/sem-lugar' }, 'CEP_URL'],
  [{ ADMIN_PASSWORD: '1234567' }, 'ADMIN_PASSWORD'],
  [{ ADMIN_EMAIL: 'nada' }, 'ADMIN_EMAIL'],
  [{ SEED: 'tudo' }, 'SEED'],
  [{ CLOCK: 'ontem' }, 'CLOCK'],
  [{ CLOCK: '2026-11-10T12:00:00Z', NODE_ENV: 'production' }, 'CLOCK'],
  [{ CLOCK: '2026-11-10T12:00:00Z', HOST: '0.0.0.0' }, 'CLOCK'],
  [{ CLOCK: '2026-11-10T12:00:00Z', HOST: '::' }, 'CLOCK'],
  [{ CLOCK: '2026-11-10T12:00:00Z', HOST: '192.168.0.7' }, 'CLOCK'],
  [{ CLOCK: '2026-11-10T12:00:00Z', HOST: '127.0.0.1.example' }, 'CLOCK'],
  [{ PUBLIC_URL: 'ftp://a' }, 'PUBLIC_URL'],
  [{ METRICS_TOKEN: 'curto' }, 'METRICS_TOKEN'],
  [{ RATE_LIMIT: 'talvez' }, 'RATE_LIMIT'],
])('a start with %j stops with one line that names %s', (environment, name) => {
  expect(() => readConfig(environment)).toThrow(new RegExp(`^${name}: [^\\n]+$`))
})
