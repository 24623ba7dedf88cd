import { beforeAll, describe, expect, test } from 'vitest'
import { presets } from '#circle/plan.ts'
import { makeBrCode } from '#contracts/payment/br-code.ts'
import { findPayable } from '#contracts/payment/payable.ts'
import { planFormOf } from '#contracts/plans.ts'
import { makeQrBase64 } from '#server/files/qr-image.ts'
import { registrationOf } from '#server/seed/people.ts'
import { codePicture } from '#server/seed/receipt-picture.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { OPERATOR } from '#server/testing/operator.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import sharp from 'sharp'

const KEY = '(11) 98765-4321'
const BR_CODE = makeBrCode({ key: '+5511987654321', name: 'Ana', city: 'Recife' })
describe('a demonstration cannot be paid', () => {
  let testApp: TestApp
  let admin: string
  let people: Person[]

  beforeAll(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 4 }))
    admin = await testApp.administrator()
    people = await testApp.placed(4)
    await testApp.call('POST /donations/admin/generate-monthly-pull', admin)
  })

  const registering = async (changes: object, number = 40) => {
    const typed = registrationOf({ firstName: 'Pessoa', lastName: 'Nova', number })
    const body = { ...typed, pixQrCode: await codePicture(typed.pixCopyPaste), password: PASSWORD, ...changes }
    return testApp.call('POST /auth/register', null, { body })
  }
  const qrAvatar = async () =>
    (
      await sharp(Buffer.from(await makeQrBase64(BR_CODE), 'base64'))
        .resize(400, 400)
        .png()
        .toBuffer()
    ).toString('base64')

  test('the other party’s contact is masked in every list, and present; one’s own profile is whole', async () => {
    let seen = 0
    for (const { token } of people)
      for (const [call, side] of [
        ['GET /donations/to-send', 'receiver'],
        ['GET /donations/to-receive', 'donor'],
      ] as const) {
        const rows = (await testApp.call(call, token)).body as Record<string, Record<string, unknown>>[]
        for (const row of rows.filter((one) => one[side] !== null && one[side]!['id'] !== null)) {
          seen += 1
          expect(row[side]).toMatchObject({
            phone: expect.stringMatching(/^\(\d\d\) \d••••-\d{4}$/),
            email: expect.stringMatching(/^.•••@…$/),
            pixKey: expect.stringMatching(/@demonstracao\.invalid$/),
          })
          for (const field of ['phone', 'email', 'name']) expect(findPayable(String(row[side]![field]))).toBe(null)
        }
      }
    expect(seen).toBeGreaterThan(3)
    const own = (await testApp.call('GET /users/profile', people[0]!.token)).body
    expect([own.phone, own.email]).toEqual([expect.stringMatching(/^\d{11}$/), expect.stringContaining('@exemplo')])
    const [row] = (await testApp.call('GET /admin/donations/list', admin)).body.data
    expect(row.donor.phone).toMatch(/^\d{11}$/)
  })

  test('no name carries a key, hides or reverses anything, or is the administration’s: at registration and at an edit', async () => {
    for (const firstName of [KEY, 'Ana ana@banco.com', 'Ana\u202E', 'An\u200Ba', '<b>Ana</b>', 'Аnа', 'Ana\nBeatriz']) {
      const refused = await registering({ firstName })
      expect([firstName, refused.status, Object.keys(refused.body.fields)]).toEqual([firstName, 400, ['firstName']])
      const edited = await testApp.call('PATCH /users/{id}', admin, {
        params: { id: people[0]!.id },
        body: { lastName: firstName },
      })
      expect([firstName, edited.status, Object.keys(edited.body.fields)]).toEqual([firstName, 400, ['lastName']])
    }
    expect((await registering({ firstName: 'CONTA', lastName: 'Administrátiva' })).body).toMatchObject({
      statusCode: 400,
      message: 'Este nome é reservado à administração do círculo.',
    })
    for (const body of [{ firstName: 'Administração' }, { firstName: 'Conta', lastName: 'administratíva' }])
      expect(
        (await testApp.call('PATCH /users/{id}', admin, { params: { id: people[0]!.id }, body })).body,
      ).toMatchObject({ statusCode: 400, message: 'Este nome é reservado à administração do círculo.' })
    // Half of the reserved name is given now, the other half is there already.
    const second = { params: { id: people[1]!.id } }
    expect((await testApp.call('PATCH /users/{id}', admin, { ...second, body: { firstName: 'Conta' } })).status).toBe(
      200,
    )
    expect(
      (await testApp.call('PATCH /users/{id}', admin, { ...second, body: { lastName: 'Administrativa' } })).body.fields,
    ).toEqual({ lastName: 'Este nome é reservado à administração do círculo.' })
    // Letters alone, or both halves together, can be paid to as well.
    for (const [firstName, lastName] of [
      ['Pix.nubank.com', 'Souza'],
      ['Ana arroba', 'banco ponto com'],
    ] as const) {
      const refused = await registering({ firstName, lastName })
      expect([firstName, refused.status, Object.keys(refused.body.fields)]).toEqual([firstName, 400, ['firstName']])
      const edited = await testApp.call('PATCH /users/{id}', admin, { ...second, body: { firstName, lastName } })
      expect([firstName, edited.status, Object.keys(edited.body.fields)]).toEqual([firstName, 400, ['firstName']])
    }
    const composed = await registering({ firstName: ' Joa\u0303o\u00A0 Pedro ', lastName: 'D’Ávila' }, 41)
    expect([composed.status, composed.body.user?.firstName]).toEqual([201, 'João Pedro'])
  })

  test('no text of a circle, of its plan or its operator can be paid to, when it is made and when it is changed', async () => {
    const plan = planFormOf(presets.tela)
    const made = (body: object) =>
      testApp.call('POST /admin/circles', admin, {
        body: { name: 'Roda da praia', mode: 'demonstracao', plan, ...body },
      })
    const edited = (body: object) => testApp.call('PATCH /admin/circle', admin, { body })
    for (const [road, body, field] of [
      [made, { name: `Pix ${KEY}` }, 'name'],
      [made, { name: 'ana@banco.com' }, 'name'],
      [made, { name: 'Roda\u202E da praia' }, 'name'],
      [made, { name: 'Roda\nda praia' }, 'name'],
      [made, { plan: { ...plan, name: '11987654321' } }, 'plan.name'],
      [edited, { name: `Pix ${KEY}` }, 'name'],
      [edited, { name: BR_CODE.slice(0, 59) }, 'name'],
      [edited, { operator: { ...OPERATOR, contact: KEY } }, 'operator.contact'],
      [edited, { operator: { ...OPERATOR, name: 'Chave 529.982.247-25' } }, 'operator.name'],
      [edited, { operator: OPERATOR }, 'operator.document'],
    ] as const) {
      const refused = await road(body)
      expect([body, refused.status, Object.keys(refused.body.fields)]).toEqual([
        body,
        400,
        expect.arrayContaining([field]),
      ])
    }
    const named = await testApp.call('PATCH /admin/circle/plan', admin, { body: { ...plan, name: '11 98765 4321' } })
    expect([named.status, Object.keys(named.body.fields ?? {})]).toEqual([400, ['name']])
    expect((await edited({ name: 'Roda da praia 2026' })).status).toBe(200)
  })

  test('a real circle says how to reach its operator and the other party', async () => {
    const real = {
      name: 'Roda de verdade',
      mode: 'real',
      plan: planFormOf(presets.rotativo),
      operator: OPERATOR,
      outcome_seen: true,
    }
    expect((await testApp.call('POST /admin/circles', admin, { body: real })).status).toBe(201)
  })

  test('a picture that reads as a QR code is no avatar, on every road', async () => {
    const avatar = await qrAvatar()
    const words = 'Esta imagem tem um QR Code, que pode levar a um pagamento. Escolha uma foto ou um desenho.'
    const answers = [
      await registering({ avatar }),
      await testApp.call('POST /users/profile/avatar', people[0]!.token, { body: { avatar } }),
      await testApp.call('PATCH /users/{id}', admin, { params: { id: people[0]!.id }, body: { avatar } }),
    ]
    for (const { status, body } of answers)
      expect([status, body.code, body.message, body.fields]).toEqual([400, 'file.qr_avatar', words, { avatar: words }])
  })
})
