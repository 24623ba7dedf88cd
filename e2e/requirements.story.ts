import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADMINISTRATOR, startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'
import { registrationOf } from '#server/seed/people.ts'
import { codePicture } from '#server/seed/receipt-picture.ts'

// The requirements of the running server with its built pages and its embedded database, asked as any client asks: by HTTP,
// without a browser.

const PASSWORD = 'uma-senha-bem-boa'
const PAGES = ['/', '/login', '/register', '/donations', '/admin/dashboard', '/nada-aqui']
const DIST = path.join(import.meta.dirname, '..', 'web', 'dist')
const HTTPS = { 'x-forwarded-proto': 'https' }

describe('the running server with its pages', () => {
  let server: Server
  let admin: string

  beforeAll(async () => {
    server = await startServer({ TRUST_PROXY: '127.0.0.1' })
    admin = (await post('/api/auth/login', ADMINISTRATOR)).body.access_token
  })
  afterAll(() => server?.stop())

  const get = (address: string, headers: Record<string, string> = {}) => fetch(`${server.url}${address}`, { headers })
  const send = (address: string, body: string, headers: Record<string, string>) =>
    fetch(`${server.url}${address}`, { method: 'POST', body, headers })
  async function post(address: string, body: unknown, headers: Record<string, string> = {}) {
    const answer = await send(address, JSON.stringify(body), { 'content-type': 'application/json', ...headers })
    return { status: answer.status, body: (await answer.json()) as ReturnType<typeof JSON.parse> }
  }
  const asset = () => `/assets/${readdirSync(path.join(DIST, 'assets')).find((name) => name.endsWith('.js'))!}`
  const built = () =>
    readdirSync(DIST, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => `/${path.relative(DIST, path.join(parentPath, name))}`)

  test('sends a policy that lets no script run but its own files, and no page has one written into it', async () => {
    for (const address of PAGES) {
      const answer = await get(address)
      const policy = Object.fromEntries(
        String(answer.headers.get('content-security-policy'))
          .split(';')
          .map((directive) => [directive.split(' ')[0]!, directive.split(' ').slice(1).join(' ')]),
      )
      expect(policy, address).toMatchObject({
        'default-src': "'self'",
        'script-src': "'self'",
        'object-src': "'none'",
        'base-uri': "'none'",
        'frame-ancestors': "'none'",
        'require-trusted-types-for': "'script'",
      })
      const html = await answer.text()
      expect(html.match(/<script\b/g)!.length).toBeGreaterThan(0)
      expect(html.match(/<script\b(?![^>]*\bsrc=)[^>]*>|\son\w+=|javascript:/gi)).toBeNull()
      expect(html.match(/<script[^>]*>[^<\s]/g)).toBeNull()
    }
  })

  test('sends with every answer, refusals too, what keeps a browser from guessing, leaking and framing, and stays on TLS', async () => {
    for (const address of ['/', asset(), '/api/health', '/api/users', '/api/nada', '/nada.png', '/%E0%A4%A']) {
      const { headers } = await get(address, HTTPS)
      expect(headers.get('x-content-type-options'), address).toBe('nosniff')
      // An address that nobody can decode reaches no route: its answer is a sentence in JSON and never a page.
      if (address.startsWith('/%')) continue
      expect(Object.fromEntries(headers), address).toMatchObject({
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
        'strict-transport-security': expect.stringMatching(/max-age=\d{7,}/),
      })
      expect(headers.get('x-powered-by')).toBeNull()
      expect(headers.get('server')).toBeNull()
    }
  })

  test('lets no page of another origin read anything or ask beforehand', async () => {
    const origin = { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' }
    for (const [address, method] of [
      ['/api/circle', 'GET'],
      ['/api/auth/login', 'OPTIONS'],
      ['/api/users/profile', 'OPTIONS'],
    ] as const) {
      const { headers } = await fetch(`${server.url}${address}`, { method, headers: origin })
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
  })

  test('has its calls stored nowhere, its named files for ever, and its pages asked for anew', async () => {
    const kept = async (address: string, headers = {}) => (await get(address, headers)).headers.get('cache-control')
    expect(await kept('/api/circle')).toBe('no-store')
    expect(await kept('/api/users', { authorization: `Bearer ${admin}` })).toBe('no-store')
    expect(await kept('/api/nada')).toBe('no-store')
    expect(await kept(asset())).toBe('public, max-age=31536000, immutable')
    expect(await kept('/')).toBe('no-cache')
    expect(await kept('/assets/nada-0000.js')).toBe('no-store')
  })

  test('takes JSON alone, and says so with 415', async () => {
    for (const type of [
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/json-patch+json',
      'image/png',
    ]) {
      const answer = await send('/api/auth/login', '{"email":"a@b.cd","password":"x"}', { 'content-type': type })
      expect([type, answer.status]).toEqual([type, 415])
    }
  })

  test('says in a refusal what the person may know, and nothing of how it works', async () => {
    const json = { 'content-type': 'application/json' }
    const answers = await Promise.all([
      get('/api/nada'),
      get('/api/users'),
      get('/api/donations/x/comprovante', { authorization: `Bearer ${admin}` }),
      get("/api/admin/donations/list?page='--", { authorization: `Bearer ${admin}` }),
      send('/api/auth/login', '{"email":', json),
      send('/api/auth/login', '[]', json),
      send('/api/auth/register', '{}', json),
      get('/nada.png'),
      get('/%E0%A4%A'),
    ])
    for (const answer of answers) {
      const text = await answer.text()
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
      const known = ['statusCode', 'error', 'message', 'code', 'fields', 'details']
      expect(Object.keys(JSON.parse(text) as object).filter((key) => !known.includes(key))).toEqual([])
      expect(text).not.toMatch(/node_modules|\.ts\b|\bat \w+ \(|select |insert |postgres|fastify|zod|drizzle/i)
    }
  })

  test('serves no file that begins with a dot, no source map, and nothing from beside its pages', async () => {
    const files = built()
    expect(files.length).toBeGreaterThan(50)
    expect(files.filter((file) => /\.map$|\.tsx?$/.test(file))).toEqual([])
    const scripts = files.filter((file) => file.endsWith('.js'))
    for (const file of scripts) expect(readFileSync(path.join(DIST, file), 'utf8')).not.toContain('sourceMappingURL')
    for (const address of [
      ...scripts.slice(0, 5).map((file) => `${file}.map`),
      // The build's own note, which does lie there.
      '/.built-from',
      '/.env',
      '/.git/config',
      '/%2egit/config',
      '/assets/.env',
      '/assets/..%2f..%2f..%2fpackage.json',
      '/..%5c..%5cpackage.json',
      '/%2e%2e/%2e%2e/package.json',
      '/api/.env',
    ])
      expect([address, (await get(address)).status]).toEqual([address, 404])
  })

  test('has no CPF, PIX key, phone, password or token readable in the files of its database', async () => {
    const typed = registrationOf({ firstName: 'Marina', lastName: 'Neves', number: 13 })
    const person = await post('/api/auth/register', {
      ...typed,
      pixQrCode: await codePicture(typed.pixCopyPaste),
      password: PASSWORD,
    })
    expect(person.status).toBe(201)
    const { access_token: access, refresh_token: renewing } = person.body as Record<string, string>
    const secrets = [
      typed.cpf,
      typed.cpf.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4'),
      typed.phone,
      typed.pixKey,
      typed.email,
      PASSWORD,
      ADMINISTRATOR.password,
      access!,
      renewing!,
    ]
    // As a thief finds them: the process killed, everything that was acknowledged in tables or in the log before them.
    await server.kill()
    const files = readdirSync(path.join(server.dataDir, 'database'), { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile(),
    )
    expect(files.length).toBeGreaterThan(100)
    const readable = files.flatMap(({ parentPath, name }) => {
      const bytes = readFileSync(path.join(parentPath, name))
      return secrets.filter((secret) => bytes.includes(secret)).map((secret) => `${name}: ${secret}`)
    })
    expect(readable).toEqual([])
  })
})
