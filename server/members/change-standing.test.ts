import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { COVERED } from '#contracts/payment/payable.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { audit } from '#server/tables/audit.ts'
import { entries } from '#server/tables/entries.ts'
import { notices } from '#server/tables/notices.ts'
import { standingChanges } from '#server/tables/standing-changes.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { readOutbox } from '#server/testing/outbox.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'

describe('suspending, removing and reinstating', () => {
  let testApp: TestApp
  let admin: string
  let people: Person[]

  beforeAll(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 4 }))
    people = await testApp.placed(4)
    admin = await testApp.administrator()
  })

  const does = (verb: 'suspend' | 'remove' | 'reinstate', id: string, reason = 'Combinado na reunião.') =>
    testApp.call(`POST /users/{id}/${verb}`, admin, { params: { id }, body: { reason } })
  const told = async (id: string) => {
    await runDueJobs(testApp.services)
    const rows = await testApp.services.db
      .select()
      .from(notices)
      .where(and(eq(notices.userId, id)))
    return rows.filter(({ kind }) => /^account\.(suspended|reinstated)/.test(kind))
  }

  test('a suspension takes places and sessions at once and tells the person why, by notice and letter, once', async () => {
    const [one] = people
    const { email } = (await testApp.call('GET /users/profile', one!.token)).body
    const done = await does('suspend', one!.id, 'Dois meses sem pagar nem responder.')
    expect(done.body).toMatchObject({ status: 'SUSPENDED', adminApproved: true })
    expect(await testApp.services.db.$count(entries, eq(entries.memberId, one!.id))).toBe(0)
    expect((await testApp.call('GET /users/profile', one!.token)).status).toBe(401)
    expect(await told(one!.id)).toEqual([
      expect.objectContaining({
        kind: 'account.suspended',
        facts: { reason: 'Dois meses sem pagar nem responder.', isRemoval: false },
      }),
    ])
    const letters = readOutbox(testApp.services.config.dataDir).filter((text) => text.startsWith(`Para: ${email}\n`))
    expect(letters.filter((text) => text.includes('Motivo: Dois meses sem pagar nem responder.'))).toHaveLength(1)
    expect((await does('suspend', one!.id)).body.code).toBe('member.suspended')
    expect(await told(one!.id)).toHaveLength(1)
  })

  test('who is suspended is reinstated with a reason, as a member without a place, or removed', async () => {
    const [one] = people
    expect((await does('reinstate', one!.id, 'Pagou o que devia.')).body).toMatchObject({ status: 'APPROVED' })
    expect((await told(one!.id)).at(-1)).toMatchObject({ facts: { reason: 'Pagou o que devia.' } })
    expect((await does('reinstate', one!.id)).body.code).toBe('member.not_suspended')
    await does('suspend', one!.id)
    expect((await does('remove', one!.id)).body.status).toBe('INACTIVE')
    const email = (await testApp.call('GET /users', admin)).body.find(({ id }: { id: string }) => id === one!.id).email
    const login = await testApp.call('POST /auth/login', null, { body: { email, password: PASSWORD } })
    expect(login.body.code).toBe('session.account_closed')
    const standing = (await testApp.call('GET /admin/standing', admin)).body
    expect(standing.find(({ id }: { id: string }) => id === one!.id).closed).toMatchObject({
      what: 'removed',
      reason: 'Combinado na reunião.',
    })
  })

  test('a registration that is turned down is told why, and a reinstated one waits for approval again', async () => {
    const newcomer = await testApp.registers(70)
    expect((await does('remove', newcomer.id, 'Não conhecemos você.')).body).toMatchObject({ status: 'INACTIVE' })
    expect(await told(newcomer.id)).toHaveLength(1)
    expect((await does('reinstate', newcomer.id)).body).toMatchObject({ status: 'PENDING', adminApproved: false })
  })

  test('each needs a reason, records who did it, and is nobody’s but an administrator’s', async () => {
    const [, two, three] = people
    const empty = await does('suspend', two!.id, '  ')
    expect([empty.status, empty.body.fields.reason]).toEqual([400, 'Diga o motivo: a pessoa vai lê-lo.'])
    const params = { id: three!.id }
    const body = { reason: 'x' }
    expect((await testApp.call('POST /users/{id}/suspend', two!.token, { params, body })).status).toBe(403)
    await does('suspend', three!.id)
    const rows = await testApp.services.db.select().from(audit).where(eq(audit.subjectId, three!.id))
    expect(rows.filter(({ kind }) => kind === 'user.suspended')).toHaveLength(1)
    const [self] = (await testApp.call('GET /users', admin)).body.filter(
      ({ role }: { role: string }) => role === 'ADMIN',
    )
    expect((await does('suspend', self.id)).status).toBe(404)
  })

  test('a reason that could be paid to is told to nobody in a demonstration: by a suspension, a removal, a reinstatement', async () => {
    const key = 'b1c81f8799fc4fb6a383fda3340135ac'
    const [one] = people
    const newcomer = await testApp.registers(71)
    for (const [verb, id] of [
      ['reinstate', one!.id],
      ['suspend', one!.id],
      ['remove', one!.id],
      ['remove', newcomer.id],
      ['reinstate', newcomer.id],
    ] as const) {
      const before = (await told(id)).length
      expect([verb, (await does(verb, id, `Pague na chave ${key}`)).status]).toEqual([verb, 200])
      const given = (await told(id)).slice(before)
      expect([verb, given.map(({ facts }) => (facts as { reason?: string }).reason)]).toEqual([verb, [COVERED]])
    }
    expect(readOutbox(testApp.services.config.dataDir).filter((text) => text.includes(key))).toEqual([])
    // The administration goes on reading what it wrote.
    const standing = (await testApp.call('GET /admin/standing', admin)).body
    expect(standing.find(({ id }: { id: string }) => id === one!.id).closed.reason).toBe(`Pague na chave ${key}`)
  })

  test('two administrators at once suspend once', async () => {
    const [, , , four] = people
    const both = await Promise.all([does('suspend', four!.id), does('suspend', four!.id)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await testApp.services.db.$count(standingChanges, eq(standingChanges.userId, four!.id))).toBe(1)
  })

  test('the reason goes when the person is erased', async () => {
    const [, , three] = people
    const { password } = { password: 'senha-da-administracao' }
    const erased = await testApp.call('POST /users/{id}/erase', admin, {
      params: { id: three!.id },
      body: { password },
    })
    expect(erased.status).toBeLessThan(300)
    expect(await testApp.services.db.$count(standingChanges, eq(standingChanges.userId, three!.id))).toBe(0)
  })
})
