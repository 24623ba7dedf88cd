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
})
