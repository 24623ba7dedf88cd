import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { rodaPlan } from '#circle/plan.ts'
import { parseBrCode } from '#contracts/payment/read-br-code.ts'
import { planFormOf } from '#contracts/plans.ts'
import { decodeQr } from '#server/files/qr-image.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { registrationOf } from '#server/seed/people.ts'
import { users } from '#server/tables/users.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { readOutbox } from '#server/testing/outbox.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

const MINUTE_MS = 60_000

/** A real roda of twelve that takes registrations, beside the demonstration. */
describe('joining a roda', () => {
  let testApp: TestApp
  let roda: string
  let demonstration: string
  let number = 300

  beforeAll(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 0 }), { RATE_LIMIT: 'on' })
    demonstration = (await testApp.call('GET /circle', null)).body.id
    const admin = await testApp.administrator()
    const made = await testApp.call('POST /admin/circles', admin, {
      body: {
        name: 'Roda da rua',
        mode: 'real',
        plan: planFormOf(rodaPlan({ amountCents: 10_000, months: 11 })),
        people: 12,
        operator: {
          name: 'Cida Prado',
          document: '11.222.333/0001-81',
          contact: 'cida@exemplo.org',
          dataProtectionContact: 'cida@exemplo.org',
        },
        outcome_seen: true,
      },
    })
    roda = made.body.id
    await testApp.call('POST /admin/circles/{id}/select', admin, { params: { id: roda } })
    await testApp.call('POST /admin/circles/{id}/open', admin, { params: { id: roda } })
  })

  /** Eight things that somebody types; the rest is made or stays out. */
  const typed = (change: object = {}) => {
    number += 1
    const letters = [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
    const { firstName, lastName, cpf, birthDate, phone, email, pixKeyType, pixKey } = registrationOf({
      firstName: `Rita${letters}`,
      lastName: 'Lima',
      number,
    })
    return { firstName, lastName, cpf, birthDate, phone, email, pixKeyType, pixKey, password: PASSWORD, ...change }
  }
  const joins = (body: object) => testApp.call('POST /auth/join', null, { body })
  const enters = (handle: string, password = PASSWORD) =>
    testApp.call('POST /auth/login', null, { body: { email: handle, password } })
  const letters = async (wanted: RegExp) => {
    await runDueJobs(testApp.services)
    return readOutbox(testApp.services.config.dataDir).filter((text) => wanted.test(text))
  }

  test('takes who somebody is, their key and a password, and makes code and picture of the key', async () => {
    const who = typed()
    const { status, body } = await joins(who)
    expect([status, body.user]).toMatchObject([
      201,
      {
        firstName: who.firstName,
        cpf: who.cpf,
        email: who.email,
        pixKey: who.pixKey,
        pixOwnerName: `${who.firstName} Lima`,
        cep: null,
        address: null,
        bank: null,
        adminApproved: false,
      },
    ])
    expect(parseBrCode(body.user.pixCopyPaste)).toMatchObject({ ok: true, key: who.pixKey, amountCents: null })
    const picture = await testApp.app.inject({ method: 'GET', url: body.user.pixQrCode })
    expect(await decodeQr(picture.rawPayload)).toBe(body.user.pixCopyPaste)
  })

  test('the code of the bank is held to the key, as everywhere', async () => {
    const other = registrationOf({ firstName: 'Outra', lastName: 'Pessoa', number: 1 })
    const { status, body } = await joins(typed({ pixCopyPaste: other.pixCopyPaste }))
    expect([status, Object.keys(body.fields)]).toEqual([400, ['pixCopyPaste']])
  })

  test('each field that is wrong or missing says so', async () => {
    const { status, body } = await joins({ ...typed(), cpf: '111.111.111-11', phone: '1234', pixKey: '' })
    expect([status, Object.keys(body.fields).toSorted()]).toEqual([400, ['cpf', 'phone', 'pixKey']])
    const young = await joins(typed({ birthDate: '2015-01-01' }))
    expect(young.body.message).toBe('Você deve ter pelo menos 18 anos para se cadastrar')
  })

  test('a circle of several levels asks for all that is specified', async () => {
    const admin = await testApp.administrator()
    await testApp.call('POST /admin/circles/{id}/open', admin, { params: { id: demonstration } })
    const refused = await joins(typed())
    await testApp.call('POST /admin/circles/{id}/open', admin, { params: { id: roda } })
    expect([refused.status, refused.body.code]).toEqual([409, 'join.needs_more'])
  })

  test('an e-mail or CPF that somebody has is refused in one sentence, and its owner is told, by the phone too', async () => {
    const owner = typed({ email: undefined })
    expect((await joins(owner)).status).toBe(201)
    const taken = await joins(typed({ cpf: owner.cpf }))
    const withMail = typed()
    await joins(withMail)
    const both = await joins(typed({ email: withMail.email }))
    expect([taken.status, taken.body]).toEqual([both.status, both.body])
    expect(taken.body.code).toBe('user.already_registered')
    expect(await letters(new RegExp(`Para: sms:${owner.phone}\nAssunto: Tentativa de cadastro`))).toHaveLength(1)
  })

  test('without an e-mail: CPF or phone and the password, with or without mask, country and ninth digit', async () => {
    const who = typed({ email: '', phone: '(11) 8765-4321' })
    const joined = await joins(who)
    expect(joined.body.user).toMatchObject({ email: '', phone: '11987654321' })
    for (const handle of ['11987654321', '(11) 98765-4321', '+55 11 98765-4321', '11 8765-4321', who.cpf])
      expect((await enters(handle)).status, handle).toBe(200)
    const masked = who.cpf.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4')
    expect((await enters(masked)).body.user.id).toBe(joined.body.user.id)
    // Two people without an e-mail are two.
    expect((await joins(typed({ email: '' }))).status).toBe(201)
    expect((await enters('')).status).toBe(400)
    expect((await letters(/^Para: \n/)).length).toBe(0)
  })

  test('whoever has an e-mail signs in by CPF and phone too, and an unknown one is refused like a wrong password', async () => {
    const who = typed()
    await joins(who)
    const wrong = await enters(who.cpf, 'outra-senha-bem-boa')
    const unknown = await enters('52998224725')
    expect([wrong.status, wrong.body]).toEqual([unknown.status, unknown.body])
    expect((await enters(who.phone)).status).toBe(200)
  })

  test('the guesses at an account are counted together, whatever it is called', async () => {
    const who = typed()
    await joins(who)
    const statuses: number[] = []
    for (const handle of [who.email, who.cpf, who.phone, who.email, who.cpf, who.phone])
      statuses.push((await enters(handle, 'outra-senha-bem-boa')).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    testApp.clock.advance(20 * MINUTE_MS)
    expect((await enters(who.email)).status).toBe(200)
  })

  test('a stranger with somebody’s phone does not take their place', async () => {
    const owner = typed()
    const { body } = await joins(owner)
    await testApp.services.db
      .update(users)
      .set({ phoneVerifiedAt: new Date(testApp.clock.now()) })
      .where(eq(users.id, body.user.id))
    await joins(typed({ phone: owner.phone, password: 'outra-senha-bem-boa' }))
    expect((await enters(owner.phone)).body.user?.id).toBe(body.user.id)
    expect((await enters(owner.phone, 'outra-senha-bem-boa')).status).toBe(401)
  })

  test('an account from before is found by its phone once it was signed in to', async () => {
    const who = typed()
    const { body } = await joins(who)
    const row = eq(users.id, body.user.id)
    await testApp.services.db.update(users).set({ phoneIndex: null }).where(row)
    expect((await enters(who.phone)).status).toBe(401)
    expect((await enters(who.email)).status).toBe(200)
    expect((await enters(who.phone)).status).toBe(200)
  })

  test('a forgotten password: the code goes to the phone’s outbox, which the organiser hands over and the person is told', async () => {
    const who = typed({ email: '' })
    const { body } = await joins(who)
    testApp.clock.advance(2 * MINUTE_MS)
    await testApp.call('POST /auth/forgot-password', null, { body: { email: who.cpf } })
    const [letter] = await letters(new RegExp(`Para: sms:${who.phone}\nAssunto: \\d{6} é o código para trocar`))
    const code = /Assunto: (\d{6})/.exec(letter!)![1]!
    expect(letter).toContain(`#codigo=${code}&email=${who.phone}`)
    const admin = await testApp.administrator()
    const { data } = (await testApp.call('GET /admin/outbox', admin)).body
    const kept = data.find((one: { person: { id: string }; subject: string }) => one.person.id === body.user.id)
    expect(kept).toMatchObject({ by: 'phone' })
    const reset = { email: who.phone, code, newPassword: 'outra-senha-bem-boa' }
    expect((await testApp.call('POST /auth/reset-password', null, { body: reset })).status).toBe(200)
    expect((await enters(who.cpf, 'outra-senha-bem-boa')).status).toBe(200)
  })

  test('an invitation says who organises, how many are in, and the names of those who allow it', async () => {
    const admin = await testApp.administrator()
    const open = await joins(typed({ firstName: 'Bruno', shows_first_name: true }))
    const quiet = await joins(typed({ firstName: 'Davi' }))
    const { link } = (await testApp.call('POST /admin/join-links', admin, { body: { label: 'Rua', uses: 5, days: 7 } }))
      .body
    const show = async () =>
      (await testApp.call('POST /join-links/show', null, { body: { secret: link.split('#')[1] } })).body
    expect((await show()).people).toEqual({ count: 0, first_names: [], places: 0, begun: false })
    for (const { body } of [open, quiet])
      await testApp.call('PATCH /users/{id}/approve', admin, { params: { id: body.user.id } })
    expect((await show()).people).toMatchObject({ count: 2, first_names: ['Bruno'], places: 2 })
    const prefers = (showsFirstName: boolean, token: string) =>
      testApp.call('PATCH /me/preferences', token, { body: { showsFirstName } })
    await prefers(true, quiet.body.access_token)
    await prefers(false, open.body.access_token)
    expect((await show()).people).toMatchObject({ count: 2, first_names: ['Davi'] })
    const read = (await testApp.call('GET /me/preferences', quiet.body.access_token)).body
    expect(read).toMatchObject({ showsFirstName: true })
  })
})
