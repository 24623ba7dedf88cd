import { beforeEach, expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null })
let asked: { address: string; authorization: string | undefined }[] = []
vi.stubGlobal('fetch', (address: string, { headers }: { headers?: Record<string, string> } = {}) => {
  asked.push({ address, authorization: headers?.['Authorization'] })
  return address.endsWith('/stats') ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(address)
})

const { clear, consume, prefetch } = await import('./early.ts')
const { listFirstReadings } = await import('../../scripts/first-readings.ts')
const table = await listFirstReadings()
const member = (adminApproved: boolean) => JSON.stringify({ role: 'USER', adminApproved })
const addresses = () => asked.map(({ address }) => address)

beforeEach(() => {
  asked = []
  stored.clear()
  clear()
})

test('a visitor’s page asks for the circle alone, and as nobody', () => {
  prefetch('/donations', table)
  expect(asked).toEqual([{ address: '/api/circle', authorization: undefined }])
})

test('a member’s page asks for what it shows, and an unapproved one’s for nothing they would be refused', () => {
  stored.set('authToken', 'one')
  stored.set('user', member(false))
  prefetch('/home', table)
  expect(addresses()).not.toContain('/api/circle/result')
  asked = []
  stored.set('user', member(true))
  prefetch('/home', table)
  expect(addresses()).toContain('/api/circle/result')
  expect(asked.every(({ authorization }) => authorization === 'Bearer one')).toBe(true)
  asked = []
  stored.set('user', JSON.stringify({ role: 'ADMIN', adminApproved: true }))
  prefetch('/donations', table)
  expect(addresses()).toEqual(['/api/users/profile', '/api/circle'])
})

test('a session that was opened on the page itself is not asked for once more', () => {
  prefetch('/login', table)
  stored.set('authToken', 'one')
  stored.set('user', member(true))
  asked = []
  prefetch('/home', table)
  expect(addresses()).toContain('/api/donations/to-send')
  expect(addresses()).not.toContain('/api/users/profile')
})

test('an answer is taken once, by the same asker, while it is fresh and nothing was changed', async () => {
  vi.useFakeTimers()
  stored.set('authToken', 'one')
  stored.set('user', member(true))
  prefetch('/donations', table)
  expect(consume('/donations/to-send', 'another')).toBeUndefined()
  expect(await consume('/users/profile', 'one')).toBe('/api/users/profile')
  expect(consume('/users/profile', 'one')).toBeUndefined()
  await expect(consume('/donations/stats', 'one')).rejects.toThrow('Failed to fetch')
  prefetch('/donations', table)
  clear()
  expect(consume('/donations/to-send', 'one')).toBeUndefined()
  prefetch('/donations', table)
  vi.advanceTimersByTime(10_001)
  expect(consume('/donations/to-send', 'one')).toBeUndefined()
  vi.useRealTimers()
})
