import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { askAgain } from './query.ts'

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
