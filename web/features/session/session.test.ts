import { beforeEach, describe, expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
const page = new EventTarget()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
})
const ofTab = new Map<string, string>()
vi.stubGlobal(
  'sessionStorage',
  Object.defineProperties(
    {},
    {
      getItem: { value: (key: string) => ofTab.get(key) ?? null },
      setItem: { value: (key: string, value: string) => void ofTab.set(key, value) },
      removeItem: { value: (key: string) => void ofTab.delete(key) },
    },
  ),
)
for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
  vi.stubGlobal(name, page[name].bind(page))
const removePersisted = vi.fn(() => Promise.resolve())
vi.mock('#web/api/persist-queries.ts', () => ({ removePersisted }))

/** How the server answers: each call waits until the test lets it. */
let answers: Record<string, () => Promise<Response>> = {}
const asked: { address: string; authorization: string | undefined }[] = []
vi.stubGlobal('fetch', (address: string, { headers }: { headers: Record<string, string> }) => {
  asked.push({ address, authorization: headers['Authorization'] })
  return (answers[address] ?? (() => Promise.resolve(new Response('{}', { status: 404 }))))()
})

const { request } = await import('#web/api/client.ts')
const { isConnected } = await import('#web/api/connection.ts')
const { queryClient } = await import('#web/api/query.ts')
const { readHelpEnded } = await import('#web/api/storage.ts')
const { actAsOneself, actFor, followSession, knownAuth, logout, readAuth, restore } = await import('./session.ts')

const person = (id: string) => ({
  id,
  firstName: id,
  lastName: 'Silva',
  email: `${id}@exemplo.invalid`,
  role: 'USER',
  status: 'APPROVED',
  adminApproved: true,
  current_level: 1,
})
const signsIn = (id: string) => {
  stored.set('authToken', `token of ${id}`)
  stored.set('refreshToken', `refresh of ${id}`)
  stored.set('user', JSON.stringify(person(id)))
}
const answersAs = (id: string) => () => Promise.resolve(Response.json(person(id)))
const anotherTabWrote = () => dispatchEvent(Object.assign(new Event('storage'), { key: 'user' }))
const held = () => {
  let release = (_response: Response) => {}
  const answer = new Promise<Response>((resolve) => (release = resolve))
  return { answer: () => answer, release }
}

beforeEach(async () => {
  stored.clear()
  ofTab.clear()
  asked.length = 0
  removePersisted.mockClear()
  queryClient.clear()
  signsIn('rosa')
  answers = { '/api/users/profile': answersAs('rosa') }
  await restore()
  queryClient.setQueryData(['donations', 'to-send'], ['of rosa'])
})
followSession()

describe('another tab signs in as somebody else', () => {
  test('nothing of the former person is left to be shown or stored, even before the server answered', async () => {
    const profile = held()
    answers['/api/users/profile'] = profile.answer
    signsIn('tiago')
    anotherTabWrote()
    expect(readAuth()).toMatchObject({ user: null, isLoading: true })
    expect(queryClient.getQueryCache().getAll()).toEqual([])
    await vi.waitFor(() => expect(removePersisted).toHaveBeenCalled(), 60_000)
    profile.release(Response.json(person('tiago')))
    expect((await knownAuth()).user?.id).toBe('tiago')
  })

  test('a tab that the browser had frozen finds out when it comes back', async () => {
    answers['/api/users/profile'] = answersAs('tiago')
    signsIn('tiago')
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    expect(readAuth().user).toBeNull()
    expect((await knownAuth()).user?.id).toBe('tiago')
  })

  test('what the former person’s screen still asks for is refused, not done as the new person', async () => {
    signsIn('tiago')
    asked.length = 0
    await expect(request('PATCH /donations/{id}/confirm', { params: { id: 'x' } })).rejects.toMatchObject({
      status: 403,
    })
    expect(asked).toEqual([])
  })

  test('the former person’s profile, answered late, is not stored over the new person', async () => {
    const profile = held()
    answers['/api/users/profile'] = profile.answer
    const restored = restore()
    signsIn('tiago')
    answers['/api/users/profile'] = answersAs('tiago')
    profile.release(Response.json(person('rosa')))
    await restored
    expect(JSON.parse(stored.get('user')!)).toMatchObject({ id: 'tiago' })
    expect(readAuth().user?.id).toBe('tiago')
  })

  test('the former person’s renewed tokens are not stored over the new person’s', async () => {
    const renewal = held()
    answers['/api/users/profile'] = () => Promise.resolve(new Response('{}', { status: 401 }))
    answers['/api/auth/refresh'] = renewal.answer
    const restored = restore()
    await vi.waitFor(() => expect(asked.some(({ address }) => address === '/api/auth/refresh')).toBe(true), 60_000)
    signsIn('tiago')
    answers['/api/users/profile'] = answersAs('tiago')
    renewal.release(Response.json({ access_token: 'of rosa again', refresh_token: 'of rosa again' }))
    await restored
    expect([stored.get('authToken'), stored.get('refreshToken')]).toEqual(['token of tiago', 'refresh of tiago'])
    expect(readAuth().user?.id).toBe('tiago')
  })
})

test('a session does not become another person’s: who is told under another id is signed out', async () => {
  answers['/api/users/profile'] = answersAs('tiago')
  await restore()
  expect(readAuth().user).toBeNull()
  expect(stored.get('authToken')).toBeUndefined()
})

test('a helper acts for the person whom they chose, and for nobody else', async () => {
  const opened = (id: string) => () =>
    Promise.resolve(Response.json({ access_token: 'a', refresh_token: 'r', user: person(id) }))
  answers['/api/me/helping/lurdes/session'] = opened('davi')
  await expect(actFor('lurdes')).rejects.toThrow()
  expect(readAuth().user?.id).toBe('rosa')
  answers['/api/me/helping/lurdes/session'] = opened('lurdes')
  await actFor('lurdes')
  expect(readAuth().user?.id).toBe('lurdes')
})

test('another tab that signs out takes what this one has read with it', async () => {
  stored.clear()
  anotherTabWrote()
  expect(queryClient.getQueryCache().getAll()).toEqual([])
  expect((await knownAuth()).user).toBeNull()
  await vi.waitFor(() => expect(removePersisted).toHaveBeenCalled(), 60_000)
})

test('another tab that reads the same person’s profile again changes nothing here', async () => {
  anotherTabWrote()
  expect(readAuth().user?.id).toBe('rosa')
  expect(queryClient.getQueryData(['donations', 'to-send'])).toEqual(['of rosa'])
  await restore()
  expect(queryClient.getQueryData(['donations', 'to-send'])).toEqual(['of rosa'])
})

test('a session that another tab renewed first is good here too', async () => {
  answers['/api/users/profile'] = () =>
    Promise.resolve(
      asked.at(-1)?.authorization === 'Bearer renewed'
        ? Response.json(person('rosa'))
        : new Response('{}', { status: 401 }),
    )
  answers['/api/auth/refresh'] = () => {
    stored.set('authToken', 'renewed')
    stored.set('refreshToken', 'renewed too')
    return Promise.resolve(new Response('{}', { status: 401 }))
  }
  await restore()
  expect(readAuth()).toMatchObject({ isAuthenticated: true, token: 'renewed' })
})

test('whoever acts for somebody is themselves again once that session is refused, and nobody is signed out', async () => {
  const own = { token: 'token of rosa', refreshToken: 'refresh of rosa', user: person('rosa') }
  stored.set('helperSession', JSON.stringify(own))
  signsIn('lurdes')
  answers = {
    '/api/users/profile': () =>
      stored.get('authToken') === 'token of rosa'
        ? answersAs('rosa')()
        : Promise.resolve(Response.json({}, { status: 401 })),
    '/api/auth/refresh': () => Promise.resolve(Response.json({}, { status: 401 })),
  }
  await restore()
  expect(readAuth().user?.id).toBe('rosa')
  expect([stored.get('authToken'), stored.has('helperSession')]).toEqual(['token of rosa', false])
  expect(readHelpEnded()).toBe('lurdes')
})

test('a server that is away, or an answer cut short, refuses no renewal: nobody is signed out by it', async () => {
  const cut = () =>
    new Response(new ReadableStream({ start: (controller) => controller.error(new TypeError('network error')) }))
  for (const answer of [Response.json({}, { status: 503 }), Response.json({}, { status: 429 }), cut()]) {
    answers = {
      '/api/circle': () => Promise.resolve(Response.json({}, { status: 401 })),
      '/api/auth/refresh': () => Promise.resolve(answer),
    }
    await expect(request('GET /circle')).rejects.toThrow()
    await restore()
    expect([readAuth().user?.id, stored.get('refreshToken')]).toEqual(['rosa', 'refresh of rosa'])
  }
})

describe('the session of somebody helped is over', () => {
  const unauthorized = () => Promise.resolve(Response.json({}, { status: 401 }))
  beforeEach(async () => {
    const own = { token: 'token of rosa', refreshToken: 'refresh of rosa', user: person('rosa') }
    stored.set('helperSession', JSON.stringify(own))
    signsIn('lurdes')
    answers = { '/api/users/profile': answersAs('lurdes') }
    await restore()
    answers = { '/api/auth/refresh': unauthorized, '/api/circle': unauthorized, '/api/donations/to-send': unauthorized }
  })

  test('which several calls meet at once, and the helper is signed in all the same', async () => {
    const calls = [request('GET /circle'), request('GET /donations/to-send'), request('GET /circle')]
    await Promise.allSettled(calls)
    expect([readAuth().user?.id, stored.get('authToken')]).toEqual(['rosa', 'token of rosa'])
  })

  test('which is told to the helper, and to nobody who signs in after them; who goes back by themselves is told nothing', async () => {
    await request('GET /circle').catch(() => undefined)
    expect(readHelpEnded()).toBe('lurdes')
    logout()
    expect(readHelpEnded()).toBeNull()
    stored.set('helperSession', JSON.stringify({ token: 'token of rosa', refreshToken: 'r', user: person('rosa') }))
    signsIn('lurdes')
    expect(actAsOneself()).toBe(true)
    expect(readHelpEnded()).toBeNull()
  })

  test('and what was asked for in it is not done again in the helper’s name', async () => {
    const late = held()
    answers['/api/donations/x/confirm'] = late.answer
    const confirmed = request('PATCH /donations/{id}/confirm', { params: { id: 'x' } })
    await request('GET /circle').catch(() => undefined)
    expect(readAuth().user?.id).toBe('rosa')
    asked.length = 0
    late.release(Response.json({}, { status: 401 }))
    await expect(confirmed).rejects.toThrow()
    expect(asked.filter(({ address }) => address.includes('confirm'))).toEqual([])
  })
})

describe('signing out', () => {
  test('ends the session on the server too, when its access ran out while the phone was away', async () => {
    const renewed = { access_token: 'renewed', refresh_token: 'renewed too' }
    answers = {
      '/api/auth/logout': () =>
        Promise.resolve(Response.json({}, { status: asked.at(-1)?.authorization === 'Bearer renewed' ? 200 : 401 })),
      '/api/auth/refresh': () => Promise.resolve(Response.json(renewed)),
    }
    asked.length = 0
    logout()
    expect([readAuth().user, stored.size]).toEqual([null, 0])
    await vi.waitFor(() => expect(asked).toHaveLength(3), 60_000)
    expect(asked.at(-1)).toEqual({ address: '/api/auth/logout', authorization: 'Bearer renewed' })
    expect(stored.size).toBe(0)
  })

  test('without a network leaves no notices to come to whoever takes the phone up next', async () => {
    const unsubscribe = vi.fn(async () => true)
    const registration = { pushManager: { getSubscription: async () => ({ unsubscribe }) } }
    vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } })
    answers = { '/api/auth/logout': () => Promise.reject(new TypeError('Failed to fetch')) }
    logout()
    await vi.waitFor(() => expect(unsubscribe).toHaveBeenCalled(), 60_000)
  })
})

test('a network on which nothing comes leaves the remembered person signed in, and says that it is not there', async () => {
  const profile = held()
  answers['/api/users/profile'] = profile.answer
  vi.stubGlobal('navigator', { onLine: true })
  vi.useFakeTimers()
  const restored = restore()
  await vi.advanceTimersByTimeAsync(10_000)
  await restored
  expect([readAuth().user?.id, isConnected()]).toEqual(['rosa', false])
  vi.useRealTimers()
  profile.release(Response.json(person('rosa')))
  await vi.waitFor(() => expect(isConnected()).toBe(true), 60_000)
})
