import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { collectGarbage, collectWhenIdle } from './collect-when-idle.ts'

test('memory is given back after the start and after each busy time, and not while calls come', () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const server = new EventEmitter()
  const collect = vi.fn()
  collectWhenIdle(server, collect)
  const passes = (seconds: number) => {
    vi.advanceTimersByTime(seconds * 1000)
    return collect.mock.calls.length
  }
  for (let asked = 0; asked < 5; asked += 1) {
    expect(passes(6)).toBe(0)
    server.emit('request')
  }
  expect([passes(9), passes(2), passes(100)]).toEqual([0, 1, 1])
  server.emit('request')
  expect([passes(9), passes(2), passes(100)]).toEqual([1, 2, 2])
  vi.useRealTimers()
})

test('collecting gives back what nothing holds', async () => {
  const given: string[] = []
  const registry = new FinalizationRegistry<string>((name) => given.push(name))
  registry.register({}, 'what a call left')
  await wait(0)
  await collectGarbage()
  await expect.poll(() => given).toEqual(['what a call left'])
})
