import { asc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { registrationOf } from '#server/seed/people.ts'
import { ledger } from '#server/tables/ledger.ts'
import { notices } from '#server/tables/notices.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { readOutbox } from '#server/testing/outbox.ts'
import { ADMINISTRATOR, createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'

describe('whose access or identity changes is told, whoever changed it', () => {
  let testApp: TestApp
  let admin: string
  let rosa: Person
  let tiago: Person

  beforeAll(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 2 }))
    admin = await testApp.administrator()
    ;[rosa, tiago] = (await testApp.placed(2)) as [Person, Person]
  })

  const idOf = async (token: string) => (await testApp.call('GET /users/profile', token)).body.id as string
  const edit = (id: string, body: object) => testApp.call('PATCH /users/{id}', admin, { params: { id }, body })
  const noticesOf = async (userId: string) =>
    (await testApp.services.db.select().from(notices).where(eq(notices.userId, userId)).orderBy(asc(notices.id))).map(
      ({ kind, facts }) => ({ kind, facts }),
    )
  const recordsOf = async (kind: string) =>
    (await testApp.services.db.select().from(ledger).where(eq(ledger.kind, kind))).map(({ payload }) => payload)
  const lettersTo = async (email: string, wanted: RegExp) => {
    await runDueJobs(testApp.services)
    return readOutbox(testApp.services.config.dataDir).filter((text) => text.includes(email) && wanted.test(text))
  }

  test('a member’s own password: notice, letter and ledger', async () => {
    const { email } = (await testApp.call('GET /users/profile', rosa.token)).body
    const body = { currentPassword: PASSWORD, newPassword: 'outra-senha-bem-boa' }
    expect((await testApp.call('POST /me/password', rosa.token, { body })).status).toBe(200)
    expect(await noticesOf(rosa.id)).toContainEqual({ kind: 'access.password_changed', facts: {} })
    expect(await lettersTo(email, /A senha da sua conta foi trocada/)).toHaveLength(1)
    expect(await recordsOf('member.password_changed')).toMatchObject([{ memberId: rosa.id, via: 'password' }])
  })

  test('an administrator’s own e-mail: notice, ledger, and letters to the old address and the new one', async () => {
    const id = await idOf(admin)
    const email = 'outro.endereco@exemplo.org'
    expect((await edit(id, { email, currentPassword: ADMINISTRATOR.password })).status).toBe(200)
    expect(await noticesOf(id)).toContainEqual({ kind: 'access.own_email_changed', facts: {} })
    expect(await lettersTo(ADMINISTRATOR.email, /Este endereço não serve mais para entrar/)).toHaveLength(1)
    expect(await lettersTo(email, /O e-mail da sua conta foi trocado/)).toHaveLength(1)
    expect(await recordsOf('member.own_email_changed')).toMatchObject([{ memberId: id }])
  })

  test('an administrator’s own phone and CPF: told to them, since a stolen session could prepare its way back in', async () => {
    const id = await idOf(admin)
    const { phone, cpf } = registrationOf({ firstName: 'Ana', lastName: 'Outra', number: 72 })
    expect((await edit(id, { phone, cpf })).status).toBe(200)
    const told = { kind: 'access.data_changed', facts: { fields: ['phone', 'cpf'], isOwn: true } }
    expect(await noticesOf(id)).toContainEqual(told)
    const { email } = (await testApp.call('GET /users/profile', admin)).body
    const [letter, ...more] = await lettersTo(email, /Mudaram o seu telefone e o seu CPF no seu cadastro/)
    expect(more).toEqual([])
    expect(letter).not.toContain(phone)
  })

  test('an administrator’s own password through the edit: notice, letter and ledger', async () => {
    const id = await idOf(admin)
    const password = 'a-terceira-senha-boa'
    expect((await edit(id, { password, currentPassword: ADMINISTRATOR.password })).status).toBe(200)
    expect(await noticesOf(id)).toContainEqual({ kind: 'access.password_changed', facts: {} })
    expect((await recordsOf('member.password_changed')).at(-1)).toMatchObject({ memberId: id })
    admin = (await testApp.call('POST /auth/login', null, { body: { email: 'outro.endereco@exemplo.org', password } }))
      .body.access_token
  })

  test('a member’s name, phone or CPF, changed by the administration: told which, never what', async () => {
    const { email } = (await testApp.call('GET /users/profile', tiago.token)).body
    const other = registrationOf({ firstName: 'Tiago', lastName: 'Outro', number: 71 })
    const edited = { firstName: 'Tiago', phone: other.phone, cpf: other.cpf }
    expect((await edit(tiago.id, edited)).status).toBe(200)
    const told = { kind: 'access.data_changed', facts: { fields: ['name', 'phone', 'cpf'] } }
    expect(await noticesOf(tiago.id)).toContainEqual(told)
    const [letter, ...more] = await lettersTo(email, /A administração mudou o seu nome, o seu telefone e o seu CPF/)
    expect(more).toEqual([])
    expect(letter).not.toContain(other.phone)
    // A field that stays as it is rings for nobody, nor does a street, which is no way in.
    expect((await edit(tiago.id, { ...edited, addressNumber: '77' })).status).toBe(200)
    expect((await noticesOf(tiago.id)).filter(({ kind }) => kind === 'access.data_changed')).toHaveLength(1)
  })
})
