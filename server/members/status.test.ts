import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { isClosed, userStatuses } from '#contracts/labels.ts'
import type { UserStatus } from '#contracts/labels.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import { entries } from '#server/tables/entries.ts'
import { users } from '#server/tables/users.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

const OPEN_STATUSES = ['APPROVED', 'ACTIVE', 'ACTIVE_PARTICIPANT'] as const
const UNAPPROVED_STATUSES = ['PENDING', 'INACTIVE', 'SUSPENDED'] as const
const APPROVED_STATUSES = [...OPEN_STATUSES, 'INACTIVE', 'SUSPENDED'] as const

describe('a person’s status', () => {
  let testApp: TestApp
  let admin: string
  let registered = 0

  beforeAll(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 0 }))
    admin = await testApp.administrator()
  })

  const edit = (id: string, status: UserStatus) =>
    testApp.call('PATCH /users/{id}', admin, { params: { id }, body: { status } })
  const place = (id: string, level = 1) =>
    testApp.call('POST /queue', admin, { body: { position: 9, donation_number: level, user_id: id } })
  const becomes = async (id: string, ...statuses: readonly UserStatus[]) => {
    for (const status of statuses) expect((await edit(id, status)).status).toBe(200)
  }
  const newcomer = async () => (await testApp.registers((registered += 1))).id
  const approved = async () => {
    const id = await newcomer()
    expect((await testApp.call('PATCH /users/{id}/approve', admin, { params: { id } })).status).toBe(200)
    return id
  }

  /**
   * The account, the approval, the member status and the positions agree with each other, and with the queue and the
   * login.
   */
  async function expectConsistent(id: string): Promise<void> {
    const { db } = testApp.services
    const [user] = await db.select().from(users).where(eq(users.id, id))
    const [member] = await db.select().from(circleMembers).where(eq(circleMembers.memberId, id))
    const isPresent = user!.adminApproved && !isClosed(user!.status)
    expect(user!.adminApproved).toBe(member !== undefined)
    expect(member?.status).toBe(member && (isPresent ? 'approved' : 'suspended'))
    const email = (await testApp.call('GET /users', admin)).body.find((one: { id: string }) => one.id === id).email
    const login = await testApp.call('POST /auth/login', null, { body: { email, password: PASSWORD } })
    expect(login.body.code ?? 'open').toBe(isClosed(user!.status) ? 'session.account_closed' : 'open')
    expect(await db.$count(entries, eq(entries.memberId, id))).toBe(0)
    const placed = await place(id)
    expect(placed.status).toBe(isPresent ? 201 : 409)
    if (isPresent) await testApp.call('DELETE /queue/{id}', admin, { params: { id: placed.body.id } })
  }

  describe('of somebody approved', () => {
    let id: string
    beforeAll(async () => {
      id = await approved()
    })

    const pairs = APPROVED_STATUSES.flatMap((from) => userStatuses.map((to) => [from, to] as const))
    test.each(pairs)('%s → %s', async (from, to) => {
      await becomes(id, 'APPROVED', from)
      const answer = await edit(id, to)
      // An approval is permanent: an approved person is open or closed, but never waits for approval again.
      if (to === 'PENDING') expect(answer).toMatchObject({ status: 409, body: { code: 'member.already_approved' } })
      else expect(answer).toMatchObject({ status: 200, body: { status: to, adminApproved: true } })
      await expectConsistent(id)
    })
  })

  describe('of somebody not approved yet', () => {
    test.each(UNAPPROVED_STATUSES.flatMap((from) => UNAPPROVED_STATUSES.map((to) => [from, to] as const)))(
      '%s → %s approves nobody',
      async (from, to) => {
        const id = await newcomer()
        await becomes(id, from)
        expect(await edit(id, to)).toMatchObject({ status: 200, body: { status: to, adminApproved: false } })
        await expectConsistent(id)
      },
    )

    test.each(UNAPPROVED_STATUSES.flatMap((from) => OPEN_STATUSES.map((to) => [from, to] as const)))(
      '%s → %s is the approval itself',
      async (from, to) => {
        const id = await newcomer()
        await becomes(id, from)
        expect(await edit(id, to)).toMatchObject({ status: 200, body: { status: to, adminApproved: true } })
        await expectConsistent(id)
        expect((await testApp.call('PATCH /users/{id}/approve', admin, { params: { id } })).status).toBe(409)
      },
    )
  })

  test.each([
    ['SUSPENDED', 'INACTIVE', 'APPROVED'],
    ['INACTIVE', 'SUSPENDED', 'ACTIVE'],
    ['SUSPENDED', 'SUSPENDED', 'ACTIVE_PARTICIPANT'],
  ] as const)('%s → %s → %s leaves an approved person whom the queue takes', async (...statuses) => {
    const id = await approved()
    await becomes(id, ...statuses)
    await expectConsistent(id)
  })

  test.each(['INACTIVE', 'SUSPENDED'] as const)(
    '%s takes every place and cancels what is owed, and the pull asks for nothing',
    async (status) => {
      const id = await approved()
      const other = await approved()
      for (const level of [1, 2]) expect((await place(id, level)).status).toBe(201)
      await testApp.call('POST /queue', admin, { body: { position: 10, user_id: other } })
      await testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
      const owed = async () => {
        const query = `?donorId=${id}&status=PENDING_PAYMENT`
        return (await testApp.call('GET /admin/donations/list', admin, { query })).body.pagination.totalItems
      }
      expect(await owed()).toBe(1)
      await becomes(id, status)
      const { db } = testApp.services
      expect(await db.$count(entries, and(eq(entries.memberId, id)))).toBe(0)
      expect(await owed()).toBe(0)
      testApp.clock.moveTo(testApp.clock.now() + 31 * 86_400_000)
      admin = await testApp.administrator()
      await testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
      expect(await owed()).toBe(0)
      await becomes(other, 'SUSPENDED')
    },
  )

  test('of somebody who left the circle changes the account and brings no place back', async () => {
    const id = await approved()
    const email = (await testApp.call('GET /users', admin)).body.find((one: { id: string }) => one.id === id).email
    const { access_token } = (await testApp.call('POST /auth/login', null, { body: { email, password: PASSWORD } }))
      .body
    const left = await testApp.call('POST /me/leave', access_token, { body: { password: PASSWORD } })
    expect(left.status).toBeLessThan(300)
    for (const status of [...APPROVED_STATUSES, 'APPROVED'] as const) {
      await becomes(id, status)
      const [member] = await testApp.services.db.select().from(circleMembers).where(eq(circleMembers.memberId, id))
      expect(member!.status).toBe('left')
      expect((await place(id)).status).toBe(409)
    }
  })
})
