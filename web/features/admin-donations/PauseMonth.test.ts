import { expect, test } from 'vitest'
import { mayPause } from './PauseMonth.tsx'

test('a pause is offered of a contribution of which nobody says that it was paid, as the rules take it', () => {
  const donation = {
    type: 'PULL',
    status: 'PENDING_PAYMENT',
    paused_until: null,
    overdue: false,
    parts: [],
    rejections: [],
    is_reported: false,
    report_resolved: null,
  }
  const offered = (more: object) => mayPause({ ...donation, ...more } as unknown as Parameters<typeof mayPause>[0])
  expect(offered({})).toBe(true)
  expect(offered({ is_reported: true, report_resolved: true, rejections: [{}] })).toBe(true)
  for (const more of [
    { status: 'PENDING_CONFIRMATION' },
    { overdue: true },
    { parts: [{}] },
    { rejections: [{}] },
    { is_reported: true, report_resolved: false },
  ])
    expect([more, offered(more)]).toEqual([more, false])
})
