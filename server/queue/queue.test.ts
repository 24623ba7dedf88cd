import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { rodaPlan } from '#circle/plan.ts'
import { ledger } from '#server/tables/ledger.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

type Person = { id: string; token: string }
type Entry = {
  id: string
  position: number
  user_id: string
  is_receiver: boolean
  passed_user_ids: string[]
  donation_number: number
  user: Record<string, unknown>
}

const NOWHERE = '01234567-89ab-7def-8123-456789abcdef'

describe('the queue', () => {
  let testApp: TestApp
  let admin: string
  let people: Person[]

  beforeEach(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 5 }))
    admin = await testApp.administrator()
    people = await testApp.placed(5)
  })

  const list = async (query = ''): Promise<Entry[]> => (await testApp.call('GET /queue', admin, { query })).body
  const order = async () =>
    (await list()).map(
      ({ position, user_id, is_receiver }) =>
        `${position}:${people.findIndex(({ id }) => id === user_id) + 1}${is_receiver ? 'R' : ''}`,
    )
  const events = async (kind: string) => testApp.services.db.$count(ledger, and(eq(ledger.kind, kind)))
  const code = (answer: { status: number; body: { code?: string } }) => [answer.status, answer.body.code]
  const approve = async (n: number) => {
    const person = await testApp.registers(n)
    await testApp.call('PATCH /users/{id}/approve', admin, { params: { id: person.id } })
    return person
  }
  const place = (user_id: string, position: number, more: object = {}) =>
    testApp.call('POST /queue', admin, {
      body: { position, donation_number: 1, user_id, is_receiver: false, passed_user_ids: [], ...more },
    })

  test('lists every entry with its member, without passwords or image bodies', async () => {
    const [first, ...others] = await list()
    expect(others).toHaveLength(4)
    expect(Object.keys(first!).toSorted()).toEqual([
      'created_at',
      'donation_number',
      'id',
      'is_receiver',
      'passed_user_ids',
      'position',
      'updated_at',
      'user',
      'user_id',
    ])
    expect(first).toMatchObject({
      position: 1,
      donation_number: 1,
      user_id: people[0]!.id,
      is_receiver: false,
      passed_user_ids: [],
    })
    expect(first!.user).not.toHaveProperty('password')
    expect(String(first!.user['pixQrCode'])).toMatch(/^http:\/\/ciranda\.test\/api\/files\//)
    expect(await list('?donation_number=2')).toEqual([])
    expect((await testApp.call('GET /queue', admin, { query: '?donation_number=4' })).status).toBe(400)
  })

  test('refuses taken positions, repeated, unapproved and unknown people, in the specification’s words', async () => {
    const newcomer = await approve(20)
    expect((await place(newcomer.id, 2)).body.message).toBe(
      'Erro: A posição #002 já está ocupada por PessoaCA de Teste',
    )
    expect((await place(people[2]!.id, 30)).body.message).toBe('Erro: O usuário já está na fila na posição #003')
    const stranger = await testApp.registers(21)
    expect(code(await place(stranger.id, 30))).toEqual([409, 'queue.member_not_approved'])
    const { body: everybody } = await testApp.call('GET /users', admin)
    expect(code(await place(everybody.find((user: { role: string }) => user.role === 'ADMIN').id, 30))).toEqual([
      409,
      'queue.member_is_admin',
    ])
    expect(code(await place(NOWHERE, 30))).toEqual([404, 'resource.not_found'])
    for (const position of [0, 101, -1, 1.5, '3'])
      expect((await place(newcomer.id, position as number)).status).toBe(400)
    expect(code(await place(newcomer.id, 30, { donation_number: 4 }))).toEqual([400, 'request.invalid'])
    expect(await order()).toEqual(['1:1', '2:2', '3:3', '4:4', '5:5'])
  })

  test('gives the last position to one of many at once; the refusals name its holder', async () => {
    const racers = await Promise.all(Array.from({ length: 12 }, (_, at) => approve(30 + at)))
    const answers = await Promise.all(racers.map(({ id }) => place(id, 100)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const losers = answers.filter(({ status }) => status === 409)
    expect(losers).toHaveLength(11)
    for (const { body } of losers) expect(body.message).toMatch(/^Erro: A posição #100 já está ocupada por Pessoa/)
    expect(await events('entry.placed')).toBe(6)
  })

  test('moves an entry to a free position, between others, and to the end, and counts overtaking', async () => {
    const [first, , third] = await list()
    expect(
      (await testApp.call('PATCH /queue/reorder/{id}', admin, { params: { id: first!.id }, body: { position: 50 } }))
        .body,
    ).toMatchObject({ position: 50 })
    expect(await order()).toEqual(['2:2', '3:3', '4:4', '5:5', '50:1'])
    const toTaken = { params: { id: third!.id }, body: { position: 2 } }
    const taken = await testApp.call('PATCH /queue/{id}', admin, toTaken)
    expect([taken.status, taken.body.code]).toEqual([409, 'queue.position_taken'])
    expect(taken.body.message).toMatch(/^Erro: A posição #002 já está ocupada por Pessoa/)
    expect(await order()).toEqual(['2:2', '3:3', '4:4', '5:5', '50:1'])
    expect((await testApp.call('PATCH /queue/reorder/{id}', admin, toTaken)).status).toBe(200)
    const now = await list()
    expect(now[0]!.user_id).toBe(people[2]!.id)
    expect(now.find(({ user_id }) => user_id === people[1]!.id)!.passed_user_ids).toEqual([people[2]!.id])
    const moved = await testApp.call('POST /queue/godown/move-user-to-end', admin, {
      body: { user_id: people[2]!.id, donation_number: 1 },
    })
    expect(moved.status).toBe(201)
    expect((await list()).at(-1)!.user_id).toBe(people[2]!.id)
    expect(
      code(
        await testApp.call('POST /queue/godown/move-user-to-end', admin, {
          body: { user_id: people[2]!.id, donation_number: 2 },
        }),
      ),
    ).toEqual([409, 'queue.member_not_in_queue'])
    for (const position of [0, 101])
      expect(
        (await testApp.call('PATCH /queue/reorder/{id}', admin, { params: { id: first!.id }, body: { position } }))
          .status,
      ).toBe(400)
    expect(
      code(await testApp.call('PATCH /queue/reorder/{id}', admin, { params: { id: NOWHERE }, body: { position: 3 } })),
    ).toEqual([404, 'queue.entry_not_found'])
  })

  test('swaps two members, swapping twice restores them, and a lost race gets the reason', async () => {
    const swap = (a: number, b: number) =>
      testApp.call('PATCH /queue/swap-positions', admin, {
        body: { firstUserId: people[a - 1]!.id, secondUserId: people[b - 1]!.id },
      })
    expect((await swap(1, 4)).status).toBe(200)
    expect(await order()).toEqual(['1:4', '2:2', '3:3', '4:1', '5:5'])
    await swap(1, 4)
    expect(await order()).toEqual(['1:1', '2:2', '3:3', '4:4', '5:5'])
    expect(code(await swap(2, 2))).toEqual([409, 'queue.same_entry'])
    expect(
      code(
        await testApp.call('PATCH /queue/swap-positions', admin, {
          body: { firstUserId: people[0]!.id, secondUserId: NOWHERE },
        }),
      ),
    ).toEqual([409, 'queue.member_not_in_queue'])
    const [, second] = await list()
    const both = await Promise.all(
      [1, 2].map(() => testApp.call('DELETE /queue/{id}', admin, { params: { id: second!.id } })),
    )
    expect(both.map(code).toSorted()).toEqual([
      [200, undefined],
      [404, 'queue.entry_not_found'],
    ])
    expect(await order()).toEqual(['1:1', '3:3', '4:4', '5:5'])
  })

  test('a swap asked again with its key, since no answer came, is not swapped back', async () => {
    const swap = (key: string) =>
      testApp.call('PATCH /queue/swap-positions', admin, {
        body: { firstUserId: people[0]!.id, secondUserId: people[3]!.id },
        headers: { 'idempotency-key': key },
      })
    const [first, again] = [await swap('a-key-of-this-swap'), await swap('a-key-of-this-swap')]
    expect([first.status, again.body]).toEqual([200, first.body])
    expect(await order()).toEqual(['1:4', '2:2', '3:3', '4:1', '5:5'])
    await swap('another-key-of-a-swap')
    expect(await order()).toEqual(['1:1', '2:2', '3:3', '4:4', '5:5'])
  })

  describe('with donations running', () => {
    beforeEach(async () => {
      await testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
    })

    test('the first entry receives; the role moves on and back, never to an entry that has it', async () => {
      expect((await order())[0]).toBe('1:1R')
      const [first] = await list()
      const idle = (await list()).find(({ is_receiver }) => !is_receiver)!
      const setReceiver = (a: Entry, b: Entry) =>
        testApp.call('PATCH /queue/set-receiver/{a}/{b}', admin, { params: { a: a.id, b: b.id } })
      expect(
        code(
          await setReceiver(
            idle,
            (await list()).findLast(({ id, is_receiver }) => !is_receiver && id !== idle.id)!,
          ),
        ),
      ).toEqual([409, 'queue.not_receiver'])
      expect(code(await setReceiver(first!, first!))).toEqual([409, 'queue.same_entry'])
      const receivers = (await list()).filter(({ is_receiver }) => is_receiver)
      expect(
        (
          await setReceiver(
            first!,
            (await list()).findLast(({ is_receiver }) => !is_receiver)!,
          )
        ).status,
      ).toBe(200)
      expect((await list()).filter(({ is_receiver }) => is_receiver)).toHaveLength(receivers.length)
      expect((await list())[0]!.is_receiver).toBe(false)
      const holder = (await list()).find(({ is_receiver }) => is_receiver)!
      const passed = await testApp.call('PATCH /queue/next-receiver/{id}', admin, { params: { id: holder.id } })
      expect([200, 409]).toContain(passed.status)
      expect(code(await testApp.call('PATCH /queue/next-receiver/{id}', admin, { params: { id: first!.id } }))).toEqual(
        [409, 'queue.not_receiver'],
      )
      expect(code(await testApp.call('PATCH /queue/next-receiver/{id}', admin, { params: { id: NOWHERE } }))).toEqual([
        404,
        'queue.entry_not_found',
      ])
    })

    test('removing a receiver releases unpaid donations and keeps paid ones for a person to decide', async () => {
      const toFirst = (await testApp.call('GET /donations/to-receive', people[0]!.token)).body
      const [paid] = toFirst
      const donor = people.find(({ id }) => id === paid.donorId)!
      await testApp.pays(paid.id, donor.token)
      const [first] = await list()
      await testApp.call('DELETE /queue/{id}', admin, { params: { id: first!.id } })
      const left = (await testApp.call('GET /donations/to-receive', people[0]!.token)).body
      expect(left.map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual([
        [paid.id, 'PENDING_CONFIRMATION'],
      ])
      const cancelled = (
        await testApp.call('GET /admin/donations/list', admin, {
          query: `?status=CANCELLED&receiverId=${people[0]!.id}`,
        })
      ).body
      expect(cancelled.data.map(({ id }: { id: string }) => id).toSorted()).toEqual(
        toFirst
          .slice(1)
          .map(({ id }: { id: string }) => id)
          .toSorted(),
      )
    })
  })
})

describe('the queue of a roda', () => {
  test('refuses a place and a person who has one in a roda’s own words', async () => {
    const testApp = await createTestApp(await openTestDatabase(), {}, rodaPlan({ amountCents: 10_000, months: 2 }))
    const admin = await testApp.administrator()
    const [first, second] = await testApp.placed(3)
    const newcomer = await testApp.registers(9)
    await testApp.call('PATCH /users/{id}/approve', admin, { params: { id: newcomer.id } })
    const place = async (user_id: string, position: number) => {
      const entry = { position, donation_number: 1, user_id, is_receiver: false, passed_user_ids: [] }
      return (await testApp.call('POST /queue', admin, { body: { ...entry, reason: 'a ordem combinada' } })).body
    }
    expect(await place(newcomer.id, 2)).toMatchObject({
      code: 'queue.position_taken',
      message: expect.stringMatching(/^O 2º lugar já é de Pessoa.+\.$/),
    })
    expect((await place(first!.id, 30)).message).toBe('Esta pessoa já tem o 1º lugar.')
    const [, entry] = (await testApp.call('GET /queue', admin)).body as Entry[]
    expect(entry!.user_id).toBe(second!.id)
    await testApp.call('DELETE /queue/{id}', admin, { params: { id: entry!.id }, body: { reason: 'saiu' } })
    const again = { params: { id: entry!.id }, body: { position: 9, reason: 'de novo' } }
    const gone = await testApp.call('PATCH /queue/{id}', admin, again)
    expect([gone.status, gone.body.message]).toEqual([404, 'Este lugar não existe mais. Atualize a página.'])
  })
})
