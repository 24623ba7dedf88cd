import { describe, expect, test } from 'vitest'
import { runSequentially, PAUSE_MS } from './run-sequentially.ts'

/** Records what happens in which order. */
function diary({ failOn = [], stopAfter = Infinity }: { failOn?: number[]; stopAfter?: number } = {}) {
  const lines: string[] = []
  let running = 0
  let calls = 0
  return {
    lines,
    work: (onFailure: 'stop' | 'go on') => ({
      items: [1, 2, 3, 4],
      onFailure,
      act: async (item: number) => {
        running += 1
        calls += 1
        expect(running).toBe(1)
        await Promise.resolve()
        running -= 1
        lines.push(`did ${item}`)
        if (failOn.includes(item)) throw new Error(`no ${item}`)
      },
      onProgress: ({ done, total }: { done: number; total: number }, next: number) =>
        void lines.push(`${done}/${total} → ${next}`),
      isStopped: () => calls >= stopAfter,
      pause: async (ms: number) => void lines.push(`waited ${ms}`),
    }),
  }
}

describe('bulk work', () => {
  test('goes one call at a time with 100 ms between calls, and tells before each how far it is', async () => {
    const { lines, work } = diary()
    expect(await runSequentially(work('stop'))).toEqual({
      total: 4,
      done: 4,
      proposed: 0,
      failures: [],
      wasStopped: false,
    })
    expect(PAUSE_MS).toBe(100)
    expect(lines).toEqual([
      '0/4 → 1',
      'did 1',
      'waited 100',
      '1/4 → 2',
      'did 2',
      'waited 100',
      '2/4 → 3',
      'did 3',
      'waited 100',
      '3/4 → 4',
      'did 4',
    ])
  })

  test('ends at the first failure when asked to', async () => {
    const { lines, work } = diary({ failOn: [2] })
    const outcome = await runSequentially(work('stop'))
    expect(outcome).toMatchObject({ done: 1, wasStopped: false, failures: [{ item: 2 }] })
    expect(lines).not.toContain('did 3')
  })

  test('goes on after failures when asked to, and keeps each', async () => {
    const outcome = await runSequentially(diary({ failOn: [1, 3] }).work('go on'))
    expect(outcome).toMatchObject({ total: 4, done: 2, proposed: 0, wasStopped: false })
    expect(outcome.failures.map(({ item, error }) => [item, String(error)])).toEqual([
      [1, 'Error: no 1'],
      [3, 'Error: no 3'],
    ])
  })

  test('stops before the next call, never in the middle of one; a stop after the last is none', async () => {
    expect(await runSequentially(diary({ stopAfter: 2 }).work('go on'))).toEqual({
      total: 4,
      done: 2,
      proposed: 0,
      failures: [],
      wasStopped: true,
    })
    expect(await runSequentially(diary({ stopAfter: 4 }).work('go on'))).toMatchObject({ done: 4, wasStopped: false })
  })

  test('ends at once when there is nothing to do', async () => {
    expect(await runSequentially({ ...diary().work('stop'), items: [] })).toEqual({
      total: 0,
      done: 0,
      proposed: 0,
      failures: [],
      wasStopped: false,
    })
  })

  test('counts what was only proposed apart, since none of it is done yet', async () => {
    const { work } = diary()
    const outcome = await runSequentially({ ...work('go on'), act: async () => ({ approval: { id: 'a' } }) })
    expect(outcome).toMatchObject({ done: outcome.total, proposed: outcome.total, failures: [] })
  })
})
