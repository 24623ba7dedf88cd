import { expect, test, vi } from 'vitest'

const done: string[] = []
vi.mock('idb-keyval', () => ({
  createStore: () => (mode: string, work: (objects: unknown) => Promise<unknown>) => {
    done.push(`${mode} begins`)
    return work({ transaction: { commit: () => done.push('commit') } })
  },
}))

const { openStore } = await import('./kept-store.ts')

test('a transaction is committed as soon as its requests are made, and not when they are answered', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<string>()
  const asked = openStore('base', 'loja')('readwrite', () => {
    done.push('request')
    return answered
  })
  expect(done).toEqual(['readwrite begins', 'request', 'commit'])
  answer('answer')
  expect(await asked).toBe('answer')
})
