import { beforeEach, describe, expect, test, vi } from 'vitest'
import { isRegisteredElsewhere, noteRegistered, realCircleOf } from './registered-in.ts'

describe('the circle of a registration', () => {
  beforeEach(() => {
    const store = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => store.get(key) ?? null,
      setItem: (key: string, value: string) => store.set(key, value),
    })
  })

  test('is remembered by the device: another one that the server shows later is found', () => {
    noteRegistered({ userId: 'ana', circleId: 'roda' })
    expect(isRegisteredElsewhere({ userId: 'ana', circleId: 'outra' })).toBe(true)
    expect(isRegisteredElsewhere({ userId: 'ana', circleId: 'roda' })).toBe(false)
    expect(isRegisteredElsewhere({ userId: 'bia', circleId: 'outra' })).toBe(false)
  })

  test('binds somebody once a real ledger of theirs was verified here, and a demonstration binds nobody', () => {
    noteRegistered({ userId: 'ana', circleId: 'roda' })
    expect(realCircleOf('ana')).toBeNull()
    noteRegistered({ userId: 'ana', circleId: 'roda', isReal: true })
    expect([realCircleOf('ana'), realCircleOf('bia')]).toEqual(['roda', null])
  })

  test('says nothing where nothing was kept, or something else', () => {
    localStorage.setItem('ciranda-cadastros', '[1, {"userId": 2}]')
    expect(isRegisteredElsewhere({ userId: 'ana', circleId: 'outra' })).toBe(false)
  })
})
