import { beforeEach, expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
const page = new EventTarget()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
})
for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
  vi.stubGlobal(name, page[name].bind(page))

let answer = (): Promise<Response> => Promise.resolve(Response.json({}))
const keys: (string | undefined)[] = []
vi.stubGlobal('fetch', (_address: string, { headers }: { headers: Record<string, string> }) => {
  keys.push(headers['Idempotency-Key'])
  return answer()
})

const { actAs, failureText, NO_ANSWER, request } = await import('./client.ts')

const lost = () => Promise.reject(new TypeError('Failed to fetch'))
const cutShort = () =>
  Promise.resolve(new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('cut')) })))
const away = () => Promise.resolve(Response.json({}, { status: 502 }))
const done = () => Promise.resolve(Response.json({}))
const refused = () => Promise.resolve(Response.json({}, { status: 409 }))
const asks = async (how: typeof answer, lines: string[] = ['a'], options = {}) => {
  answer = how
  await request('POST /orders', { body: { lines } as never }, options).catch(() => undefined)
  return keys.at(-1)
}

beforeEach(async () => {
  actAs(null)
  await asks(done)
})

test('what is pressed again since no answer came is the same call, so that the server does it once', async () => {
  const first = await asks(lost)
  expect([await asks(cutShort), await asks(away), await asks(done)]).toEqual([first, first, first])
  expect(await asks(done)).not.toBe(first)
})

test('an answer of any kind ends it, and so does what is another call or another person’s', async () => {
  const first = await asks(lost)
  expect(await asks(lost, ['b'])).not.toBe(first)
  const second = await asks(lost)
  expect(await asks(refused)).toBe(second)
  const third = await asks(lost)
  expect(third).not.toBe(second)
  stored.set('user', JSON.stringify({ id: 'tiago' }))
  actAs('tiago')
  expect(await asks(lost)).not.toBe(third)
})

test('whatever else gets no answer meanwhile, such as the reading that follows, does not come between', async () => {
  const first = await asks(lost)
  await request('POST /join-links/show', { body: { secret: 'x' } as never }).catch(() => undefined)
  expect(await asks(done)).toBe(first)
})

test('what a device signed is another act each time, which the device tells apart by itself', async () => {
  const signed = { signature: 'key=x' }
  const first = await asks(lost, ['a'], signed)
  expect(await asks(lost, ['a'], signed)).not.toBe(first)
})

test('what a proxy answers for a server says nothing of what was done: nobody is told that nothing changed', async () => {
  const told = async (how: typeof answer) => {
    answer = how
    return request('POST /orders', { body: {} as never }).catch((error: unknown) => failureText(error, 'Nada mudou.'))
  }
  const said = (status: number, body: object) => told(() => Promise.resolve(Response.json(body, { status })))
  const unreached = await told(lost)
  expect(unreached).toMatch(/^Sem conexão com o servidor\./)
  expect([await said(502, {}), await said(504, {})]).toEqual([unreached, unreached])
  expect([await said(500, {}), await said(409, { message: 'Já foi.' })]).toEqual(['Nada mudou.', 'Já foi.'])
})

test('a refusal of what was perhaps done before, since it spends a secret, says so', async () => {
  const says = (how: typeof answer, code = '123456') => {
    answer = how
    const body = { email: 'ana@exemplo.org', code, newPassword: 'uma-senha-bem-boa' }
    return request('POST /auth/reset-password', { body }).catch((error: unknown) => failureText(error, 'Nada mudou.'))
  }
  const wrong = () => Promise.resolve(Response.json({ message: 'Código errado.' }, { status: 400 }))
  expect(await says(wrong)).toBe('Código errado.')
  await says(lost)
  expect(await says(wrong)).toMatch(/^Código errado\. Da outra vez a resposta se perdeu, e a senha já pode ser a nova/)
  // Of another code nothing was sent before, and what was answered is known.
  expect(await says(wrong)).toBe('Código errado.')
  await says(lost)
  expect(await says(wrong, '654321')).toBe('Código errado.')
})

test('what gets lost on its way is told after a while, and an act pressed again is the same call', async () => {
  const late = new AbortController()
  const bounds: number[] = []
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    bounds.push(ms)
    return late.signal
  })
  answer = () => new Promise(() => undefined)
  const read = request('GET /circle')
  const act = request('POST /orders', { body: { lines: ['a'] } as never })
  const first = keys.at(-1)
  late.abort()
  await expect(read).rejects.toMatchObject({ status: 0, message: NO_ANSWER })
  await expect(act).rejects.toSatisfy((error) => failureText(error, '').startsWith('Sem conexão com o servidor.'))
  expect(await asks(done)).toBe(first)
  expect(bounds[0]).toBeLessThan(30_000)
  // A picture within a call takes its time on a slow network.
  answer = done
  await request('POST /orders', { body: { lines: ['x'.repeat(2_000_000)] } as never })
  expect(bounds.at(-1)).toBeGreaterThan(120_000)
  timeout.mockRestore()
})
