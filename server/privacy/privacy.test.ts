import { eq } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { presets, rodaPlan } from '#circle/plan.ts'
import type { Plan } from '#circle/plan.ts'
import { accessKindLabels } from '#contracts/access-kinds.ts'
import { newId } from '#server/lib/ids.ts'
import { passkeys } from '#server/tables/passkeys.ts'
import { audit } from '#server/tables/audit.ts'
import { ledger as ledgerTable } from '#server/tables/ledger.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import { getOpenCircle } from '#server/circle-store/find-circle.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { readOwnData } from '../../scripts/verify-ledger.mjs'

/** Gives a testApp without donations another plan. */
async function runPlan({ services }: TestApp, plan: Plan): Promise<void> {
  const { id } = await getOpenCircle(services.db)
  await withCircle({ ...services, actorId: null }, id, ({ perform }) => perform({ kind: 'change_plan', plan }))
}

describe('one’s own data', () => {
  let testApp: TestApp
  let admin: string
  let people: { id: string; token: string }[]

  beforeAll(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 4 }), {
      PRIVACY_CONTACT: 'Dra. Encarregada, dados@exemplo.invalid',
    })
    admin = await testApp.administrator()
    people = await testApp.placed(4)
    await testApp.call('POST /donations/admin/cycle/{cycle}/start', admin, { params: { cycle: '1' }, body: {} })
  })

  test('is for signed-in people only', async () => {
    for (const call of [
      'GET /me/privacy',
      'GET /me/access-log',
      'GET /me/export',
      'GET /me/export/archive',
      'GET /me/leaving',
    ] as const) {
      expect((await testApp.call(call, null)).status, call).toBe(401)
      expect((await testApp.call(call, people[0]!.token)).status, call).toBe(200)
      expect((await testApp.call(call, admin)).status, call).toBe(200)
    }
  })

  test('shows the consents with the figures shown, and the contact for questions', async () => {
    const { body } = await testApp.call('GET /me/privacy', people[0]!.token)
    expect(body).toEqual({
      contact: 'Dra. Encarregada, dados@exemplo.invalid',
      operator: null,
      consents: [
        {
          terms_version: expect.stringMatching(/^[\da-f]{64}$/) as string,
          accepted_at: expect.stringMatching(/^2026-11-10T/),
          shown: expect.objectContaining({
            plan: expect.objectContaining({ name: 'termos' }),
            operator: null,
            text: expect.arrayContaining([{ key: 'leaving', text: expect.any(String) as string }]) as object[],
          }) as object,
        },
      ],
    })
    expect((await testApp.call('GET /me/privacy', admin)).body.consents).toEqual([])
  })

  describe('the access log', () => {
    const log = async (token: string, query = '?limit=100') =>
      (await testApp.call('GET /me/access-log', token, { query })).body

    test('an edit names the fields that it changed, never what was in them', async () => {
      const { id } = people[1]!
      const { phone } = (await testApp.call('GET /users/profile', await freshToken(1))).body
      const body = { firstName: 'Outranome', phone, bank: 'Inter' }
      expect((await testApp.call('PATCH /users/{id}', admin, { params: { id }, body })).status).toBe(200)
      const [line] = (await log(await freshToken(1))).data.filter(
        ({ kind }: { kind: string }) => kind === 'user.edited',
      )
      expect(line).toMatchObject({ fields: ['firstName', 'bank'], by: 'administration' })
      expect(JSON.stringify(line)).not.toMatch(/Outranome|Inter/)
      const { db } = testApp.services
      const [kept] = await db.select().from(audit).where(eq(audit.kind, 'user.edited'))
      expect(kept).toMatchObject({ fields: ['firstName', 'bank'], subjectId: id })
      const written = JSON.stringify([await db.select().from(audit), await db.select().from(ledgerTable)])
      expect(written).not.toMatch(/Outranome|"Inter"/)
    })

    test('records the administrator who opened a list, once in ten minutes', async () => {
      await testApp.call('GET /users', admin)
      testApp.clock.advance(11 * 60_000)
      admin = await testApp.administrator()
      const token = await freshToken(0)
      const before = (await log(token)).data.filter(({ kind }: { kind: string }) => kind === 'users.listed').length
      await testApp.call('GET /users', admin)
      await testApp.call('GET /users', admin)
      await testApp.call('GET /queue', admin)
      const { data } = await log(token)
      expect(data.filter(({ kind }: { kind: string }) => kind === 'users.listed')).toHaveLength(before + 1)
      expect(data.find(({ kind }: { kind: string }) => kind === 'queue.listed')).toMatchObject({
        by: 'administration',
        name: 'Administração da Ciranda',
      })
      // A member's refused call for a list is not recorded.
      expect((await testApp.call('GET /users', token)).status).toBe(403)
      expect((await log(token)).data.filter(({ kind }: { kind: string }) => kind === 'users.listed')).toHaveLength(
        before + 1,
      )
    })

    test('separates receipt views, edits, failed logins and own actions, newest first', async () => {
      const token = await freshToken(3)
      const [donation] = (await testApp.call('GET /donations/to-send', token)).body
      await testApp.pays(donation.id, token)
      await testApp.call('GET /donations/{id}/comprovante', admin, { params: { id: donation.id } })
      await testApp.call('PATCH /users/{id}', admin, { params: { id: people[3]!.id }, body: { addressNumber: '7' } })
      await testApp.call('POST /auth/login', null, {
        body: { email: 'pessoaea.teste@exemplo.invalid', password: 'errada-mesmo' },
      })
      const { data } = await log(token)
      expect(data.slice(0, 3).map(({ kind, by }: { kind: string; by: string }) => [kind, by])).toEqual([
        ['session.failed', 'unknown'],
        ['user.edited', 'administration'],
        ['receipt.viewed', 'administration'],
      ])
      expect(
        data.some(({ kind, by }: { kind: string; by: string }) => kind === 'session.opened' && by === 'self'),
      ).toBe(true)
      expect(data.map(({ id }: { id: number }) => id)).toEqual(
        data.map(({ id }: { id: number }) => id).toSorted((a: number, b: number) => b - a),
      )
    })

    test('is paged, has nobody else’s lines, and has a label for every kind', async () => {
      const token = await freshToken(1)
      const page = await log(token, '?limit=2&page=2')
      const all = (await log(token)).data
      expect(page.data).toEqual(all.slice(2, 4))
      expect(page.pagination).toMatchObject({ currentPage: 2, pageSize: 2, totalItems: all.length })
      const rows = await testApp.services.db.select().from(audit)
      const others = rows
        .filter(({ subjectId }) => subjectId !== null && subjectId !== people[1]!.id)
        .map(({ id }) => id)
      expect(all.filter(({ id }: { id: number }) => others.includes(id))).toEqual([])
      expect(rows.filter(({ kind }) => accessKindLabels[kind] === undefined)).toEqual([])
      expect(await testApp.call('GET /me/access-log', token, { query: '?page=0' })).toMatchObject({ status: 400 })
    })

    test('shows access to lists only since the person’s registration', async () => {
      testApp.clock.advance(11 * 60_000)
      admin = await testApp.administrator()
      await testApp.call('GET /users', admin)
      testApp.clock.advance(1_000)
      const late = await testApp.registers(20)
      expect((await log(late.token)).data.map(({ kind }: { kind: string }) => kind)).toEqual(['user.registered'])
    })
  })

  test('is exported as JSON, and as a ZIP with only one’s own pictures and receipts', async () => {
    const token = await freshToken(3)
    await testApp.services.db.insert(passkeys).values({
      id: newId(testApp.clock),
      credentialId: 'credential-of-a-passkey',
      userId: people[3]!.id,
      publicKey: 'public-half',
      counter: 0,
      transports: 'internal',
      device: 'Chrome no Android',
      createdAt: new Date(testApp.clock.now()),
    })
    const answer = await testApp.app.inject({
      method: 'GET',
      url: '/api/me/export/archive',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="meus-dados.zip"',
      'cache-control': 'no-store',
    })
    const files = unzipSync(answer.rawPayload)
    const data = JSON.parse(new TextDecoder().decode(files['dados.json'])) as {
      user: { cpf: string }
      donations: { id: string; donorId: string; receipt_sent_at: string | null }[]
      terms: unknown[]
      access_log: unknown[]
      ledger: unknown[]
    }
    const json = (await testApp.call('GET /me/export', token)).body
    expect(Object.keys(json).toSorted()).toEqual([
      'access_log',
      'cases',
      'device_keys',
      'donations',
      'earlier',
      'exported_at',
      'helping',
      'invitation',
      'ledger',
      'notices',
      'passkeys',
      'queue',
      'queue_changes',
      'reports',
      'sessions',
      'terms',
      'user',
    ])
    expect(data.user.cpf).toBe(json.user.cpf)
    // Where they are signed in and by what, and nothing that opens anything.
    expect(json.sessions.map((one: object) => Object.keys(one).toSorted())).toContainEqual([
      'current',
      'device',
      'id',
      'last_seen_at',
      'opened_at',
      'via',
    ])
    expect(json.passkeys.map((one: object) => Object.keys(one).toSorted())).toEqual([
      ['created_at', 'device', 'id', 'last_used_at'],
    ])
    expect(JSON.stringify(json)).not.toMatch(/credential-of-a-passkey|public-half|tokenHash|token_hash/)
    expect(data.donations).toHaveLength(json.donations.length)
    expect([data.terms.length, data.access_log.length > 3, data.ledger.length > 3]).toEqual([1, true, true])
    const sent = data.donations.filter(
      ({ donorId, receipt_sent_at }) => donorId === people[3]!.id && receipt_sent_at !== null,
    )
    expect(sent.length).toBe(1)
    expect(Object.keys(files).toSorted()).toEqual(
      ['LEIA-ME.txt', `arquivos/comprovante-${sent[0]!.id}.jpeg`, 'arquivos/qr-pix.png', 'dados.json'].toSorted(),
    )
    for (const [name, bytes] of Object.entries(files))
      if (name.endsWith('.png')) expect([...bytes.subarray(1, 4)], name).toEqual([...Buffer.from('PNG')])
    expect(readOwnData(JSON.stringify(json)).memberId).toBe(people[3]!.id)
    // The receiver may see that receipt, but it is not part of the receiver's export.
    const receiver = people.findIndex(
      ({ id }) =>
        id ===
        (json.donations as { receiverId: string; id: string }[]).find(({ id: of }) => of === sent[0]!.id)!.receiverId,
    )
    const theirs = unzipSync(
      (
        await testApp.app.inject({
          method: 'GET',
          url: '/api/me/export/archive',
          headers: { authorization: `Bearer ${await freshToken(receiver)}` },
        })
      ).rawPayload,
    )
    expect(Object.keys(theirs).filter((name) => name.includes(sent[0]!.id))).toEqual([])
  })

  test('includes the data from before a demonstration was reset', async () => {
    const name = (await testApp.call('GET /circle', null)).body.name as string
    const before = (await testApp.call('GET /me/export', await freshToken(3))).body
    expect(
      (await testApp.call('POST /admin/circle/reset', admin, { body: { confirmation: name, keep_places: false } }))
        .status,
    ).toBeLessThan(300)
    const { donations, earlier, ledger } = (await testApp.call('GET /me/export', await freshToken(3))).body
    expect(donations).toEqual([])
    expect(earlier).toHaveLength(1)
    expect(earlier[0].ledger).toEqual(before.ledger)
    expect(earlier[0].donations.map(({ id }: { id: string }) => id)).toEqual(
      before.donations.map(({ id }: { id: string }) => id),
    )
    expect(ledger.length).toBeLessThan(before.ledger.length)
    // Erasing the person removes them from both circles.
    expect((await testApp.call('DELETE /me', await freshToken(3), { body: { password: PASSWORD } })).status).toBe(200)
  })

  async function freshToken(index: number): Promise<string> {
    const name = `pessoa${String.fromCharCode(98 + index)}a`
    return (
      await testApp.call('POST /auth/login', null, {
        body: { email: `${name}.teste@exemplo.invalid`, password: PASSWORD },
      })
    ).body.access_token as string
  }
})

test('who leaves a roda before their turn reads what they gave and would not get back', async () => {
  const testApp = await createTestApp(await openTestDatabase(), {}, rodaPlan({ amountCents: 10_000, months: 3 }))
  const people = await testApp.placed(4)
  await testApp.call('POST /donations/admin/generate-monthly-pull', await testApp.administrator(), { body: {} })
  const donor = people[3]!
  const [{ id, receiverId }] = (await testApp.call('GET /donations/to-send', donor.token)).body
  const unreturned = async () => (await testApp.call('GET /me/leaving', donor.token)).body.unreturned
  expect(await unreturned()).toBe(0)
  await testApp.pays(id, donor.token)
  const receiver = people.find((one) => one.id === receiverId)!
  await testApp.call('PATCH /donations/{id}/confirm', receiver.token, { params: { id } })
  expect(await unreturned()).toBe(100)
})

describe('leaving the circle', () => {
  let testApp: TestApp
  let admin: string
  let people: { id: string; token: string }[]

  beforeAll(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 0 }))
    await runPlan(testApp, {
      ...presets.rotativo,
      name: 'curto',
      levels: [{ ...presets.rotativo.levels[0], required: 1 }, presets.rotativo.levels[1], presets.rotativo.levels[2]],
    })
    admin = await testApp.administrator()
    people = await testApp.placed(3)
  })

  const leaving = async (token: string) => (await testApp.call('GET /me/leaving', token)).body
  const leave = (token: string, password = PASSWORD) => testApp.call('POST /me/leave', token, { body: { password } })

  test('requires one’s password and membership of the circle', async () => {
    const pending = await testApp.registers(10)
    expect(await leave(pending.token)).toMatchObject({ status: 403, body: { code: 'access.not_approved' } })
    expect(await leave(admin, 'senha-da-administracao')).toMatchObject({ status: 403, body: { code: 'access.denied' } })
    expect((await testApp.call('POST /me/leave', null, { body: { password: PASSWORD } })).status).toBe(401)
    expect(await leave(people[2]!.token, 'nao-e-esta')).toMatchObject({
      status: 403,
      body: { code: 'user.wrong_password' },
    })
    expect(await testApp.call('POST /me/leave', people[2]!.token, { body: {} })).toMatchObject({
      status: 400,
      body: { fields: { password: 'Digite a sua senha.' } },
    })
    expect(await leaving(people[2]!.token)).toMatchObject({
      left: false,
      can_erase: true,
      places: [{ level: 1, position: 3 }],
    })
  })

  test('is previewed, happens once, settles the rotation, and keeps the account for paying', async () => {
    const [first, second, third] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]]
    await testApp.call('POST /donations/admin/cycle/{cycle}/start', admin, { params: { cycle: '1' }, body: {} })
    // The first person receives from the second, and owes their own contribution to somebody.
    const toReceive = (await testApp.call('GET /donations/to-receive', first.token)).body
    const payer = people.find(({ id }) => id === toReceive[0].donorId)!
    await testApp.pays(toReceive[0].id, payer.token)
    expect(await leaving(first.token)).toMatchObject({
      can_erase: false,
      cancelled: { count: 1, amount: 100 },
      open: { received: { count: 1, amount: 100 }, settlements: { count: 0 } },
    })
    await testApp.call('PATCH /donations/{id}/confirm', first.token, { params: { id: toReceive[0].id } })
    const preview = await leaving(first.token)
    expect(preview).toMatchObject({
      left: false,
      can_erase: false,
      cancelled: { count: 1, amount: 100 },
      open: { sent: { count: 0 }, received: { count: 0 }, settlements: { count: 1, amount: 100 }, reports: 0 },
    })
    // The preview changed nothing.
    expect(await leaving(first.token)).toEqual(preview)

    const both = await Promise.all([leave(first.token), leave(first.token)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)!.body.code).toBe('member.left')
    expect(both.find(({ status }) => status === 200)!.body).toMatchObject({
      left: true,
      can_erase: false,
      places: [],
      open: { settlements: { count: 1, amount: 100 } },
    })
    expect(
      ((await testApp.call('GET /queue', admin)).body as { user_id: string }[]).map((entry) => entry.user_id),
    ).not.toContain(first.id)

    const refused = await testApp.call('DELETE /me', first.token, { body: { password: PASSWORD } })
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'privacy.open_matters',
        message: 'Os dados ainda não podem ser apagados. Antes disso: 1 acerto com o círculo precisa ser pago.',
      },
    })
    const [settlement] = (await testApp.call('GET /donations/to-send', first.token)).body
    expect(settlement).toMatchObject({ type: 'SETTLEMENT', amount: 100 })
    await testApp.pays(settlement.id, first.token)
    expect((await testApp.call('DELETE /me', first.token, { body: { password: PASSWORD } })).body.message).toContain(
      '1 doação que você enviou espera a confirmação de quem recebe',
    )
    const receiver = [second, third].find(({ id }) => id === settlement.receiverId)!
    expect(
      (await testApp.call('PATCH /donations/{id}/confirm', receiver.token, { params: { id: settlement.id } })).status,
    ).toBe(200)
    expect(await leaving(first.token)).toMatchObject({ left: true, can_erase: true })
    expect((await testApp.call('DELETE /me', first.token, { body: { password: PASSWORD } })).status).toBe(200)
    const kinds = (await testApp.services.db.select().from(audit).where(eq(audit.subjectId, first.id))).map(
      ({ kind }) => kind,
    )
    expect(kinds).toEqual(expect.arrayContaining(['member.left', 'data.erased']))
  })
})
