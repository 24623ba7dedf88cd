import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { registrationOf } from '#server/seed/people.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { ADMINISTRATOR, createTestApp } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'

describe('the messages that nothing could send', () => {
  let testApp: TestApp
  let admin: string
  let person: Person
  const { email } = registrationOf({ firstName: 'PessoaBA', lastName: 'de Teste', number: 1 })

  beforeEach(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 0 }))
    admin = await testApp.administrator()
    person = await testApp.registers(1)
    await runDueJobs(testApp.services)
    await testApp.call('POST /auth/forgot-password', null, { body: { email } })
    await testApp.call('POST /auth/forgot-password', null, { body: { email: ADMINISTRATOR.email } })
    await runDueJobs(testApp.services)
  })

  const list = async (token = admin): Promise<{ id: string; subject: string; person: { id: string } }[]> =>
    (await testApp.call('GET /admin/outbox', token)).body.data
  const open = (id: string, token = admin) => testApp.call('POST /admin/outbox/{id}/open', token, { params: { id } })

  test('are listed to administrators without their codes, those of members alone', async () => {
    const letters = await list()
    expect(letters.map(({ subject }) => subject)).toContain('•••••• é o código para trocar a sua senha na Ciranda')
    expect(new Set(letters.map((letter) => letter.person.id))).toEqual(new Set([person.id]))
    expect(JSON.stringify(letters)).not.toMatch(/\d{6} é/)
    expect((await testApp.call('GET /admin/outbox', person.token)).status).toBe(403)
  })

  test('are opened one by one: the code works, the person is told, and their access log says who', async () => {
    const { id } = (await list()).find(({ subject }) => subject.includes('trocar a sua senha'))!
    expect((await open(id, person.token)).status).toBe(403)
    const { status, body } = await open(id)
    expect([status, body.to, body.person]).toEqual([200, email, { id: person.id, name: expect.any(String) }])
    const code = /Com o código (\d{6}) você escolhe/.exec(body.text)![1]!
    const told = (await testApp.call('GET /me/notices', person.token)).body.data as { text: string }[]
    expect(told[0]!.text).toMatch(/^A administração abriu uma mensagem escrita para você/)
    const { rows } = await testApp.services.db.execute(
      sql`select subject_id, actor_id from audit where kind = 'letter.opened'`,
    )
    expect(rows).toMatchObject([{ subject_id: person.id, actor_id: expect.any(String) }])
    const chosen = { email, code, newPassword: 'uma-outra-senha-boa' }
    expect((await testApp.call('POST /auth/reset-password', null, { body: chosen })).status).toBe(200)
  })

  test('of administrators are never opened here: with another’s code one person would be two', async () => {
    const { rows } = await testApp.services.db.execute<{ id: string }>(sql`select id from letters`)
    const shown = new Set((await list()).map(({ id }) => id))
    const others = rows.filter(({ id }) => !shown.has(id))
    expect(others.length).toBeGreaterThan(0)
    for (const { id } of others) expect((await open(id)).body.code).toBe('resource.not_found')
  })

  test('of another circle, of who was erased, and those that are gone are none', async () => {
    const { id } = (await list())[0]!
    await testApp.services.db.execute(sql`update users set erased_at = now() where id = ${person.id}`)
    expect(await list()).toEqual([])
    expect((await open(id)).status).toBe(404)
    expect((await open('nada')).status).toBe(404)
  })
})
