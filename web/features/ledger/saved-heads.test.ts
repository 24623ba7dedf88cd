import { expect, test, vi } from 'vitest'
import type { SignedHead } from '#circle/ledger/entry.ts'
import { keptHeads, noteVerified, saveHead, withHead } from './saved-heads.ts'

const head = (seq: number, { circle = 'a', hash = `h${seq}`, at = `t${seq}` } = {}): SignedHead => ({
  circle_id: circle,
  seq,
  hash,
  at,
  key: 'k',
  signature: 's',
})
const kept = (heads: readonly SignedHead[]) => heads.map(({ circle_id, seq }) => `${circle_id}${seq}`)

test('the first head of each circle and its latest nineteen are kept', () => {
  let heads: SignedHead[] = [head(7, { circle: 'b' })]
  for (let seq = 1; seq <= 60; seq += 1) heads = withHead(heads, head(seq))
  expect(kept(heads)).toEqual(['b7', 'a1', ...Array.from({ length: 19 }, (_, index) => `a${42 + index}`)])
})

test('saving a head twice keeps the first, and a head that contradicts it is kept beside it', () => {
  const heads = withHead(withHead([], head(5)), head(5, { at: 'later' }))
  expect(heads).toEqual([head(5)])
  expect(withHead(heads, head(5, { hash: 'other' }))).toHaveLength(2)
})

test('a head is kept with the time of this device, since the clock that signed it may be ahead', () => {
  const store = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
  })
  vi.setSystemTime(5_000)
  saveHead(head(1))
  noteVerified({ ...head(2), signature: 'other' })
  expect(keptHeads()).toMatchObject([
    { seq: 1, keptAt: 5_000 },
    { seq: 2, keptAt: 5_000 },
  ])
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
