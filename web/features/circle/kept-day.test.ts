import { beforeEach, describe, expect, test, vi } from 'vitest'
import { firstOfDay } from './kept-day.ts'

const noteOf = (root: string, cosignatures = '') => `ciranda/c\n5\n${root}\n\n— ciranda/c AAAA\n${cosignatures}`
const given = (root: string, rest: object = {}) => ({ circle_id: 'c', day: '2026-11-24', note: noteOf(root), ...rest })

describe('the ledger that a device saw first on a day', () => {
  beforeEach(() => {
    const store = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => store.get(key) ?? null,
      setItem: (key: string, value: string) => store.set(key, value),
    })
  })

  test('stays the one whose code is shown, whatever the server answers after the group said its number', () => {
    expect(firstOfDay(given('one'))).toEqual({ note: noteOf('one'), isOther: false })
    expect(firstOfDay(given('other'))).toEqual({ note: noteOf('one'), isOther: true })
  })

  test('may be cosigned meanwhile, is another in another circle, and is over with its day', () => {
    firstOfDay(given('one'))
    const cosigned = noteOf('one', '— witness BBBB\n')
    expect(firstOfDay(given('one', { note: cosigned }))).toEqual({ note: cosigned, isOther: false })
    expect(firstOfDay(given('two', { circle_id: 'd' })).isOther).toBe(false)
    expect(firstOfDay(given('other')).isOther).toBe(true)
    expect(firstOfDay(given('other', { day: '2026-11-25' })).isOther).toBe(false)
  })

  test('is not kept where storage is closed or broken', () => {
    localStorage.setItem('ciranda-marco-do-dia', '{')
    expect(firstOfDay(given('one')).isOther).toBe(false)
    localStorage.setItem('ciranda-marco-do-dia', '[1, {}]')
    expect(firstOfDay(given('one')).isOther).toBe(false)
  })
})
