import { expect, test } from 'vitest'
import { openEnds } from './signed-ends.ts'

test('an end is found by its hash, however many entries ago it was, with its time until the next', () => {
  const ends = openEnds()
  const at = (seq: number) => new Date(seq * 1_000).toISOString()
  for (let seq = 1; seq <= 1_000; seq += 1) {
    ends.add({ seq, at: at(seq), hash: `h${seq}` })
    for (const before of [seq, seq - 1, seq - 255, seq - 256, seq - 257, 1])
      if (before > 0)
        expect(ends.find(`h${before}`)).toEqual({
          seq: before,
          endedAt: before === seq ? Infinity : (before + 1) * 1_000,
        })
  }
  expect(ends.find('h1001')).toBeUndefined()
  ends.add({ seq: 1_001, at: at(1_001), hash: 'h5' })
  expect(ends.find('h5')).toEqual({ seq: 1_001, endedAt: Infinity })
})
