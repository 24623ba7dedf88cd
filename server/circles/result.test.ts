import { beforeEach, describe, expect, test } from 'vitest'
import { verifyLedger } from '#circle/ledger/verify.ts'
import type { SignedHead } from '#circle/ledger/entry.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

type Person = { id: string; token: string }
type Donation = { id: string; donorId: string; receiverId: string; waiting: boolean }

describe('the circle’s result so far', () => {
  let testApp: TestApp
  let people: Person[]

  beforeEach(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 4 }))
    people = await testApp.placed(4)
    await testApp.call('POST /donations/admin/generate-monthly-pull', await testApp.administrator(), { body: {} })
  })

  /** Opens a new session for a person whose token expired when the clock moved. */
  const signsIn = async (id: string) => {
    const everybody = (await testApp.call('GET /users', await testApp.administrator())).body
    const { email } = everybody.find((user: Person) => user.id === id)
    return (await testApp.call('POST /auth/login', null, { body: { email, password: PASSWORD } })).body.access_token
  }
  const result = async (token: string) => (await testApp.call('GET /circle/result', token)).body

  test('shows totals, one’s own line and the ring by positions, without any name or id', async () => {
    const [first, second] = people as [Person, Person]
    const begun = await result(second.token)
    expect(begun).toMatchObject({
      members: 4,
      given: 0,
      received: 0,
      administration: 0,
      ahead: 0,
      even: 4,
      behind: 0,
      median: 0,
      own: { given: 0, received: 0, balance: 0, positions: [{ level: 1, position: 2 }] },
    })
    expect(begun.ring).toMatchObject({ period: '2026-11' })
    expect(begun.ring.places).toEqual(
      [1, 2, 3, 4].map((position) => ({ position, receiver: expect.any(Boolean) as boolean, own: position === 2 })),
    )
    const donation = (await testApp.call('GET /donations/to-send', second.token)).body.find(
      (one: Donation) => !one.waiting,
    ) as Donation
    const receiver = people.findIndex(({ id }) => id === donation.receiverId)
    expect(begun.ring.gifts).toContainEqual({
      from: 2,
      to: receiver + 1,
      status: 'PENDING_PAYMENT',
      late: false,
      own: true,
    })
    await testApp.pays(donation.id, second.token)
    await testApp.call('PATCH /donations/{id}/confirm', people[receiver]!.token, { params: { id: donation.id } })
    const then = await result(second.token)
    expect(then).toMatchObject({
      given: 100,
      received: 100,
      ahead: 1,
      even: 2,
      behind: 1,
      median: 0,
      own: { given: 100, received: 0, balance: -100 },
    })
    expect(then.ring.gifts).toContainEqual({ from: 2, to: receiver + 1, status: 'CONFIRMED', late: false, own: true })
    // The figures must equal those that any reader gets by adding up the ledger.
    const book = (await testApp.call('GET /ledger/export', second.token, { query: '?format=json' })).body as {
      head: SignedHead
      entries: unknown[]
    }
    const verdict = verifyLedger(
      {
        circleId: book.head.circle_id,
        entries: book.entries,
        head: { ...book.head, isSigned: true },
        own: { memberId: second.id },
      },
      { sha256 },
    )
    expect(verdict).toMatchObject({
      faults: [],
      money: {
        givenCents: then.given * 100,
        receivedCents: then.received * 100,
        administrationCents: then.administration * 100,
      },
      own: { givenCents: then.own.given * 100, receivedCents: then.own.received * 100 },
    })
    const text = JSON.stringify(await result(first.token))
    for (const { id } of people) expect(text).not.toContain(id)
    expect(text).not.toMatch(/Pessoa/)
  })

  test('the ring shows a donation in the month of its confirmation only, whenever it was created', async () => {
    const [first] = people as [Person]
    const donation = (await testApp.call('GET /donations/to-send', first.token)).body.find(
      (one: Donation) => !one.waiting,
    ) as Donation
    const receiver = people.findIndex(({ id }) => id === donation.receiverId)
    await testApp.pays(donation.id, first.token)
    const drawn = { from: 1, to: receiver + 1, status: 'CONFIRMED' }
    const confirmed = async (at: number) => {
      testApp.clock.moveTo(at)
      const { ring } = await result(await testApp.administrator())
      return ring.gifts.filter(({ status }: { status: string }) => status === 'CONFIRMED')
    }
    expect(await confirmed(Date.UTC(2026, 11, 2))).toEqual([])
    const token = await signsIn(donation.receiverId)
    await testApp.call('PATCH /donations/{id}/confirm', token, { params: { id: donation.id } })
    expect(await confirmed(Date.UTC(2026, 11, 31))).toMatchObject([drawn])
    expect(await confirmed(Date.UTC(2027, 0, 2))).toEqual([])
  })

  test('members and administrators see the same next contribution, even after months without a pull', async () => {
    for (const [now, from] of [
      [Date.UTC(2026, 10, 20), '2026-12-01T03:00:00.000Z'],
      [Date.UTC(2027, 2, 15), '2027-03-01T03:00:00.000Z'],
    ] as const) {
      testApp.clock.moveTo(now)
      const { calendar } = (await testApp.call('GET /admin/circle', await testApp.administrator())).body
      const stats = (await testApp.call('GET /donations/stats', await signsIn(people[0]!.id))).body
      expect([calendar.next.from, stats.nextMonthlyContribution]).toEqual([from, from])
    }
  })

  test('is the same for administrators, who have no own line, and refused to everybody outside', async () => {
    expect(await result(await testApp.administrator())).toMatchObject({ members: 4, own: null })
    expect((await testApp.call('GET /circle/result', null)).status).toBe(401)
    expect((await testApp.call('GET /circle/result', (await testApp.registers(9)).token)).status).toBe(403)
  })
})
