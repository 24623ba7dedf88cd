import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { presets } from '#circle/plan.ts'
import { audit } from '#server/tables/audit.ts'
import { createCircle } from '#server/circle-store/with-circle.ts'
import { newId } from '#server/lib/ids.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { users } from '#server/tables/users.ts'
import { codePicture } from '#server/seed/receipt-picture.ts'
import { UPLOADS_PER_DAY } from '#server/files/quota.ts'

const NOWHERE = '01234567-89ab-7def-8123-456789abcdef'
const picture = async (width: number, height: number, format: 'png' | 'jpeg' | 'webp' | 'gif' = 'png') =>
  (
    await sharp({ create: { width, height, channels: 3, background: '#386' } })
      .toFormat(format)
      .toBuffer()
  ).toString('base64')

describe('members', () => {
  let testApp: TestApp
  let admin: string
  let rosa: { id: string; token: string }

  beforeAll(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 0 }))
    admin = await testApp.administrator()
    rosa = await testApp.registers(1)
    await testApp.registers(2)
  })

  const edit = (id: string, body: object) => testApp.call('PATCH /users/{id}', admin, { params: { id }, body })
  const own = async () => (await testApp.call('GET /users/profile', rosa.token)).body

  test('the profile has exactly the fields of the specification', async () => {
    expect(Object.keys(await own()).toSorted()).toEqual(
      [
        'id',
        'firstName',
        'lastName',
        'email',
        'phone',
        'cpf',
        'birthDate',
        'cep',
        'address',
        'addressNumber',
        'bank',
        'agency',
        'account',
        'pixKeyType',
        'pixKey',
        'pixOwnerName',
        'pixCopyPaste',
        'pixQrCode',
        'btcAddress',
        'btcQrCode',
        'usdtAddress',
        'usdtQrCode',
        'avatar',
        'role',
        'status',
        'adminApproved',
        'emailVerified',
        'phoneVerified',
        'remindersOff',
        'passwordTemporary',
        'pixKeyHeld',
        'pixKeyPending',
        'createdAt',
        'updatedAt',
        'current_level',
        'can_reenter',
        'n3_completed_at',
      ].toSorted(),
    )
  })

  test('the list of names holds nothing else, and is not recorded as access to data', async () => {
    const accesses = () => testApp.services.db.$count(audit, eq(audit.kind, 'users.listed'))
    const before = await accesses()
    const { status, body } = await testApp.call('GET /admin/names', admin)
    expect(status).toBe(200)
    expect(body).toContainEqual({ id: rosa.id, name: 'PessoaBA de Teste', role: 'USER' })
    expect(body.map(({ role }: { role: string }) => role).toSorted()).toEqual(['ADMIN', 'USER', 'USER'])
    expect((await testApp.call('GET /admin/names', rosa.token)).status).toBe(403)
    expect(await accesses()).toBe(before)
    await testApp.call('GET /users', admin)
    expect(await accesses()).toBe(before + 1)
  })

  test('identifying data is readable in no column', async () => {
    const seen = await own()
    const [row] = await testApp.services.db.select().from(users).where(eq(users.id, rosa.id))
    const stored = JSON.stringify(row)
    for (const field of ['email', 'phone', 'cpf', 'pixKey', 'address', 'birthDate'])
      expect(stored).not.toContain(seen[field])
  })

  describe('approval', () => {
    test('takes effect at once, without a new login, and only once', async () => {
      const tiago = await testApp.registers(3)
      expect((await testApp.call('GET /circle/result', tiago.token)).status).toBe(403)
      const both = await Promise.all(
        [1, 2].map(() => testApp.call('PATCH /users/{id}/approve', admin, { params: { id: tiago.id } })),
      )
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect(both.find(({ status }) => status === 200)!.body).toMatchObject({ adminApproved: true, status: 'APPROVED' })
      expect((await testApp.call('GET /circle/result', tiago.token)).status).toBe(200)
      expect(await testApp.call('PATCH /users/{id}/approve', admin, { params: { id: NOWHERE } })).toMatchObject({
        status: 404,
      })
    })
  })

  describe('an administrator’s edit', () => {
    test('changes the fields sent and keeps the rest, including the password when it is blank', async () => {
      const before = await own()
      const { status, body } = await edit(rosa.id, {
        firstName: 'Rosa',
        birthDate: '1980-02-29T00:00:00.000Z',
        password: '',
      })
      expect([status, body.firstName, body.birthDate, body.email, body.cpf]).toEqual([
        200,
        'Rosa',
        '1980-02-29',
        before.email,
        before.cpf,
      ])
      expect((await testApp.call('GET /users/profile', rosa.token)).status).toBe(200)
    })

    test.each([
      'id',
      'createdAt',
      'updatedAt',
      'current_level',
      'can_reenter',
      'n3_completed_at',
      'role',
      'adminApproved',
      'confirmPassword',
    ])('refuses %s, which nobody sets', async (field) => {
      expect(await edit(rosa.id, { [field]: 'x' })).toMatchObject({ status: 400, body: { code: 'request.invalid' } })
    })

    test('holds the age to the clock given, not to the machine’s', async () => {
      const born = (birthDate: string) => edit(rosa.id, { birthDate })
      const before = testApp.clock.now()
      for (const year of [2026, 2226]) {
        testApp.clock.moveTo(Date.UTC(year, 10, 10, 15))
        admin = await testApp.administrator()
        expect((await born(`${year - 18}-11-10`)).status).toBe(200)
        expect(await born(`${year - 18}-11-11`)).toMatchObject({
          status: 400,
          body: { fields: { birthDate: 'Você deve ter pelo menos 18 anos para se cadastrar' } },
        })
      }
      testApp.clock.moveTo(before)
      admin = await testApp.administrator()
    })

    test('refuses taken values, unknown ids, and a key that differs from its code', async () => {
      const other = (await testApp.call('GET /users', admin)).body.find(
        (user: { firstName: string }) => user.firstName === 'PessoaCA',
      )
      expect(await edit(rosa.id, { email: other.email })).toMatchObject({
        status: 409,
        body: { code: 'user.email_taken' },
      })
      expect(await edit(rosa.id, { cpf: other.cpf })).toMatchObject({ status: 409, body: { code: 'user.cpf_taken' } })
      expect(await edit(NOWHERE, { firstName: 'X' })).toMatchObject({ status: 404 })
      expect(await edit('x', { firstName: 'X' })).toMatchObject({ status: 404 })
      const moved = await edit(rosa.id, { pixKeyType: 'email', pixKey: 'outra@exemplo.invalid' })
      expect(moved).toMatchObject({
        status: 400,
        body: { fields: { pixCopyPaste: expect.any(String), pixQrCode: expect.any(String) } },
      })
      expect(await edit(rosa.id, { pixQrCode: await codePicture(other.pixCopyPaste) })).toMatchObject({
        status: 400,
        body: { fields: { pixQrCode: expect.stringContaining('O QR Code é da chave') } },
      })
      expect((await own()).pixKey).not.toBe('outra@exemplo.invalid')
    })

    test('sets and removes a picture under the rule for avatars', async () => {
      expect(await edit(rosa.id, { avatar: await picture(400, 400) })).toMatchObject({
        status: 200,
        body: { avatar: expect.stringMatching(/^http/) },
      })
      expect(await edit(rosa.id, { avatar: await picture(401, 400) })).toMatchObject({
        status: 400,
        body: { code: 'file.wrong_pixels_exact' },
      })
      expect(await edit(rosa.id, { avatar: '' })).toMatchObject({ status: 200, body: { avatar: 'avatar_male_1' } })
    })

    test('suspends and reinstates, never oneself', async () => {
      const ursula = await testApp.registers(4)
      await testApp.call('PATCH /users/{id}/approve', admin, { params: { id: ursula.id } })
      expect(await edit(ursula.id, { status: 'SUSPENDED' })).toMatchObject({
        status: 200,
        body: { status: 'SUSPENDED' },
      })
      expect(await testApp.call('POST /queue', admin, { body: { position: 9, user_id: ursula.id } })).toMatchObject({
        status: 409,
      })
      expect(await edit(ursula.id, { status: 'APPROVED' })).toMatchObject({ status: 200 })
      expect(await testApp.call('POST /queue', admin, { body: { position: 9, user_id: ursula.id } })).toMatchObject({
        status: 201,
      })
      const me = (await testApp.call('GET /users/profile', admin)).body
      expect(await edit(me.id, { status: 'SUSPENDED' })).toMatchObject({
        status: 409,
        body: { code: 'user.own_status' },
      })
    })

    test('with a new password ends the person’s sessions', async () => {
      const vicente = await testApp.registers(5)
      expect((await edit(vicente.id, { password: 'nova-senha-dada' })).status).toBe(200)
      expect((await testApp.call('GET /users/profile', vicente.token)).status).toBe(401)
      expect(await edit(vicente.id, { password: 'curta' })).toMatchObject({
        status: 400,
        body: { fields: { password: 'A senha deve ter pelo menos 8 caracteres' } },
      })
    })
  })

  describe('a picture of one’s own', () => {
    const send = (avatar: string) => testApp.call('POST /users/profile/avatar', rosa.token, { body: { avatar } })
    test.each(['png', 'jpeg', 'webp'] as const)(
      'of 400×400 in %s is taken, as a data URL and without',
      async (format) => {
        const image = await picture(400, 400, format)
        expect((await send(`data:image/${format};base64,${image}`)).status).toBe(201)
        expect((await send(image)).body.avatar).toMatch(/^http:\/\/ciranda\.test\/api\/files\//)
      },
    )

    test('is refused by dimensions, type and file size in the specification’s words', async () => {
      expect(await send(await picture(399, 400))).toMatchObject({
        status: 400,
        body: { message: 'A imagem deve ter exatamente 400x400 pixels.' },
      })
      expect(
        await send(
          Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"/>').toString('base64'),
        ),
      ).toMatchObject({ status: 415, body: { message: 'Por favor, selecione um arquivo de imagem válido.' } })
      expect(await send(Buffer.alloc(5 * 1024 * 1024 + 1, 1).toString('base64'))).toMatchObject({
        status: 413,
        body: { message: 'A imagem deve ter no máximo 5MB.' },
      })
      expect(await send('***')).toMatchObject({ status: 400, body: { code: 'file.bad_base64' } })
      expect(await send('')).toMatchObject({ status: 400 })
    })

    test('can be changed only a limited number of times a day', async () => {
      const wanda = await testApp.registers(6)
      const image = await picture(10, 10)
      const statuses = []
      for (let time = 0; time <= UPLOADS_PER_DAY; time += 1)
        statuses.push(
          (await testApp.call('POST /users/profile/avatar', wanda.token, { body: { avatar: image } })).status,
        )
      expect([statuses.at(-2), statuses.at(-1)]).toEqual([400, 429])
      testApp.clock.moveTo(testApp.clock.now() + 12 * 3_600_000)
      const again = (
        await testApp.call('POST /auth/login', null, {
          body: { email: 'pessoaga.teste@exemplo.invalid', password: 'uma-senha-bem-boa' },
        })
      ).body.access_token
      expect(
        (await testApp.call('POST /users/profile/avatar', again, { body: { avatar: await picture(400, 400) } })).status,
      ).toBe(201)
      admin = await testApp.administrator()
      rosa = {
        ...rosa,
        token: (
          await testApp.call('POST /auth/login', null, {
            body: {
              email: (await testApp.call('GET /users', admin)).body.find((user: { id: string }) => user.id === rosa.id)
                .email,
              password: 'uma-senha-bem-boa',
            },
          })
        ).body.access_token,
      }
    })
  })

  test('reminders are turned off and on, and all of one’s stored data can be exported', async () => {
    expect(
      (await testApp.call('PATCH /me/preferences', rosa.token, { body: { remindersOff: true } })).body.remindersOff,
    ).toBe(true)
    expect((await testApp.call('PATCH /me/preferences', rosa.token, { body: { remindersOff: 'x' } })).status).toBe(400)
    const { body } = await testApp.call('GET /me/export', rosa.token)
    expect(body).toMatchObject({
      user: { id: rosa.id, remindersOff: true },
      donations: [],
      reports: [],
      terms: [{ terms_version: expect.stringMatching(/^[\da-f]{64}$/) }],
    })
    const kinds = (await testApp.services.db.select().from(audit).where(eq(audit.subjectId, rosa.id))).map(
      ({ kind }) => kind,
    )
    expect(kinds).toEqual(expect.arrayContaining(['user.registered', 'user.edited', 'data.exported']))
  })

  test('people of another circle are invisible and cannot be changed', async () => {
    const elsewhere = newId(testApp.clock)
    await createCircle(
      { ...testApp.services, actorId: null },
      { id: elsewhere, name: 'Outra roda', operator: null, mode: 'demonstracao', plan: presets.termos },
    )
    const other = await testApp.registers(7)
    await testApp.services.db.update(users).set({ circleId: elsewhere }).where(eq(users.id, other.id))
    expect((await testApp.call('GET /users', admin)).body.map(({ id }: { id: string }) => id)).not.toContain(other.id)
    expect(await edit(other.id, { firstName: 'X' })).toMatchObject({ status: 404 })
    expect(await testApp.call('PATCH /users/{id}/approve', admin, { params: { id: other.id } })).toMatchObject({
      status: 404,
    })
    expect(await testApp.call('POST /queue', admin, { body: { position: 80, user_id: other.id } })).toMatchObject({
      status: 404,
    })
  })
})
