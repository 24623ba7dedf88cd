import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './client.ts'
import { setReachable } from './connection.ts'
import { againAfterFailure, askAgain, askOnceReachable } from './query.ts'

const page = new EventTarget()
for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
  vi.stubGlobal(name, page[name].bind(page))
vi.stubGlobal('navigator', { onLine: true })

test('what an act that is being sent is about is asked again once it is done, and the rest at once', async () => {
  const client = new QueryClient()
  client.setQueryData(['donations', 'to-send'], [])
  client.setQueryData(['circle'], {})
  const isStale = () => [['donations', 'to-send'], ['circle']].map((key) => client.getQueryState(key)?.isInvalidated)
  let end = () => {}
  const mutationFn = () => new Promise<void>((resolve) => (end = resolve))
  const sending = client
    .getMutationCache()
    .build(client, { mutationKey: ['donations'], mutationFn })
    .execute(undefined)
  await askAgain(client)
  expect(isStale()).toEqual([false, true])
  await Promise.resolve()
  end()
  await sending
  await askAgain(client)
  expect(isStale()).toEqual([true, true])
})

/** Readings on screen, by name, each of which counts how often it was asked for; an error is what comes instead of an answer. */
function shows(answers: Record<string, () => unknown>) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  const asked: string[] = []
  const stops = Object.entries(answers).map(([name, answer]) => {
    const queryFn = async () => {
      asked.push(name)
      const said = await answer()
      if (said instanceof Error) throw said
      return said
    }
    return new QueryObserver(client, { queryKey: [name], queryFn }).subscribe(() => {})
  })
  stops.push(askOnceReachable(client))
  return { client, asked, stop: () => stops.forEach((stop) => stop()) }
}
const settles = () => vi.waitFor(() => expect(screen.client.isFetching()).toBe(0))
const lost = () => new ApiError(0, 'Network error')
let screen: ReturnType<typeof shows>
beforeEach(() => setReachable(true))
afterEach(() => screen?.stop())

test('what could not be read is asked for again once there is a way to the server, and nothing else is', async () => {
  let isLost = true
  const answers = {
    good: () => 1,
    lost: () => (isLost ? lost() : 2),
    'good, then lost': () => (screen?.asked.includes('good, then lost') && isLost ? lost() : 3),
    refused: () => new ApiError(403, 'Forbidden'),
  }
  screen = shows(answers)
  await settles()
  await screen.client.refetchQueries({ queryKey: ['good, then lost'] })
  screen.asked.length = 0
  setReachable(false)
  await settles()
  expect(screen.asked).toEqual([])
  isLost = false
  setReachable(true)
  await settles()
  expect(screen.asked.toSorted()).toEqual(['good, then lost', 'lost'])
  expect(screen.client.getQueryData(['lost'])).toBe(2)

  // A stream that opened, too, asks for what failed alone.
  isLost = true
  await screen.client.refetchQueries({ queryKey: ['lost'] })
  screen.asked.length = 0
  await askAgain(screen.client, 0)
  expect(screen.asked).toEqual(['lost'])

  // The device has a network again, and nobody has asked the server since.
  setReachable(false)
  screen.asked.length = 0
  dispatchEvent(new Event('online'))
  await settles()
  expect(screen.asked).toEqual(['lost'])
})

test('readings that fail on, one of which finds the server away and the other in trouble, are asked for once and not for ever', async () => {
  const fails = (status: number, isReached: boolean) => async () => {
    // The one that is answered comes later, when the other is known to have failed.
    if (isReached) await new Promise((resolve) => setImmediate(resolve))
    setReachable(isReached)
    return new ApiError(status, 'fails')
  }
  screen = shows({ away: fails(503, false), trouble: fails(500, true) })
  await settles()
  setReachable(false)
  screen.asked.length = 0
  setReachable(true)
  await settles()
  expect(screen.asked).toHaveLength(2)
})

test('a reading whose failure is not said is asked for again by itself, and a good one is not', () => {
  const state = (fetchFailureCount: number) => ({ state: { fetchFailureCount } })
  expect([againAfterFailure(state(1)), againAfterFailure(state(0))]).toEqual([30_000, false])
})
