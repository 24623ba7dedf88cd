import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { presets } from '#circle/plan.ts'
import { planFormOf } from '#contracts/plans.ts'
import { takeOverSecrets } from '#server/database/rotate-secrets.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { deriveSecrets } from '#server/lib/secrets.ts'
import { registrationOf } from '#server/seed/people.ts'
import { codePicture } from '#server/seed/receipt-picture.ts'
import { circles } from '#server/tables/circles.ts'
import { joinLinks } from '#server/tables/join-links.ts'
import { users } from '#server/tables/users.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { readOutbox } from '#server/testing/outbox.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { findAddress } from './secret.ts'

const DAY_MS = 86_400_000
const none = { firstName: '', lastName: '', email: '', phone: '', cpf: '' }

describe('invitations to become a member', () => {
  let testApp: TestApp
  let admin: string
  let number = 200

  beforeAll(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 1 }))
    admin = await testApp.administrator()
  })

  const make = async (body: object = {}) =>
    (
      await testApp.call('POST /admin/join-links', admin, {
        body: { label: 'Grupo da rua', uses: 2, days: 7, ...body },
      })
    ).body as { id: string; link: string }
  const secretIn = (link: string) => link.match(/#([\w-]{43})$/)![1]!
  const show = (link: string) => testApp.call('POST /join-links/show', null, { body: { secret: secretIn(link) } })
  const typed = async () => {
    number += 1
    const letters = [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
    const body = registrationOf({ firstName: `Rita${letters}`, lastName: 'Lima', number })
    return { ...body, pixQrCode: await codePicture(body.pixCopyPaste), password: PASSWORD }
  }
  const registers = async (link: string, changes: object = {}) =>
    testApp.call('POST /auth/register', null, {
      body: { ...(await typed()), ...changes, join_secret: secretIn(link) },
    })
  const list = async (as = admin) => (await testApp.call('GET /admin/join-links', as)).body
  const one = async (id: string) => (await list()).data.find((link: { id: string }) => link.id === id)
  const invite = (people: object[], days = 7) => {
    // The list's order is that of the moments.
    testApp.clock.advance(1_000)
    return testApp.call('POST /admin/join-links/people', admin, { body: { people, days } })
  }

  test('leads into its circle although another takes registrations, and approves nobody', async () => {
    const here = (await testApp.call('GET /circle', null)).body
    const other = await testApp.call('POST /admin/circles', admin, {
      body: { name: 'Roda da serra', mode: 'demonstracao', plan: planFormOf(presets.rotativo) },
    })
    await testApp.call('POST /admin/circles/{id}/open', admin, { params: { id: other.body.id } })
    const { id, link } = await make({ uses: 1 })
    expect(link).toMatch(/^http:\/\/ciranda\.test\/participar#[\w-]{43}$/)
    const shown = (await show(link)).body
    expect(shown).toMatchObject({ circle: { id: here.id, terms_version: here.terms_version }, invited: null })
    expect(shown.outcome.plan.name).toBe(here.plan.name)
    const joined = await registers(link, { terms_version: here.terms_version })
    expect(joined.body.user).toMatchObject({ status: 'PENDING', adminApproved: false })
    const [row] = await testApp.services.db.select().from(users).where(eq(users.id, joined.body.user.id))
    expect(row!.circleId).toBe(here.id)
    const { body: data } = await testApp.call('GET /me/export', joined.body.access_token)
    expect(data.invitation).toMatchObject({ id, kind: 'shared' })
    expect(await one(id)).toMatchObject({
      state: 'used_up',
      link: null,
      people: [
        { id: joined.body.user.id, name: expect.stringMatching(/^Rita.* Lima$/), approved: false, as_invited: null },
      ],
    })
    await testApp.call('POST /admin/circles/{id}/open', admin, { params: { id: here.id } })
  })

  test('of two people for the last use one registers, and the other is told that it is used up', async () => {
    const { id, link } = await make({ uses: 3 })
    expect((await registers(link)).status).toBe(201)
    const both = await Promise.all(Array.from({ length: 5 }, () => registers(link)))
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409])
    expect(new Set(both.filter(({ status }) => status === 409).map(({ body }) => body.code))).toEqual(
      new Set(['join.used_up']),
    )
    expect(await one(id)).toMatchObject({ uses: 3, uses_max: 3 })
    expect((await show(link)).body.message).toBe(
      'Este convite já foi usado por quantas pessoas valia. Peça outro a quem convidou você.',
    )
  })

  test('revoked, expired, unknown: a sentence each, before anything is stored', async () => {
    const before = await testApp.services.db.$count(users)
    const revoked = await make()
    const path = { params: { id: revoked.id } }
    expect((await testApp.call('POST /admin/join-links/{id}/revoke', admin, path)).body.state).toBe('revoked')
    expect((await testApp.call('POST /admin/join-links/{id}/revoke', admin, path)).body.code).toBe('join.over')
    const old = await make({ days: 1 })
    testApp.clock.advance(DAY_MS)
    admin = await testApp.administrator()
    for (const [link, code] of [
      [revoked.link, 'join.revoked'],
      [old.link, 'join.expired'],
      [`x#${'A'.repeat(43)}`, 'join.unknown'],
    ] as const) {
      expect((await show(link)).body.code).toBe(code)
      expect((await registers(link)).body.code).toBe(code)
    }
    expect(await testApp.services.db.$count(users)).toBe(before)
    admin = await testApp.administrator()
    expect((await one(old.id)).state).toBe('expired')
  })

  test('the database holds the hash of a link and nothing readable of whom it is for; an auditor gets no link', async () => {
    await invite([{ ...none, firstName: 'Guiomar', email: 'guiomar@exemplo.org', phone: '11 98888-0001' }])
    const [link] = (await list()).data
    expect(link).toMatchObject({ personal: true, invited: { name: 'Guiomar', email: 'guiomar@exemplo.org' } })
    const [row] = await testApp.services.db.select().from(joinLinks).where(eq(joinLinks.id, link.id))
    expect(JSON.stringify(row)).not.toMatch(new RegExp(`Guiomar|guiomar|98888|${secretIn(link.link)}`))
    await testApp.services.db.update(users).set({ isAuditor: true }).where(eq(users.role, 'ADMIN'))
    const seen = await list()
    expect(seen.data.map(({ link: address }: { link: string | null }) => address)).toEqual(seen.data.map(() => null))
    await testApp.services.db.update(users).set({ isAuditor: false }).where(eq(users.role, 'ADMIN'))
  })

  test('a list is checked line by line: what is missing or wrong, who is twice in it, invited, or has an account', async () => {
    const [member] = await testApp.placed(1)
    const known = (await testApp.call('GET /users', admin)).body.find(({ id }: { id: string }) => id === member!.id)
    const people = [
      { ...none, lastName: 'Sem Nome', email: 'sem@exemplo.org' },
      { ...none, firstName: 'Ana', email: 'ana.exemplo.org', phone: '1234', cpf: '11111111111' },
      { ...none, firstName: 'Bia', email: 'Bia@Exemplo.org' },
      { ...none, firstName: 'Bia', lastName: 'Souza', email: 'bia@exemplo.org ' },
      { ...none, firstName: 'Guiomar', email: 'guiomar@exemplo.org' },
      { ...none, firstName: known.firstName, phone: `+55 ${known.phone}` },
      // A spreadsheet takes the zeros in front of a number away.
      { ...none, firstName: 'Caio', cpf: '1234567890' },
      { ...none, firstName: '=HYPERLINK("x")' },
    ]
    const checked = (await testApp.call('POST /admin/join-links/check', admin, { body: { people } })).body.rows
    expect(checked.map(({ state }: { state: string }) => state)).toEqual([
      'faulty',
      'faulty',
      'new',
      'faulty',
      'invited',
      'has_account',
      'new',
      'faulty',
    ])
    expect(checked[0].faults).toEqual({ firstName: 'Falta o nome.' })
    expect(Object.keys(checked[1].faults)).toEqual(['email', 'phone', 'cpf'])
    expect(checked[3].faults).toEqual({ repeated: 'É a mesma pessoa que a nº 3 da lista.' })
    const before = await testApp.services.db.$count(joinLinks)
    const refused = await invite(people)
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([
      400,
      [
        'people.0.firstName',
        'people.1.email',
        'people.1.phone',
        'people.1.cpf',
        'people.3.repeated',
        'people.7.firstName',
      ],
    ])
    expect(await testApp.services.db.$count(joinLinks)).toBe(before)
  })

  test('a list sent again, by two people at once or after somebody joined, invites nobody twice', async () => {
    const people = [
      { ...none, firstName: 'Davi', email: 'davi@exemplo.org' },
      { ...none, firstName: 'Eva', phone: '(21) 98888-0002' },
      { ...none, firstName: 'Fábio', lastName: 'Reis' },
    ]
    const both = await Promise.all([invite(people), invite(people)])
    expect(both.map(({ body }) => body.made).toSorted()).toEqual([0, 3])
    const eva = (await list()).data.find(({ invited }: { invited: { name: string } | null }) => invited?.name === 'Eva')
    expect((await show(eva.link)).body.invited).toEqual({
      firstName: 'Eva',
      lastName: null,
      email: null,
      phone: '21988880002',
    })
    expect((await registers(eva.link, { phone: '21988880002' })).status).toBe(201)
    expect((await one(eva.id)).people).toEqual([expect.objectContaining({ as_invited: true })])
    expect((await one(eva.id)).invited).toBe(null)
    const again = await invite([...people, { ...none, firstName: 'Gil' }])
    expect(again.body).toEqual({ made: 1, already_invited: 2, have_accounts: 1, letters: 0 })
    testApp.clock.advance(7 * DAY_MS)
    admin = await testApp.administrator()
    expect((await invite(people)).body).toMatchObject({ made: 2, have_accounts: 1 })
  })

  test('somebody else who uses a personal invitation is shown as such', async () => {
    await invite([{ ...none, firstName: 'Hugo', email: 'hugo@exemplo.org' }])
    const [link] = (await list()).data
    expect((await registers(link.link)).status).toBe(201)
    expect((await one(link.id)).people[0].as_invited).toBe(false)
  })

  test('letters go out with a mail server, never twice; without one the links are there to hand over', async () => {
    await runDueJobs(testApp.services)
    expect(readOutbox(testApp.services.config.dataDir).filter((text) => text.includes('participar#'))).toEqual([])
    const mailed = await createTestApp(await openTestDatabase({ placed: 0 }), { SMTP_URL: 'smtp://127.0.0.1:9' })
    const as = await mailed.administrator()
    const body = {
      days: 7,
      people: [
        { ...none, firstName: 'Ivo', email: 'ivo@exemplo.org' },
        { ...none, firstName: 'Jó' },
      ],
    }
    expect((await mailed.call('POST /admin/join-links/people', as, { body })).body).toMatchObject({
      made: 2,
      letters: 1,
    })
    expect((await mailed.call('POST /admin/join-links/people', as, { body })).body).toMatchObject({
      made: 0,
      letters: 0,
    })
    expect((await mailed.call('GET /admin/join-links', as)).body.letters).toBe(true)
  })

  test('a rotated secret still finds who is invited, and links made before it stay valid', async () => {
    const { services } = testApp
    await invite([{ ...none, firstName: 'Lia', email: 'lia@exemplo.org' }])
    const [{ link, id }] = (await list()).data
    const next = deriveSecrets('another secret for tests, long enough to be one')
    const rotated = { ...next, previous: [services.secrets] }
    await takeOverSecrets(services.db, rotated)
    const [row] = await services.db.select().from(joinLinks).where(eq(joinLinks.id, id))
    expect(findAddress({ ...services, secrets: rotated }, row!)).toBe(link)
    expect(findAddress({ ...services, secrets: next }, row!)).toBe(null)
    await takeOverSecrets(services.db, { ...services.secrets, previous: [next] })
    expect((await show(link)).body.invited.firstName).toBe('Lia')
    expect((await invite([{ ...none, firstName: 'Lia', email: 'lia@exemplo.org' }])).body.already_invited).toBe(1)
  })

  test('a month after its end nothing is kept of whom an invitation was for', async () => {
    testApp.clock.advance(40 * DAY_MS)
    await runDueJobs(testApp.services)
    const rows = await testApp.services.db.select({ sealed: joinLinks.sealed }).from(joinLinks)
    expect(rows.filter(({ sealed }) => sealed !== null)).toEqual([])
  })

  test('of a circle that ended says so before anything is typed, and none is made to it', async () => {
    admin = await testApp.administrator()
    const { link } = await make()
    await testApp.services.db.update(circles).set({ closedAt: new Date(testApp.clock.now()) })
    const over = 'O círculo deste convite foi encerrado. Peça outro a quem convidou você.'
    expect([(await show(link)).body.message, (await registers(link)).body.message]).toEqual([over, over])
    expect(await make()).toMatchObject({ code: 'circle.closed' })
  })
})
