import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'

const stored = new Map<string, unknown>()
let release = () => {}
const slow = { isOn: false }
vi.mock('./sealed-store.ts', () => ({
  readSealed: (key: string) => {
    const value = stored.get(key)
    return new Promise((resolve) => (release = () => resolve(value)))
  },
  writeSealed: (key: string, value: unknown) =>
    slow.isOn
      ? new Promise((resolve) => setTimeout(() => resolve(stored.set(key, value)), 1500))
      : Promise.resolve(void stored.set(key, value)),
  removeSealed: (key: string) => Promise.resolve(void stored.delete(key)),
}))
// The kept head of the ledger is removed along with it when a person signs out (kept-ledger.ts).
vi.mock('idb-keyval', () => ({ createStore: () => null, del: () => Promise.resolve() }))

const documentElement = { outerHTML: '' }
const page = Object.assign(new EventTarget(), { visibilityState: 'visible', documentElement })
vi.stubGlobal('document', page)

const { persistQueries, removePersisted } = await import('./persist-queries.ts')
const DAY_MS = 86_400_000
const { queryClient } = await import('./query.ts')

type Persisted = {
  buster: string
  timestamp: number
  clientState: { queries: { queryKey: string[]; state: { data: unknown } }[] }
}
const keysKept = () =>
  (stored.get('ciranda-visto') as Persisted | undefined)?.clientState.queries
    .map(({ queryKey }) => queryKey.join(' '))
    .toSorted()

beforeEach(() => {
  vi.useFakeTimers()
  documentElement.outerHTML = '<script src="/assets/index-abc.js">'
  queryClient.clear()
  stored.clear()
})

test('what was read is kept, but for what is opened once; a slow device loses nothing of what was kept before', async () => {
  const stopFirst = persistQueries('rosa')
  release()
  await vi.advanceTimersByTimeAsync(0)
  queryClient.setQueryData(['donations', 'to-send'], [1])
  queryClient.setQueryData(['receipt', 'x'], 'private')
  await vi.advanceTimersByTimeAsync(1000)
  expect(keysKept()).toEqual(['donations to-send'])
  stopFirst()

  // The page again: what was kept comes back late, after something new was read.
  queryClient.clear()
  const stopSecond = persistQueries('rosa')
  queryClient.setQueryData(['circle', 'result'], { given: 1 })
  await vi.advanceTimersByTimeAsync(5000)
  expect(keysKept()).toEqual(['donations to-send'])
  release()
  await vi.advanceTimersByTimeAsync(1000)
  expect(queryClient.getQueryData(['donations', 'to-send'])).toEqual([1])
  expect(keysKept()).toEqual(['circle result', 'donations to-send'])
  stopSecond()
})

test('who turns away from the page at once finds what they read all the same', async () => {
  const stop = persistQueries('rosa')
  release()
  await vi.advanceTimersByTimeAsync(1000)
  queryClient.setQueryData(['donations', 'to-send'], [1])
  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(keysKept()).toEqual(['donations to-send'])
  page.visibilityState = 'visible'
  stop()
})

test('who signs out while something is about to be written leaves nothing behind', async () => {
  const stop = persistQueries('rosa')
  release()
  await vi.advanceTimersByTimeAsync(1000)
  queryClient.setQueryData(['donations', 'to-send'], [1])
  await vi.advanceTimersByTimeAsync(100)
  await removePersisted('rosa')
  await vi.advanceTimersByTimeAsync(5000)
  expect(stored.size).toBe(0)
  stop()
})

test('a person who signs out while what was kept is still being read sees none of it again', async () => {
  const stopFirst = persistQueries('rosa')
  release()
  await vi.advanceTimersByTimeAsync(0)
  queryClient.setQueryData(['donations', 'to-send'], [1])
  await vi.advanceTimersByTimeAsync(1000)
  stopFirst()
  queryClient.clear()
  persistQueries('rosa')
  await removePersisted('rosa')
  release()
  await vi.advanceTimersByTimeAsync(5000)
  expect(queryClient.getQueryCache().getAll()).toEqual([])
  expect(stored.size).toBe(0)
})

test('what was kept is asked for again when the page opens, however short a time ago it was read', async () => {
  const stopFirst = persistQueries('rosa')
  release()
  await vi.advanceTimersByTimeAsync(0)
  queryClient.setQueryData(['donations', 'to-send'], [1])
  await vi.advanceTimersByTimeAsync(1000)
  stopFirst()
  queryClient.clear()
  const stopSecond = persistQueries('rosa')
  release()
  await vi.advanceTimersByTimeAsync(0)
  expect(queryClient.getQueryData(['donations', 'to-send'])).toEqual([1])
  await queryClient.prefetchQuery({ queryKey: ['donations', 'to-send'], queryFn: () => Promise.resolve([2]) })
  expect(queryClient.getQueryData(['donations', 'to-send'])).toEqual([2])
  stopSecond()
})

test('what comes back late, under a page that asks already, is not taken for the server’s answer', async () => {
  const key = ['notices', 'page', 1]
  const stopFirst = persistQueries('rosa')
  release()
  await vi.advanceTimersByTimeAsync(0)
  queryClient.setQueryData(key, ['unread'])
  await vi.advanceTimersByTimeAsync(1000)
  stopFirst()
  queryClient.clear()
  let answer = (_read: string[]) => {}
  const queryFn = () => new Promise<string[]>((resolve) => (answer = resolve))
  const observer = new QueryObserver(queryClient, { queryKey: key, queryFn })
  const leave = observer.subscribe(() => {})
  const stopSecond = persistQueries('rosa')
  release()
  await vi.advanceTimersByTimeAsync(0)
  expect(observer.getCurrentResult()).toMatchObject({ data: ['unread'], isFetchedAfterMount: false })
  answer(['read'])
  await vi.advanceTimersByTimeAsync(0)
  expect(observer.getCurrentResult()).toMatchObject({ data: ['read'], isFetchedAfterMount: true })
  leave()
  stopSecond()
})

test('what is read later is written later, however long sealing the former takes', async () => {
  const stop = persistQueries('rosa')
  release()
  await vi.advanceTimersByTimeAsync(0)
  slow.isOn = true
  queryClient.setQueryData(['donations', 'to-send'], [1])
  await vi.advanceTimersByTimeAsync(500)
  slow.isOn = false
  queryClient.setQueryData(['donations', 'to-send'], [2])
  await vi.advanceTimersByTimeAsync(2000)
  const { queries } = (stored.get('ciranda-visto') as Persisted).clientState
  expect(queries[0]?.state.data).toEqual([2])
  stop()
})

test('what another person read on this device is thrown away, never shown', async () => {
  const stopOther = persistQueries('tiago')
  release()
  await vi.advanceTimersByTimeAsync(0)
  queryClient.setQueryData(['donations', 'to-send'], ['of tiago'])
  await vi.advanceTimersByTimeAsync(1000)
  expect(stored.get('ciranda-visto')).toMatchObject({ buster: 'tiago index-abc.js' })
  stopOther()
  queryClient.clear()
  const stop = persistQueries('rosa')
  release()
  await vi.advanceTimersByTimeAsync(0)
  expect(stored.size).toBe(0)
  expect(queryClient.getQueryData(['donations', 'to-send'])).toBeUndefined()
  queryClient.setQueryData(['donations', 'to-send'], [1])
  await vi.advanceTimersByTimeAsync(1000)
  expect(stored.get('ciranda-visto')).toMatchObject({ buster: 'rosa index-abc.js' })
  stop()
})

test('what another version of the pages read is thrown away: it may have had another shape', async () => {
  const stopFormer = persistQueries('rosa')
  release()
  await vi.advanceTimersByTimeAsync(0)
  queryClient.setQueryData(['circle', 'result'], { given: 1 })
  await vi.advanceTimersByTimeAsync(1000)
  expect(keysKept()).toEqual(['circle result'])
  stopFormer()
  queryClient.clear()
  documentElement.outerHTML = '<script src="/assets/index-def.js">'
  const stop = persistQueries('rosa')
  release()
  await vi.advanceTimersByTimeAsync(0)
  expect(queryClient.getQueryData(['circle', 'result'])).toBeUndefined()
  stop()
})

test('nothing is shown again seven days after it was read, though something else was written meanwhile', async () => {
  const stopFirst = persistQueries('rosa')
  release()
  await vi.advanceTimersByTimeAsync(0)
  queryClient.setQueryData(['donations', 'to-send'], ['old'])
  await vi.advanceTimersByTimeAsync(4 * DAY_MS)
  queryClient.setQueryData(['circle', 'result'], 'newer')
  await vi.advanceTimersByTimeAsync(1000)
  expect(keysKept()).toEqual(['circle result', 'donations to-send'])
  stopFirst()
  queryClient.clear()
  await vi.advanceTimersByTimeAsync(4 * DAY_MS)
  const stopSecond = persistQueries('rosa')
  release()
  await vi.advanceTimersByTimeAsync(1000)
  expect(queryClient.getQueryData(['circle', 'result'])).toBe('newer')
  expect(queryClient.getQueryData(['donations', 'to-send'])).toBeUndefined()
  expect(keysKept()).toEqual(['circle result'])
  stopSecond()
})

test('of whoever comes on the screen it goes on, where the one of before is forgotten only then', async () => {
  for (const former of ['rosa', null]) {
    const stop = persistQueries('tiago')
    release()
    await vi.advanceTimersByTimeAsync(0)
    await removePersisted(former)
    queryClient.setQueryData(['donations', 'to-send'], [former])
    await vi.advanceTimersByTimeAsync(1000)
    expect(keysKept()).toEqual(['donations to-send'])
    stop()
  }
})
