import { beforeAll, describe, expect, test } from 'vitest'
import type { Actor, Context } from '#server/context.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { withIdempotency } from './idempotency.ts'

describe('an Idempotency-Key', () => {
  let people: { id: string }[]
  let as: (userId: string | null) => Context<Actor>

  beforeAll(async () => {
    const testApp = await createTestApp(await openTestDatabase())
    people = [await testApp.registers(1), await testApp.registers(2)]
    as = (actorId) => ({ ...testApp.services, actor: null, actorId }) as unknown as Context<Actor>
  })

  const request = (key: string, changed: object = {}) => ({ key, call: 'POST /queue', bodyHash: 'a body', ...changed })
  const answering = (answer: string) => async () => async () => answer

  test('belongs to one person: another with the same key has their own answer', async () => {
    const own = request('the-same-key')
    const [one, other] = people.map(({ id }) => as(id)) as [Context<Actor>, Context<Actor>]
    expect(await withIdempotency(one, own, answering('of the first'))).toBe('of the first')
    expect(await withIdempotency(other, own, answering('of the second'))).toBe('of the second')
    expect(await withIdempotency(as(null), own, answering('of nobody'))).toBe('of nobody')
    expect(await withIdempotency(one, own, answering('again'))).toBe('of the first')
  })

  test('belongs to one call and one body: either changed is refused, and the first answer stays', async () => {
    const own = request('a-key-of-one-call')
    const context = as(people[0]!.id)
    expect(await withIdempotency(context, own, answering('first'))).toBe('first')
    for (const changed of [{ call: 'POST /auth/register' }, { bodyHash: 'another body' }])
      await expect(withIdempotency(context, request(own.key, changed), answering('other'))).rejects.toMatchObject({
        code: 'idempotency.key_reused',
      })
    expect(await withIdempotency(context, own, answering('again'))).toBe('first')
  })

  /** A request that is in its transaction until it is let go. */
  const running = async (userId: string, own: ReturnType<typeof request>) => {
    const [begun, blocked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const done = withIdempotency(as(userId), own, async () => async () => {
      begun.resolve()
      await blocked.promise
      return 'first'
    })
    await begun.promise
    return { done, letGo: blocked.resolve }
  }

  test('is refused at once while its first request is being committed, and does nothing', async () => {
    const own = request('a-key-being-committed')
    const first = await running(people[0]!.id, own)
    let effects = 0
    const counting = async () => async () => (effects += 1)
    const refused = await withIdempotency(as(people[0]!.id), own, counting).catch((error: unknown) => error)
    first.letGo()
    await expect(first.done).resolves.toBe('first')
    expect([refused, effects]).toEqual([expect.objectContaining({ code: 'idempotency.in_progress' }), 0])
  })

  test('never waits for another person’s request with the same key', async () => {
    const own = request('a-key-of-two-at-once')
    const first = await running(people[0]!.id, own)
    const other = await withIdempotency(as(people[1]!.id), own, answering('other')).catch((error: unknown) => error)
    first.letGo()
    await first.done
    expect(other).toBe('other')
  })

  test('of a request that was prepared meanwhile gives it the first answer, and no second effect', async () => {
    const own = request('a-key-prepared-twice')
    const prepared = Promise.withResolvers<void>()
    let effects = 0
    const second = withIdempotency(as(people[0]!.id), own, async () => {
      await prepared.promise
      return async () => `second, ${(effects += 1)}`
    })
    await withIdempotency(as(people[0]!.id), own, answering('first'))
    prepared.resolve()
    await expect(second).resolves.toBe('first')
    expect(effects).toBe(0)
  })
})
