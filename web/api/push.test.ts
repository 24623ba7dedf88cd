import { beforeEach, expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
})
vi.stubGlobal('matchMedia', () => ({ matches: false }))
vi.stubGlobal('PushManager', Object)
vi.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' })
const pushManager = { getSubscription: async () => null, subscribe: async () => ({ toJSON: () => ({}) }) }
vi.stubGlobal('navigator', {
  userAgent: 'Chrome',
  serviceWorker: { ready: Promise.resolve({ pushManager }), getRegistration: async () => ({ pushManager }) },
})

/** The server's devices of this session, and its answers to readings and removals, let through one by one. */
const server = { devices: [] as { id: string; here: boolean }[], isFailing: false }
let answers: { name: string; arrive: () => void }[] = []
const arrives = (name: string) => {
  const at = answers.findIndex((answer) => answer.name === name)
  if (at < 0) throw new Error(`${name} was not asked`)
  answers.splice(at, 1)[0]!.arrive()
}
vi.mock('./client.ts', () => ({
  request: (call: string) => {
    const [name] = call.split(' ') as [string]
    if (name === 'DELETE' && server.isFailing) return Promise.reject(new Error('no network'))
    if (name === 'DELETE') server.devices = []
    if (name === 'POST') return Promise.resolve(void (server.devices = [{ id: 'new', here: true }]))
    const seen = { publicKey: 'key', subscriptions: server.devices }
    return new Promise((resolve) => answers.push({ name, arrive: () => resolve(seen) }))
  },
}))

const { isTurnedOnBy, renewPush, turnPushOff, turnPushOn } = await import('./push.ts')

beforeEach(() => {
  answers = []
  server.devices = [{ id: 'old', here: true }]
  server.isFailing = false
  stored.clear()
  stored.set('ciranda-push', 'rosa')
})

test('a device that the server knows no longer is told anew', async () => {
  server.devices = []
  const renewed = renewPush('rosa')
  arrives('GET')
  expect(await renewed).toBe(true)
  expect(server.devices).toHaveLength(1)
})

test('a device that is turned off while it is looked for stays off', async () => {
  const off = turnPushOff('old')
  const renewed = renewPush('rosa')
  expect(answers.map(({ name }) => name)).toEqual(['DELETE'])
  arrives('DELETE')
  await off
  expect([await renewed, server.devices, isTurnedOnBy('rosa')]).toEqual([false, [], false])
})

test('the same where the look began before the press', async () => {
  server.devices = []
  const renewed = renewPush('rosa')
  const off = turnPushOff('old')
  arrives('GET')
  expect(await renewed).toBe(false)
  arrives('DELETE')
  await off
  expect([server.devices, isTurnedOnBy('rosa')]).toEqual([[], false])
})

test('where turning off fails, the device counts as turned on', async () => {
  server.isFailing = true
  await expect(turnPushOff('old')).rejects.toThrow('no network')
  expect(isTurnedOnBy('rosa')).toBe(true)
})

test('where no worker comes, turning on fails in the end, and does not wait for ever', async () => {
  vi.useFakeTimers()
  const { serviceWorker } = navigator as { serviceWorker: object }
  vi.stubGlobal('navigator', {
    userAgent: 'Chrome',
    serviceWorker: { ...serviceWorker, ready: new Promise(() => undefined) },
  })
  const failure = expect(turnPushOn('rosa', 'key')).rejects.toThrow('No service worker')
  await vi.runAllTimersAsync()
  await failure
  expect(server.devices).toEqual([{ id: 'old', here: true }])
  vi.useRealTimers()
})
