import { expect, test } from 'vitest'
import { tasksIn } from './trace.ts'

const PAGE = { pid: 7, tid: 1 }
const whole = (name: string, ts: number, ms: number, at = PAGE) => ({
  name,
  ph: 'X',
  ...at,
  ts: ts * 1000,
  dur: ms * 1000,
  tdur: ms * 1000,
})
const main = (at: { pid: number; tid: number }) => ({
  name: 'thread_name',
  ph: 'M',
  ...at,
  ts: 0,
  args: { name: 'CrRendererMain' },
})

test('the longest task comes first, and its parts share its time: what stands within another is taken from that', () => {
  const idle = { pid: 8, tid: 1 }
  const tasks = tasksIn([
    main(PAGE),
    main(idle),
    whole('RunTask', 0, 5),
    whole('FunctionCall', 1, 3),
    // The measuring tool's own: nothing of the page runs in it.
    whole('RunTask', 80, 90),
    whole('Layout', 81, 2),
    whole('RunTask', 10, 40),
    whole('FunctionCall', 12, 30),
    whole('Layout', 20, 8),
    whole('UpdateLayoutTree', 29, 2),
    whole('Paint', 43, 6),
    whole('RunTask', 60, 3, idle),
    // Another thread of the page.
    whole('RunTask', 0, 400, { pid: 7, tid: 2 }),
  ])
  expect(tasks.map(({ cpuMs }) => cpuMs)).toEqual([40, 5])
  expect(tasks[0]!.parts).toEqual([
    ['script', 20],
    ['layout', 8],
    ['paint', 6],
    ['other', 4],
    ['style', 2],
  ])
})
