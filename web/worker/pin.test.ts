import { describe, expect, test } from 'vitest'
import { pagesOf, releaser, textOf } from '#circle/testing/releases.ts'
import { sha256, verifyEd25519 } from '#circle/testing/ed25519.ts'
import { readRelease } from '#circle/pages/release-log.ts'
import type { Released } from '#circle/pages/release-log.ts'
import { isPinned, judged } from './pin.ts'
import type { Pin } from './pin.ts'
import { chosen } from './serve-pinned.ts'

const own = releaser()
const texts = ['1.0.0', '1.1.0', '1.2.0'].map((version, at) => textOf(version, 'acd'[at]))
const shown = async (index: number, by = own) => {
  const log = by.log(texts.slice(0, index + 1))
  return (await readRelease({ sha256, verify: verifyEd25519 }, { pages: texts[index]!, log })) as Released
}
const first = await shown(0)
const pinned = judged(null, first).next as Pin

describe('the pin of a device', () => {
  test('is the first signed release that it sees, and every later one of the same key', async () => {
    expect(pinned).toMatchObject({ list: pagesOf('1.0.0', 'a'), index: 0, before: [] })
    const { standing, next } = judged({ ...pinned, strangeSince: 5, keptUntil: 9 }, await shown(1))
    expect(standing).toBe('newer')
    expect(next).toMatchObject({ index: 1, before: [pinned.list.files], strangeSince: null, keptUntil: 0 })
  })

  test('stays as it is before an older release, pages of nobody, another key, and where the browser cannot verify', async () => {
    const later = judged(pinned, await shown(1)).next
    expect(judged(later, first)).toEqual({ standing: 'older', next: later })
    expect(judged(later, null)).toEqual({ standing: 'own', next: later })
    expect(judged(later, await shown(2, releaser(4)))).toEqual({ standing: 'other_key', next: later })
    expect(judged(later, 'unknown')).toEqual({ standing: 'unknown', next: later })
    for (const kept of [null, { own: true } as const])
      for (const unsigned of [null, 'unknown'] as const) expect(judged(kept, unsigned).next).toBe(kept)
  })

  test('is given up, or gone on with for a day, by its person’s choice alone', () => {
    expect(chosen(pinned, 'novas')).toEqual({ own: true })
    expect(chosen(pinned, 'guardadas')).toMatchObject({ index: 0, keptUntil: expect.any(Number) })
    for (const nothing of [null, '', 'outra']) expect(chosen(pinned, nothing)).toBe(pinned)
    expect(isPinned(judged({ own: true }, first).next)).toBe(true)
  })
})
