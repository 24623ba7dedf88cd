import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { transaction } from '#server/database/transaction.ts'
import { seal, unseal } from '#server/lib/sealing.ts'
import { circles } from '#server/tables/circles.ts'
import { users } from '#server/tables/users.ts'
import { countWaiting } from '#server/testing/count-waiting.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'

describe('two changes of one person at once', () => {
  let testApp: TestApp
  let member: Person

  beforeEach(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 1 }))
    ;[member] = (await testApp.placed(1)) as [Person]
  })

  test('of where money goes: the second is refused, since its codes were compared with the earlier key', async () => {
    const { db, secrets } = testApp.services
    const admin = await testApp.administrator()
    const { pixKeyType, pixKey, pixCopyPaste } = (await testApp.call('GET /users/profile', member.token)).body
    // Begun outside the transaction, which would refuse any query beside its own.
    const locked = Promise.withResolvers<void>()
    const edit = locked.promise.then(() =>
      testApp.call('PATCH /users/{id}', admin, {
        params: { id: member.id },
        body: { pixKeyType, pixKey, pixCopyPaste },
      }),
    )
    await transaction(db, async (tx) => {
      await tx.select().from(circles).for('update')
      locked.resolve()
      await expect.poll(() => countWaiting(tx), { timeout: 20_000 }).toBeGreaterThan(0)
      const [row] = await tx.select().from(users).where(eq(users.id, member.id))
      const sealed = seal(secrets, unseal(secrets, row!.sealed, `person:${member.id}`), `person:${member.id}`)
      await tx.update(users).set({ sealed }).where(eq(users.id, member.id))
    })
    const { status, body } = await edit
    expect([status, body.code]).toEqual([409, 'user.edited_meanwhile'])
  })

  test('of the password: one takes effect, and the other learns that its present one is no longer that', async () => {
    const change = (newPassword: string) =>
      testApp.call('POST /me/password', member.token, { body: { currentPassword: PASSWORD, newPassword } })
    const both = await Promise.all([change('uma-nova-senha-boa'), change('outra-nova-senha-boa')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 403])
    expect(both.find(({ status }) => status === 403)!.body.code).toBe('user.wrong_password')
  })
})
