import { existsSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { asc, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { OPENED_BY_RULES } from '#circle/case-words.ts'
import type { SignedHead } from '#circle/ledger/entry.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import { replayLedger } from '#server/circle-store/testing/replay.ts'
import { getOpenCircle } from '#server/circle-store/find-circle.ts'
import { receipt } from '#server/files/testing/pictures.ts'
import { caseEntries } from '#server/tables/case-entries.ts'
import { donations } from '#server/tables/donations.ts'
import { deleteScheduled, sweepUnused } from '#server/files/remove.ts'
import { termsAcceptances } from '#server/tables/terms-acceptances.ts'
import { fileRemovals } from '#server/tables/file-removals.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { queueEmail } from '#server/mail/queue-email.ts'
import { reports } from '#server/tables/reports.ts'
import { users } from '#server/tables/users.ts'
import { receiptPicture } from '#server/seed/receipt-picture.ts'
import { readLedger, verify } from '../../scripts/verify-ledger.mjs'
import { eraseAgain } from './erased-list.ts'
import { everyFile, everyRow } from './testing/search.ts'

type Person = { id: string; token: string }
type Row = { id: string; waiting: boolean; receiverId: string; donorId: string; status: string }

const picture = async (background: string) =>
  (
    await sharp({ create: { width: 400, height: 400, channels: 3, background } })
      .png()
      .toBuffer()
  ).toString('base64')

/** The actions that every suite here performs on a testApp. */
function actionsOn(testApp: TestApp) {
  const call = testApp.call
  const erase = (token: string, password = PASSWORD) => call('DELETE /me', token, { body: { password } })
  const toSend = async (token: string) =>
    ((await call('GET /donations/to-send', token)).body as Row[]).filter(({ waiting }) => !waiting)
  const pull = async () =>
    call('POST /donations/admin/cycle/{cycle}/start', await testApp.administrator(), {
      params: { cycle: '1' },
      body: {},
    })
  const ledgerOf = async () =>
    readLedger(
      (
        await testApp.app.inject({
          method: 'GET',
          url: '/api/ledger/export',
          headers: { authorization: `Bearer ${await testApp.administrator()}` },
        })
      ).body,
    )
  /** The ledger verifies, continues from a kept head, and replays to exactly the stored state. */
  const expectWhole = async (kept: SignedHead[] = []) => {
    expect(verify({ ...(await ledgerOf()), kept }).faults).toEqual([])
    const { id } = await getOpenCircle(testApp.services.db)
    const stored = await withCircle(
      { ...testApp.services, actorId: null, stateCache: new Map() },
      id,
      async ({ state }) => state,
    )
    expect(await replayLedger(testApp.services.db, id)).toEqual(stored)
  }
  return { call, erase, toSend, pull, expectWhole }
}

describe('erasing one’s account', () => {
  let testApp: TestApp
  let admin: string
  let rosa: Person & { refresh: string }
  let people: Person[]
  let actions: ReturnType<typeof actionsOn>

  const typed = {
    firstName: 'Rosalinda',
    lastName: 'Quixadá Montenegro',
    phone: '11987650001',
    address: 'Rua das Palmeiras Tortas',
    addressNumber: '7741',
    bank: 'Sicredi',
    agency: '90817',
    account: '5544332-1',
    pixOwnerName: 'Rosalinda Quixada',
    btcAddress: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
  }
  let needles: string[]
  let pictures: string[]

  const store = () => testApp.services.config.dataDir
  const fileOf = (sha256: string) => path.join(store(), 'files', sha256.slice(0, 2), sha256)
  const found = async (texts: string[]) =>
    needles.filter((needle) => texts.some((text) => text.toLowerCase().includes(needle.toLowerCase())))
  const filesWith = () =>
    everyFile(store())
      .filter(({ bytes }) => needles.some((needle) => bytes.includes(needle)))
      .map(({ name }) => name)

  beforeAll(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 4 }))
    actions = actionsOn(testApp)
    admin = await testApp.administrator()
    people = await testApp.placed(4)
    const { id, token } = people[0]!
    // Creates everything that can hold her data: her own row, pictures old and new, e-mails, stored answers, receipts
    // on both sides, and texts of others.
    expect((await testApp.call('PATCH /users/{id}', admin, { params: { id }, body: typed })).status).toBe(200)
    for (const colour of ['#a33', '#3a3'])
      expect(
        (await testApp.call('POST /users/profile/avatar', token, { body: { avatar: await picture(colour) } })).status,
      ).toBe(201)
    const email = (await testApp.call('GET /users/profile', token)).body.email as string
    const login = (await testApp.call('POST /auth/login', null, { body: { email, password: PASSWORD } })).body
    rosa = { id, token: login.access_token, refresh: login.refresh_token }
    await actions.pull()
    const owed = (await actions.toSend(token))[0]!
    const due = ((await testApp.call('GET /donations/to-receive', token)).body as Row[])[0]!
    await testApp.pays(owed.id, token)
    await testApp.pays(due.id, people.find((person) => person.id === due.donorId)!.token)
    await testApp.call('POST /donations/{id}/report', people.find((person) => person.id === due.donorId)!.token, {
      params: { id: due.id },
      body: { reason: 'Rosalinda não confirma' },
      headers: { 'idempotency-key': 'report-of-rosa' },
    })
    const profile = (await testApp.call('GET /users/profile', token)).body as Record<string, string>
    needles = [
      'email',
      'phone',
      'cpf',
      'birthDate',
      'address',
      'account',
      'pixKey',
      'pixCopyPaste',
      'btcAddress',
      'firstName',
      'lastName',
      'pixOwnerName',
    ].map((field) => profile[field]!)
    await runDueJobs(testApp.services)
    const [row] = await testApp.services.db.select().from(users).where(eq(users.id, id))
    const receipts = (await testApp.services.db.select().from(donations))
      .filter(({ donorId, receiverId }) => donorId === id || receiverId === id)
      .flatMap(({ receiptSha256 }) => receiptSha256 ?? [])
    pictures = [row!.avatar, row!.pixQrSha256!, ...receipts]
  })

  test('is refused, without effect, with a wrong password, to administrators, or with open matters', async () => {
    expect((await testApp.call('DELETE /me', null, { body: { password: PASSWORD } })).status).toBe(401)
    expect(await actions.erase(admin, 'senha-da-administracao')).toMatchObject({
      status: 403,
      body: { code: 'access.denied' },
    })
    expect(await actions.erase(rosa.token, 'nao-e-esta')).toMatchObject({
      status: 403,
      body: { code: 'user.wrong_password' },
    })
    expect(await testApp.call('DELETE /me', rosa.token, { body: {} })).toMatchObject({
      status: 400,
      body: { fields: { password: 'Digite a sua senha.' } },
    })
    const before = (await testApp.call('GET /ledger/head', admin)).body
    expect(await actions.erase(rosa.token)).toMatchObject({
      status: 409,
      body: {
        code: 'privacy.open_matters',
        message:
          'Os dados ainda não podem ser apagados. Antes disso: 1 doação que você enviou espera a confirmação de quem recebe; 1 doação que você recebeu espera a sua confirmação; 1 caso espera a decisão da administração.',
      },
    })
    expect((await testApp.call('GET /ledger/head', admin)).body.seq).toBe(before.seq)
    expect((await testApp.call('GET /users/profile', rosa.token)).body.firstName).toBe('Rosalinda')
  })

  test('leaves nothing of the person in any row or file, and the ledger still verifies', async () => {
    // A report is decided with her name in every text, by a call whose answer is stored for repetition.
    const [report] = (await testApp.call('GET /admin/donations/reports', admin)).body.data
    // The other side says something of her in the case, with a picture.
    const otherSide = people.find(({ id }) => id !== rosa.id && [report.donor.id, report.receiver.id].includes(id))!
    const said = await testApp.call('POST /reports/{id}/statements', otherSide.token, {
      params: { id: report.id },
      body: { text: 'Rosalinda Quixadá recebeu.', picture: (await receipt('73,00')).toString('base64') },
    })
    expect(said.status).toBe(201)
    const [entry] = await testApp.services.db.select().from(caseEntries)
    pictures.push(entry!.pictureSha256!)
    const decided = await testApp.call('POST /admin/donations/reports/{id}/resolve', admin, {
      params: { id: report.id },
      body: {
        resolution: 'RESOLVED',
        resolution_message: 'Rosalinda confirma hoje',
        admin_notes: 'Falei com Rosalinda Quixadá',
        donation_outcome: 'keep',
      },
      headers: { 'idempotency-key': 'decision-about-rosa' },
    })
    expect(decided.status).toBe(201)
    for (const { id, donorId, receiverId } of await testApp.services.db
      .select()
      .from(donations)
      .where(eq(donations.status, 'PENDING_CONFIRMATION'))) {
      const receiver = people.find((person) => person.id === receiverId)!
      expect(
        (await testApp.call('PATCH /donations/{id}/confirm', receiver.token, { params: { id } })).status,
        donorId,
      ).toBe(200)
    }
    await queueEmail(testApp.services, testApp.services.db, {
      to: needles[0]!,
      subject: 'Ainda não entregue',
      text: 'Olá, Rosalinda.',
    })
    await queueEmail(testApp.services, testApp.services.db, {
      to: 'outra@exemplo.invalid',
      subject: 'De outra pessoa',
      text: 'Olá.',
    })
    const kept = (await testApp.call('GET /ledger/head', admin)).body as SignedHead
    // Proves that the search works: it finds each text in the rows and in the e-mails on the disk.
    expect(await found(await everyRow(testApp.services.db, testApp.services.secrets))).toEqual(needles)
    expect(filesWith()).not.toEqual([])
    expect(pictures.length).toBe(5)
    expect(pictures.filter((sha256) => !existsSync(fileOf(sha256)))).toEqual([])
    const othersFiles = everyFile(path.join(store(), 'files')).length

    expect(await actions.erase(rosa.token)).toMatchObject({ status: 200, body: {} })

    const rows = await everyRow(testApp.services.db, testApp.services.secrets)
    expect(await found(rows)).toEqual([])
    expect(rows.filter((row) => /rosalinda|quixad/i.test(row))).toEqual([])
    expect(rows.filter((row) => row.includes('De outra pessoa'))).toHaveLength(1)
    expect(filesWith()).toEqual([])
    expect(pictures.filter((sha256) => existsSync(fileOf(sha256)))).toEqual([])
    expect(everyFile(path.join(store(), 'files')).length).toBe(othersFiles - pictures.length)
    // Of what was accepted, the hash and the moment stay.
    const { termsVersion, shown } = termsAcceptances
    const accepted = await testApp.services.db
      .select({ termsVersion, shown })
      .from(termsAcceptances)
      .where(eq(termsAcceptances.userId, rosa.id))
    expect(accepted).toEqual([{ termsVersion: expect.stringMatching(/^[0-9a-f]{64}$/), shown: {} }])
    await actions.expectWhole([kept])
  })

  test('ends every session and token, and makes signing in impossible', async () => {
    expect((await testApp.call('GET /users/profile', rosa.token)).status).toBe(401)
    expect((await testApp.call('GET /users/profile', people[0]!.token)).status).toBe(401)
    expect((await testApp.call('POST /auth/refresh', null, { body: { refreshToken: rosa.refresh } })).status).toBe(401)
    for (const email of [needles[0]!, '', `erased:${rosa.id}`])
      expect([400, 401]).toContain(
        (await testApp.call('POST /auth/login', null, { body: { email, password: PASSWORD } })).status,
      )
    expect(await actions.erase(rosa.token)).toMatchObject({ status: 401 })
  })

  test('keeps the others’ history with a placeholder name and without receipts', async () => {
    const views = (
      await Promise.all(people.slice(1).map(({ token }) => testApp.call('GET /donations/history', token)))
    ).flatMap(
      ({ body }) =>
        body.data as { id: string; donor: { id: string; name: string }; receiver: { id: string; name: string } }[],
    )
    const withRosa = views.filter(({ donor, receiver }) => donor.id === rosa.id || receiver.id === rosa.id)
    expect(withRosa.length).toBeGreaterThanOrEqual(2)
    for (const { donor, receiver } of withRosa)
      expect([donor, receiver].find(({ id }) => id === rosa.id)!.name).toBe('Participante que saiu')
    expect(
      await testApp.call('GET /donations/{id}/comprovante', admin, { params: { id: withRosa[0]!.id } }),
    ).toMatchObject({ status: 409, body: { code: 'donation.no_receipt' } })
    const [report] = (await testApp.call('GET /admin/donations/reports', admin)).body.data
    expect(report).toMatchObject({
      status: 'RESOLVED',
      report_reason: '(apagado a pedido de quem saiu)',
      admin_notes: null,
    })
  })

  test('frees every position, and the person cannot be restored', async () => {
    expect(
      ((await testApp.call('GET /queue', admin)).body as { user_id: string }[]).map((entry) => entry.user_id),
    ).not.toContain(rosa.id)
    expect(((await testApp.call('GET /users', admin)).body as { id: string }[]).map(({ id }) => id)).not.toContain(
      rosa.id,
    )
    expect(
      await testApp.call('PATCH /users/{id}', admin, {
        params: { id: rosa.id },
        body: { firstName: 'Rosalinda', status: 'ACTIVE' },
      }),
    ).toMatchObject({ status: 409, body: { code: 'member.left' } })
    expect((await testApp.call('PATCH /users/{id}/approve', admin, { params: { id: rosa.id } })).status).toBe(404)
    expect((await testApp.call('POST /queue', admin, { body: { position: 90, user_id: rosa.id } })).status).toBe(409)
  })

  test('lets the same person register again as a new person', async () => {
    const again = await testApp.registers(1)
    expect(again.id).not.toBe(rosa.id)
    expect((await testApp.call('GET /me/export', again.token)).body).toMatchObject({
      donations: [],
      reports: [],
      cases: [],
      ledger: [{ kind: 'terms.accepted', actor_id: again.id }],
    })
    expect((await actions.erase(again.token)).status).toBe(200)
    // They were never approved, so the circle has no event and no member row of theirs.
    expect((await testApp.call('PATCH /users/{id}/approve', admin, { params: { id: again.id } })).status).toBe(404)
    await actions.expectWhole()
  })

  test('can be done by an administrator, with the administrator’s password and by the same rules', async () => {
    const gone = people[3]!
    const eraseFor = (id: string, password: string, as = admin) =>
      testApp.call('POST /users/{id}/erase', as, { params: { id }, body: { password } })
    await testApp.call('PATCH /users/{id}', admin, { params: { id: gone.id }, body: { status: 'SUSPENDED' } })
    expect(await actions.erase(gone.token)).toMatchObject({ status: 401 })
    expect(await eraseFor(gone.id, PASSWORD)).toMatchObject({ status: 403, body: { code: 'user.wrong_password' } })
    expect(await eraseFor(gone.id, PASSWORD, people[1]!.token)).toMatchObject({
      status: 403,
      body: { code: 'access.denied' },
    })
    const own = (await testApp.call('GET /users/profile', admin)).body.id as string
    for (const id of [own, rosa.id, 'x', '01234567-89ab-7def-8123-456789abcdef'])
      expect((await eraseFor(id, 'senha-da-administracao')).status, id).toBe(404)
    expect((await testApp.call('GET /users/profile', admin)).status).toBe(200)
    expect(await eraseFor(gone.id, 'senha-da-administracao')).toMatchObject({ status: 200, body: {} })
    const [row] = await testApp.services.db.select().from(users).where(eq(users.id, gone.id))
    expect(row).toMatchObject({ firstName: 'Participante', cpfIndex: null, erasedAt: expect.any(Date) })
    await actions.expectWhole()
  })

  test('survives a restored backup: the next start erases again', async () => {
    const { db } = testApp.services
    const [left] = await db.select().from(users).where(eq(users.id, rosa.id))
    const another = await testApp.registers(30)
    const [living] = await db.select().from(users).where(eq(users.id, another.id))
    await db
      .update(users)
      .set({
        firstName: 'Rosalinda',
        lastName: 'Quixadá',
        erasedAt: null,
        avatar: living!.avatar,
        emailIndex: 'from the backup',
      })
      .where(eq(users.id, rosa.id))
    // The rules' own words describe nobody, and the other party's device knows them.
    await db.update(reports).set({ reason: OPENED_BY_RULES })
    expect(await eraseAgain(testApp.services)).toBe(1)
    expect((await db.select().from(reports)).map(({ reason }) => reason)).toEqual([OPENED_BY_RULES])
    const [again] = await db.select().from(users).where(eq(users.id, rosa.id))
    expect(again).toMatchObject({
      firstName: left!.firstName,
      lastName: left!.lastName,
      emailIndex: left!.emailIndex,
      erasedAt: expect.any(Date),
    })
    expect(await eraseAgain(testApp.services)).toBe(0)
    // When a crash prevents the list from being written, the next start writes it.
    const list = path.join(store(), 'erased')
    const lines = readFileSync(list, 'utf8').trim().split('\n').toSorted()
    expect(lines).toContain(rosa.id)
    rmSync(list)
    expect(await eraseAgain(testApp.services)).toBe(0)
    expect(readFileSync(list, 'utf8').trim().split('\n').toSorted()).toEqual(lines)
    expect((await testApp.call('GET /users/profile', another.token)).status).toBe(200)
  })
})

describe('erasing one’s account at the same moment as', () => {
  let testApp: TestApp
  let actions: ReturnType<typeof actionsOn>
  let people: Person[]

  beforeAll(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 8 }))
    actions = actionsOn(testApp)
    people = await testApp.placed(8)
  })

  test('another erasure: exactly one succeeds', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => actions.erase(people[7]!.token)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401])
    await actions.expectWhole()
  })

  test('the pull: in either order no open donation names the erased person', async () => {
    const [pulled, erased] = await Promise.all([actions.pull(), actions.erase(people[6]!.token)])
    expect([pulled.status, erased.status]).toEqual([201, 200])
    const pending = (await testApp.services.db.select().from(donations).orderBy(asc(donations.id))).filter(
      ({ status }) => status.startsWith('PENDING'),
    )
    expect(pending.length).toBeGreaterThan(0)
    expect(
      pending.filter(({ donorId, receiverId }) => donorId === people[6]!.id || receiverId === people[6]!.id),
    ).toEqual([])
    await actions.expectWhole()
  })

  test('their receipt: it counts and blocks the erasure, or it finds nothing to pay', async () => {
    const token = people[5]!.token
    const [owed] = await actions.toSend(token)
    const [paid, erased] = await Promise.all([testApp.pays(owed!.id, token), actions.erase(token)])
    const [row] = await testApp.services.db.select().from(donations).where(eq(donations.id, owed!.id))
    if (erased.status === 200) {
      expect([401, 404, 409]).toContain(paid.status)
      expect(row).toMatchObject({ status: 'CANCELLED', receiptSha256: null })
    } else {
      expect([paid.status, erased.status, erased.body.code]).toEqual([201, 409, 'privacy.open_matters'])
      expect(row!.status).toBe('PENDING_CONFIRMATION')
    }
    await actions.expectWhole()
  })

  test('their picture being uploaded: nobody’s row references it', async () => {
    const token = people[4]!.token
    const [sent, erased] = await Promise.all([
      testApp.call('POST /users/profile/avatar', token, { body: { avatar: await picture('#44a') } }),
      actions.erase(token),
    ])
    expect([
      [201, 200],
      [401, 200],
    ]).toContainEqual([sent.status, erased.status])
    const [row] = await testApp.services.db.select().from(users).where(eq(users.id, people[4]!.id))
    expect([row!.avatar, row!.firstName]).toEqual(['avatar_male_1', 'Participante'])
  })
})

describe('files without a reference', () => {
  let testApp: TestApp
  const files = () => everyFile(path.join(testApp.services.config.dataDir, 'files'))

  beforeAll(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 0 }))
  })

  test('scheduled for deletion are deleted at the next run, unless a row still references them', async () => {
    const { id } = await testApp.registers(1)
    const [row] = await testApp.services.db.select().from(users).where(eq(users.id, id))
    const lost = await testApp.services.files.put(Buffer.from('nobody’s'))
    const askedAt = new Date(testApp.clock.now())
    await testApp.services.db.insert(fileRemovals).values([
      { sha256: lost, askedAt },
      { sha256: row!.pixQrSha256!, askedAt },
    ])
    await runDueJobs(testApp.services)
    expect(await testApp.services.files.read(lost)).toBeNull()
    expect(await testApp.services.files.read(row!.pixQrSha256!)).not.toBeNull()
    expect(await testApp.services.db.select().from(fileRemovals)).toEqual([])
    expect(await deleteScheduled(testApp.services)).toBe(0)
  })

  test('of refused calls are deleted once they are old, and storing one again makes it new', async () => {
    const before = files().length
    // The registration is refused after its picture was stored.
    await expect(testApp.registers(1)).rejects.toThrow('user.already_registered')
    const orphan = await testApp.services.files.put(Buffer.from(await receiptPicture('nowhere'), 'base64'))
    const again = await testApp.services.files.put(Buffer.from('put again'))
    expect(await sweepUnused(testApp.services)).toBe(0)
    const old = new Date(Date.now() - 2 * 3_600_000)
    for (const { name } of files()) utimesSync(name, old, old)
    await testApp.services.files.put(Buffer.from('put again'))
    expect(await sweepUnused(testApp.services)).toBe(1)
    expect(await testApp.services.files.read(orphan)).toBeNull()
    expect(await testApp.services.files.read(again)).not.toBeNull()
    expect(files().length).toBe(before + 1)
  })

  describe('a picture replaced', () => {
    test('is deleted from the disk', async () => {
      const { id, token } = await testApp.registers(2)
      const send = async (colour: string) =>
        testApp.call('POST /users/profile/avatar', token, { body: { avatar: await picture(colour) } })
      await send('#123')
      const [first] = await testApp.services.db.select().from(users).where(eq(users.id, id))
      await send('#321')
      await runDueJobs(testApp.services)
      const [second] = await testApp.services.db.select().from(users).where(eq(users.id, id))
      expect(await testApp.services.files.read(first!.avatar)).toBeNull()
      expect(await testApp.services.files.read(second!.avatar)).not.toBeNull()
    })
  })
})
