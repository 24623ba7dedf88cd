import { spawn } from 'node:child_process'
import { createHash, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import type { CallName } from '#contracts/contract.ts'
import { jpegClaiming, pngBomb } from '#server/files/testing/bombs.ts'
import { registrationOf } from '#server/seed/people.ts'
import { codePicture, receiptPicture } from '#server/seed/receipt-picture.ts'
import { createTestDatabase } from '#server/testing/databases.ts'
import { ADMINISTRATOR, NOON, PASSWORD } from '#server/testing/test-app.ts'
import { serverFile } from '../../scripts/built.ts'

// The requirements of a running server, asked over the network of two processes of one installation: where a figure is
// required, that figure is measured. The first stands behind a proxy that says where requests come from; the second has none.

const SECRET = 'a secret for tests, long enough to be one'
const PLACED = 5

type Server = { readonly url: string; readonly port: number }
type Sent = { params?: Record<string, string>; query?: string; body?: unknown; headers?: Record<string, string> }
type Answer = { status: number; headers: Headers; body: ReturnType<typeof JSON.parse> }

describe('two servers of one installation', () => {
  let proxied: Server
  let bare: Server
  let database: Client
  let admin: string
  const people = inject('people').people.slice(0, PLACED)

  beforeAll(async () => {
    const addresses = await createTestDatabase({ placed: PLACED })
    const dataDir = mkdtempSync(path.join(tmpdir(), 'ciranda-requirements-'))
    const environment = {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: addresses.databaseUrl,
      MIGRATION_DATABASE_URL: addresses.ownerUrl,
      JWT_SECRET: SECRET,
      ADMIN_PASSWORD: ADMINISTRATOR.password,
      SEED: 'empty',
      CLOCK: new Date(NOON).toISOString(),
      LOG_LEVEL: 'silent',
      NODE_ENV: 'test',
    }
    const started: (Server & { stop(): Promise<void> })[] = []
    database = new Client({ connectionString: addresses.ownerUrl })
    await database.connect()
    for (const picture of globSync(path.join(inject('people').files, '??', '*')))
      await database.query('insert into stored_files values ($1, $2, now())', [
        path.basename(picture),
        readFileSync(picture),
      ])
    const stop = async () => {
      await Promise.all(started.map((server) => server.stop()))
      await database.end()
      rmSync(dataDir, { recursive: true, force: true })
    }
    try {
      started.push(await launch({ ...environment, TRUST_PROXY: '127.0.0.1' }), await launch(environment))
    } catch (error) {
      await stop()
      throw error
    }
    ;[proxied, bare] = [started[0]!, started[1]!]
    admin = (await login(proxied, ADMINISTRATOR, '10.0.0.1')).body.access_token
    return stop
  })

  const both = () => [proxied, bare] as const

  async function ask(server: Server, name: CallName, token: string | null, sent: Sent = {}): Promise<Answer> {
    const { params = {}, query = '', body, headers = {} } = sent
    const [method, template] = name.split(' ') as [string, string]
    const answer = await fetch(
      `${server.url}/api${template.replaceAll(/\{(\w+)\}/g, (_, key: string) => params[key]!)}${query}`,
      {
        method,
        headers: {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          // Everybody who asks the first server comes from another address, unless the test says from which.
          ...(server === proxied ? { 'x-forwarded-for': anyAddress() } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
    )
    const text = await answer.text()
    const isJson = String(answer.headers.get('content-type')).includes('application/json')
    return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text }
  }

  const login = (server: Server, body: { email: string; password: string }, from = anyAddress()) =>
    ask(server, 'POST /auth/login', null, { body, headers: { 'x-forwarded-for': from } })
  const personal = (number: number) => registrationOf({ firstName: nameOf(number), lastName: 'de Teste', number })
  const emailOf = (number: number) => personal(number).email
  const register = async (number: number, password = PASSWORD) => {
    const typed = personal(number)
    return ask(proxied, 'POST /auth/register', null, {
      body: { ...typed, pixQrCode: await codePicture(typed.pixCopyPaste), password },
    })
  }
  const signedIn = async (number: number) =>
    (await login(proxied, { email: emailOf(number), password: PASSWORD })).body as {
      access_token: string
      refresh_token: string
    }
  const profile = (server: Server, token: string) => ask(server, 'GET /users/profile', token)
  const refresh = (server: Server, refreshToken: string) =>
    ask(server, 'POST /auth/refresh', null, { body: { refreshToken } })
  const moveClocks = (byMs: number) =>
    Promise.all(
      both().map((server) =>
        ask(server, 'POST /test/clock', null, { body: { now: new Date(NOON + byMs).toISOString() } }),
      ),
    )
  /**
   * So many at once, every other one to the second server. Who is told that the server is busy asks again, as the pages
   * do: on a slow machine the last of a hundred may wait for the circle longer than a request may.
   */
  const race = (times: number, attempt: (server: Server, index: number) => Promise<Answer>) =>
    Promise.all(
      Array.from({ length: times }, async (_, index) => {
        let answer = await attempt(both()[index % 2]!, index)
        for (let again = 0; again < 20 && answer.status === 503; again += 1)
          answer = await attempt(both()[index % 2]!, index)
        return answer
      }),
    )
  const eventsOf = async (kind: string) =>
    Number((await database.query('select count(*) from ledger where kind = $1', [kind])).rows[0].count)

  test('answer the eleventh wrong password from an address with 429 and Retry-After; the owner signs in elsewhere', async () => {
    const guess = (password: string, from: string) => login(proxied, { email: emailOf(2), password }, from)
    const statuses: number[] = []
    for (let attempt = 0; attempt < 10; attempt += 1) statuses.push((await guess('errada-mesmo', '10.9.9.9')).status)
    expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401])
    const refused = await guess(PASSWORD, '10.9.9.9')
    expect([refused.status, refused.body.code]).toEqual([429, 'request.too_many'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await guess(PASSWORD, '10.9.9.10')).status).toBe(200)
    expect((await login(bare, { email: emailOf(2), password: PASSWORD })).status).toBe(200)
  })

  test('take passwords of 8 and of 128 characters to the last one, and none of 7, 129 or 1,025', async () => {
    const long = `Vq7-${'çã9'.repeat(41)}x`
    expect(long).toHaveLength(128)
    for (const [number, password, others] of [
      [30, 'vK7#qz!2', ['vK7#qz!', 'vK7#qz!3', 'vK7#qz!2 ']],
      [31, long, [long.slice(0, -1), `${long.slice(0, -1)}y`, `${long}x`]],
    ] as const) {
      expect((await register(number, password)).status).toBe(201)
      const email = emailOf(number)
      expect((await login(bare, { email, password })).status).toBe(200)
      for (const other of others)
        expect([400, 401]).toContain((await login(proxied, { email, password: other })).status)
    }
    for (const length of [7, 129, 1_025]) expect((await register(32, 'Vq7-'.padEnd(length, 'k9'))).status).toBe(400)
  })

  test('renew a session once when twenty ask at once of both: one successor, and nobody is signed out', async () => {
    const { refresh_token: token } = await signedIn(1)
    const answers = await race(20, (server) => refresh(server, token))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1)
    for (const server of both()) expect((await profile(server, answers[0]!.body.access_token)).status).toBe(200)
  })

  test('sign out at one is signed out at the other within five seconds, with both tokens', async () => {
    const { access_token: access, refresh_token: renewing } = await signedIn(1)
    expect((await profile(bare, access)).status).toBe(200)
    const began = performance.now()
    expect((await ask(proxied, 'POST /auth/logout', access)).status).toBe(200)
    expect([(await profile(bare, access)).status, (await refresh(bare, renewing)).status]).toEqual([401, 401])
    expect(performance.now() - began).toBeLessThan(5_000)
  })

  test('a changed password ends every other session at both', async () => {
    const [mine, elsewhere] = [await signedIn(1), await signedIn(1)]
    const change = (currentPassword: string, newPassword: string) =>
      ask(proxied, 'POST /me/password', mine.access_token, { body: { currentPassword, newPassword } })
    expect((await change(PASSWORD, 'outra-senha-bem-boa')).status).toBe(200)
    expect((await profile(bare, elsewhere.access_token)).status).toBe(401)
    expect((await refresh(bare, elsewhere.refresh_token)).status).toBe(401)
    expect((await profile(bare, mine.access_token)).status).toBe(200)
    expect((await change('outra-senha-bem-boa', PASSWORD)).status).toBe(200)
  })

  test('suspended at one is refused by the other on the next request', async () => {
    const { body } = await register(33)
    await ask(proxied, 'PATCH /users/{id}/approve', admin, { params: { id: body.user.id } })
    expect((await profile(bare, body.access_token)).status).toBe(200)
    const suspended = { params: { id: body.user.id }, body: { reason: 'Ninguém responde pela pessoa.' } }
    expect((await ask(proxied, 'POST /users/{id}/suspend', admin, suspended)).status).toBe(200)
    expect((await profile(bare, body.access_token)).status).toBe(401)
    expect((await refresh(bare, body.refresh_token)).status).toBe(401)
  })

  test('create a month’s donations once when 64 pulls are asked of both', async () => {
    const answers = await race(64, (server) =>
      ask(server, 'POST /donations/admin/generate-monthly-pull', admin, { body: {} }),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(answers.map(({ body }) => body.createdCount).toSorted((a, b) => b - a)).toEqual([
      PLACED,
      ...Array<number>(63).fill(0),
    ])
    const { rows } = await database.query('select count(*) from obligations')
    expect(Number(rows[0].count)).toBe(PLACED)
  })

  test('confirm a donation once when 64 confirm it at both, and not before its receipt', async () => {
    const { body } = await ask(proxied, 'GET /admin/donations/list', admin)
    const [donation] = body.data as [{ id: string; donorId: string; receiverId: string }]
    const tokenOf = (id: string) => people.find((person) => person.id === id)!.token
    const confirm = (server: Server) =>
      ask(server, 'PATCH /donations/{id}/confirm', tokenOf(donation.receiverId), { params: { id: donation.id } })
    expect((await confirm(bare)).status).toBe(409)
    const receipt = {
      params: { id: donation.id },
      body: { comprovanteBase64: await receiptPicture(donation.id) },
      headers: { 'idempotency-key': 'um-comprovante-so' },
    }
    // The same request at both at once: one effect, and whoever is told that it is still running may ask again.
    const sent = await race(8, (server) =>
      ask(server, 'POST /donations/{id}/comprovante', tokenOf(donation.donorId), receipt),
    )
    const stored = sent.filter(({ status }) => status === 201)
    expect(stored.length).toBeGreaterThan(0)
    expect(new Set(stored.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    expect(sent.filter(({ status }) => ![201, 409].includes(status))).toEqual([])
    expect(await eventsOf('donation.receipt_sent')).toBe(1)
    const answers = await race(64, confirm)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body: said }) => said.code === 'donation.already_confirmed')).toHaveLength(63)
    expect(await eventsOf('donation.confirmed')).toBe(1)
  })

  test('serve a receipt at a signed address alone, as a picture that runs nothing', async () => {
    const { body } = await ask(proxied, 'GET /admin/donations/list', admin, { query: '?status=CONFIRMED' })
    const [{ id }] = body.data as [{ id: string }]
    const signed = await ask(proxied, 'GET /donations/{id}/comprovante', admin, { params: { id } })
    const address = new URL(signed.body.comprovanteUrl as string)
    const get = (search: string, { url }: Server = proxied) => fetch(`${url}${address.pathname}${search}`)
    const answer = await get(address.search)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(answer.status).toBe(200)
    // The pictures are in the database that both share.
    expect(Buffer.from(await (await get(address.search, bare)).arrayBuffer())).toEqual(bytes)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
    })
    // The name is the server's own: the hash of what it stored.
    expect(address.pathname).toBe(`/api/files/${createHash('sha256').update(bytes).digest('hex')}`)
    const altered = address.search.replace(/expires=\d+/, 'expires=99999999999999')
    for (const search of ['', altered, address.search.slice(0, -2)])
      expect([400, 404]).toContain((await get(search)).status)
  })

  test('give the last place to one when it is asked for a hundred times at both', async () => {
    const racers = await Promise.all([34, 35, 36, 37, 38].map(async (number) => (await register(number)).body.user.id))
    for (const id of racers) await ask(proxied, 'PATCH /users/{id}/approve', admin, { params: { id } })
    const placed = await eventsOf('entry.placed')
    const answers = await race(100, (server, index) =>
      ask(server, 'POST /queue', admin, { body: { position: 100, user_id: racers[index % racers.length] } }),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(99)
    expect(await eventsOf('entry.placed')).toBe(placed + 1)
    const { rows } = await database.query('select position from entries where position = 100')
    expect(rows).toHaveLength(1)
  })

  test('refuse a body of more than 5 MB by what it announces, before it is sent', async () => {
    const head = [
      'POST /api/users/profile/avatar HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${people[3]!.token}`,
      'Content-Type: application/json',
      'Content-Length: 8000000',
      '\r\n',
    ].join('\r\n')
    const socket = connect(bare.port, '127.0.0.1')
    socket.write(head)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    expect(answer.toString().split('\r\n')[0]).toBe('HTTP/1.1 413 Payload Too Large')
  })

  test('refuse a picture that claims billions of points in under 200 ms', async () => {
    for (const bomb of [pngBomb(30_000, 30_000), jpegClaiming(65_535, 65_535)]) {
      const picture = bomb.toString('base64')
      let shortest = Infinity
      // A busy machine only ever adds time: the shortest is what the work itself takes.
      for (let attempt = 0; attempt < 10 && shortest >= 200; attempt += 1) {
        const began = performance.now()
        const { status, body } = await ask(bare, 'POST /users/profile/avatar', people[1]!.token, {
          body: { avatar: picture },
        })
        shortest = Math.min(shortest, performance.now() - began)
        expect([status, body.code]).toEqual([400, 'file.wrong_pixels_exact'])
      }
      expect(shortest).toBeLessThan(200)
    }
  })

  test('answer no page of more than a hundred, no body of more than 16 KB, and no method that is not there', async () => {
    const list = (query: string) => ask(bare, 'GET /admin/donations/list', admin, { query })
    expect([(await list('?limit=100')).status, (await list('?limit=101')).status]).toEqual([200, 400])
    const body = { email: 'x'.repeat(16 * 1_024), password: 'x' }
    expect((await ask(bare, 'POST /auth/login', null, { body })).status).toBe(413)
    for (const method of ['PUT', 'DELETE', 'TRACE', 'OPTIONS', 'PROPFIND']) {
      const status = await rawStatus(bare, `${method} /api/queue HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
      expect([400, 404, 405], method).toContain(status)
    }
  })

  test('end the whole family of a renewing token that is used again after ten seconds', async () => {
    const first = await signedIn(1)
    const { body: second } = await refresh(proxied, first.refresh_token)
    await moveClocks(9_000)
    expect((await refresh(bare, first.refresh_token)).body.refresh_token).toBe(second.refresh_token)
    await moveClocks(11_000)
    expect((await refresh(bare, first.refresh_token)).status).toBe(401)
    for (const server of both()) {
      expect((await refresh(server, second.refresh_token)).status).toBe(401)
      expect((await profile(server, second.access_token)).status).toBe(401)
    }
  })

  test('believe a forwarded address from the configured proxy alone', async () => {
    const from = () => ({ 'x-forwarded-for': anyAddress() })
    const statuses = async (server: Server) => {
      const flood = Array.from({ length: 280 }, () =>
        ask(server, 'POST /auth/refresh', null, { body: {}, headers: from() }),
      )
      return (await Promise.all(flood)).map(({ status }) => status)
    }
    expect(new Set(await statuses(proxied))).toEqual(new Set([400]))
    expect((await statuses(bare)).filter((status) => status === 429).length).toBeGreaterThanOrEqual(40)
  })
})

function nameOf(number: number): string {
  return `Pessoa${String.fromCharCode(65 + (number % 26))}${String.fromCharCode(65 + Math.floor(number / 26))}`
}

function anyAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
}

/** A process of the server, once it says where it listens. */
async function launch(environment: NodeJS.ProcessEnv): Promise<Server & { stop(): Promise<void> }> {
  const child = spawn(process.execPath, [serverFile()], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })
  const listens = new Promise<RegExpExecArray>((resolve) => {
    lines.on('line', (line) => {
      const found = /Ciranda em (http:\/\/127\.0\.0\.1:(\d+))/.exec(line)
      if (found) resolve(found)
    })
  })
  const [, url, port] = await Promise.race([
    listens,
    ended.then(() => {
      throw new Error('The server ended at its start')
    }),
  ])
  return {
    url: url!,
    port: Number(port),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function rawStatus({ port }: Server, request: string): Promise<number> {
  const socket = connect(port, '127.0.0.1')
  socket.write(request)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return Number(answer.toString().split(' ')[1])
}
