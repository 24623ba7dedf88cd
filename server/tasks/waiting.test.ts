import { beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

const DAY_MS = 86_400_000

describe('the list of pending tasks', () => {
  let testApp: TestApp
  let admin: string

  beforeEach(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 0 }))
    admin = await testApp.administrator()
  })

  const waiting = async () => (await testApp.call('GET /admin/tasks', await testApp.administrator())).body
  const approve = (id: string) => testApp.call('PATCH /users/{id}/approve', admin, { params: { id } })
  const toSend = async (token: string) =>
    (await testApp.call('GET /donations/to-send', token)).body as {
      id: string
      receiverId: string
      waiting: boolean
      amount: number
    }[]
  /** A new token for somebody whose own expired when the clock moved. */
  const signedInAgain = async (id: string): Promise<string> => {
    const everybody = (await testApp.call('GET /users', await testApp.administrator())).body as {
      id: string
      email: string
    }[]
    return (
      await testApp.call('POST /auth/login', null, {
        body: { email: everybody.find((user) => user.id === id)!.email, password: PASSWORD },
      })
    ).body.access_token
  }

  test('is for administrators only', async () => {
    const [member] = await testApp.placed(1)
    expect((await testApp.call('GET /admin/tasks', null)).status).toBe(401)
    expect((await testApp.call('GET /admin/tasks', member!.token)).status).toBe(403)
  })

  test('shows only a hundred free positions in an empty circle', async () => {
    expect(await waiting()).toMatchObject({
      approvals: { count: 0, items: [] },
      late_confirmations: { count: 0, items: [] },
      open_reports: { count: 0, items: [] },
      free_places: { count: 100, first_position: 1, members: { count: 0, items: [] } },
      obligations_without_receiver: { count: 0, amount: 0, items: [] },
    })
  })

  test('counts everybody waiting for approval and names the five who waited longest', async () => {
    const people = []
    for (let n = 1; n <= 6; n += 1) {
      people.push(await testApp.registers(n))
      testApp.clock.advance(60_000)
    }
    const { approvals } = await waiting()
    expect(approvals.count).toBe(6)
    expect(approvals.items.map(({ id }: { id: string }) => id)).toEqual(people.slice(0, 5).map(({ id }) => id))
    expect(approvals.items[0]).toEqual({
      id: people[0]!.id,
      name: 'PessoaBA de Teste',
      since: '2026-11-10T15:00:00.000Z',
    })
    await approve(people[0]!.id)
    expect(
      (await testApp.call('PATCH /users/{id}', admin, { params: { id: people[1]!.id }, body: { status: 'SUSPENDED' } }))
        .status,
    ).toBe(200)
    expect((await waiting()).approvals).toMatchObject({ count: 4, items: [{ id: people[2]!.id }, {}, {}, {}] })
  })

  test('names the members who could take a free position, and the first free position', async () => {
    const [first, second] = await testApp.placed(2)
    const newcomer = await testApp.registers(3)
    await approve(newcomer.id)
    expect((await waiting()).free_places).toEqual({
      count: 98,
      first_position: 3,
      members: { count: 1, items: [{ id: newcomer.id, name: 'PessoaDA de Teste', since: '2026-11-10T15:00:00.000Z' }] },
    })
    const entries = (await testApp.call('GET /queue', admin)).body as { id: string; user_id: string }[]
    await testApp.call('DELETE /queue/{id}', admin, {
      params: { id: entries.find(({ user_id }) => user_id === first!.id)!.id },
    })
    await testApp.call('PATCH /users/{id}', admin, { params: { id: second!.id }, body: { status: 'SUSPENDED' } })
    const { free_places } = await waiting()
    expect(free_places).toMatchObject({ count: 100, first_position: 1, members: { count: 2 } })
    expect(free_places.members.items.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      [first!.id, newcomer.id].toSorted(),
    )
  })

  test('names a donation whose receipt is unanswered from the end of its days until its confirmation', async () => {
    const people = await testApp.placed(2)
    await testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
    const [donation] = (await toSend(people[1]!.token)).filter((one) => !one.waiting)
    await testApp.pays(donation!.id, people[1]!.token)
    testApp.clock.advance(5 * DAY_MS)
    expect((await waiting()).late_confirmations).toEqual({ count: 0, items: [] })
    testApp.clock.advance(1)
    expect((await waiting()).late_confirmations).toEqual({
      count: 1,
      items: [
        {
          id: donation!.id,
          donor: 'PessoaCA de Teste',
          receiver: 'PessoaBA de Teste',
          amount: 100,
          type: 'PULL',
          deadline: '2026-12-10T15:00:00.000Z',
          receipt_sent_at: '2026-11-10T15:00:00.000Z',
          answer_due: '2026-11-15T15:00:00.000Z',
          rejections: 0,
        },
      ],
    })
    expect(
      (
        await testApp.call('PATCH /donations/{id}/confirm', await signedInAgain(donation!.receiverId), {
          params: { id: donation!.id },
        })
      ).status,
    ).toBe(200)
    expect((await waiting()).late_confirmations.count).toBe(0)
  })

  test('names a report until it is decided, including while under investigation', async () => {
    const people = await testApp.placed(4)
    await testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
    const [donation] = (await toSend(people[2]!.token)).filter((one) => !one.waiting)
    const { body } = await testApp.call('POST /donations/{id}/report', people[2]!.token, {
      params: { id: donation!.id },
      body: { reason: 'a chave está errada' },
    })
    const found = {
      count: 1,
      items: [
        {
          id: body.id,
          donation_id: donation!.id,
          donor: 'PessoaDA de Teste',
          receiver: 'PessoaBA de Teste',
          reporter: 'PessoaDA de Teste',
          status: 'PENDING',
          since: '2026-11-10T15:00:00.000Z',
        },
      ],
    }
    expect((await waiting()).open_reports).toEqual(found)
    await testApp.call('PATCH /admin/donations/reports/{id}/status', admin, {
      params: { id: body.id },
      body: { status: 'INVESTIGATING' },
    })
    expect((await waiting()).open_reports).toMatchObject({ count: 1, items: [{ status: 'INVESTIGATING' }] })
    await testApp.call('POST /admin/donations/reports/{id}/resolve', admin, {
      params: { id: body.id },
      body: { resolution: 'RESOLVED', resolution_message: 'Chave corrigida.', admin_notes: 'conferida' },
    })
    expect((await waiting()).open_reports).toEqual({ count: 0, items: [] })
  })

  test('sums the obligations without a receiver, oldest first, and not those with one', async () => {
    const [alone] = await testApp.placed(1)
    await testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
    const [owed] = await toSend(alone!.token)
    expect(owed).toMatchObject({ waiting: true, amount: 100 })
    expect((await waiting()).obligations_without_receiver).toEqual({
      count: 1,
      amount: 100,
      items: [
        {
          id: owed!.id,
          member: 'PessoaBA de Teste',
          type: 'PULL',
          amount: 100,
          level: 1,
          since: '2026-11-10T15:00:00.000Z',
        },
      ],
    })
    const second = await testApp.registers(2)
    await approve(second.id)
    await testApp.call('POST /queue', admin, {
      body: { position: 2, donation_number: 1, user_id: second.id, is_receiver: false, passed_user_ids: [] },
    })
    expect((await waiting()).obligations_without_receiver).toEqual({ count: 0, amount: 0, items: [] })
  })
})
