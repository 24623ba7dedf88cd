import { beforeEach, describe, expect, test } from 'vitest'
import { ledger } from '#server/tables/ledger.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

type Person = { id: string; token: string }
type Donation = { id: string; donorId: string; receiverId: string; status: string; waiting: boolean }

const NOWHERE = '01234567-89ab-7def-8123-456789abcdef'
const DAY = 86_400_000

describe('reports', () => {
  let testApp: TestApp
  let admin: string
  let people: Person[]
  let donation: Donation
  let donor: Person
  let receiver: Person
  let outsider: Person

  beforeEach(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 4 }))
    admin = await testApp.administrator()
    people = await testApp.placed(4)
    await testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
    donation = (await testApp.call('GET /donations/to-send', people[2]!.token)).body.find(
      (one: Donation) => !one.waiting,
    )
    donor = people[2]!
    receiver = people.find(({ id }) => id === donation.receiverId)!
    outsider = people.find(({ id }) => id !== donation.receiverId && id !== donor.id)!
  })

  const report = (who: Person, body: object = { reason: 'não recebi', additionalInfo: 'liguei duas vezes' }) =>
    testApp.call('POST /donations/{id}/report', who.token, { params: { id: donation.id }, body })
  const resolve = (id: string, body: object) =>
    testApp.call('POST /admin/donations/reports/{id}/resolve', admin, {
      params: { id },
      body: { resolution_message: 'Vimos o extrato.', admin_notes: 'nota interna sigilosa', ...body },
    })
  const adminList = async (query = '') => (await testApp.call('GET /admin/donations/reports', admin, { query })).body
  const donationNow = async () =>
    (await testApp.call('GET /admin/donations/{id}', admin, { params: { id: donation.id } })).body
  const kinds = async () =>
    (await testApp.services.db.select().from(ledger).orderBy(ledger.seq)).map(({ kind }) => kind)

  test('only a party may report an open donation, once, with a reason', async () => {
    expect(await report(receiver, {})).toMatchObject({
      status: 400,
      body: { message: 'Por favor, informe o motivo do reporte' },
    })
    expect(await report(receiver, { reason: '  ' })).toMatchObject({ status: 400 })
    expect(await report(receiver, { reason: 'x', status: 'RESOLVED' })).toMatchObject({ status: 400 })
    expect(await report(outsider)).toMatchObject({ status: 404 })
    const both = await Promise.all([report(receiver), report(donor)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(both.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'donation.already_reported',
      message: 'Esta doação já foi reportada.',
    })
    expect((await kinds()).filter((kind) => kind === 'donation.reported')).toHaveLength(1)
    expect(await donationNow()).toMatchObject({ is_reported: true, report_resolved: false })
  })

  test('a member sees only their own reports, without the administration’s notes', async () => {
    const { body } = await report(receiver)
    await resolve(body.id, { resolution: 'INVESTIGATING' })
    const own = (await testApp.call('GET /donations/reports', receiver.token, { query: '?resolved=false' })).body
    expect(own).toMatchObject({
      data: [
        {
          id: body.id,
          donationId: donation.id,
          reporterId: receiver.id,
          status: 'INVESTIGATING',
          report_reason: 'não recebi',
          report_additional_info: 'liguei duas vezes',
          report_resolved: false,
          report_resolution: 'INVESTIGATING',
          amount: 100,
        },
      ],
      pagination: { totalItems: 1 },
    })
    expect(JSON.stringify(own)).not.toContain('sigilosa')
    expect(
      (await testApp.call('GET /donations/reports', receiver.token, { query: '?resolved=true' })).body.data,
    ).toEqual([])
    expect((await testApp.call('GET /donations/reports', receiver.token, { query: '?resolved=talvez' })).status).toBe(
      400,
    )
    const one = await testApp.call('GET /donations/reports/{id}', receiver.token, { params: { id: body.id } })
    expect(JSON.stringify(one.body)).not.toContain('sigilosa')
    for (const other of [donor, outsider])
      expect((await testApp.call('GET /donations/reports/{id}', other.token, { params: { id: body.id } })).status).toBe(
        404,
      )
  })

  test('a resolution needs both texts and ends the report once, even by two administrators at once', async () => {
    const { body } = await report(receiver)
    expect(await resolve(body.id, { resolution_message: '' })).toMatchObject({
      status: 400,
      body: { message: 'A mensagem de resolução é obrigatória' },
    })
    expect(await resolve(body.id, { admin_notes: ' ' })).toMatchObject({
      status: 400,
      body: { message: 'As notas administrativas são obrigatórias' },
    })
    expect(await resolve(NOWHERE, {})).toMatchObject({ status: 404 })
    expect(await resolve(body.id, { resolution: 'REJECTED', donation_outcome: 'confirm' })).toMatchObject({
      status: 409,
      body: { code: 'report.outcome_not_allowed' },
    })
    const both = await Promise.all([resolve(body.id, {}), resolve(body.id, { resolution: 'REJECTED' })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(both.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'report.ended' })
    expect((await kinds()).filter((kind) => kind === 'report.ended')).toHaveLength(1)
    expect(
      await testApp.call('PATCH /admin/donations/reports/{id}/status', admin, {
        params: { id: body.id },
        body: { status: 'PENDING' },
      }),
    ).toMatchObject({ status: 409, body: { code: 'report.ended' } })
  })

  test.each([
    ['RESOLVED', 'RESOLVED', true],
    ['REJECTED', 'DISMISSED', true],
    ['INVESTIGATING', 'INVESTIGATING', false],
    ['NEEDS_MORE_INFO', 'INVESTIGATING', false],
  ] as const)('%s makes it %s', async (resolution, status, ended) => {
    const { body } = await report(donor)
    expect((await resolve(body.id, { resolution })).body).toMatchObject({
      status,
      report_resolved: ended,
      report_resolution: resolution,
      report_resolution_message: 'Vimos o extrato.',
      admin_notes: 'nota interna sigilosa',
      donation: { id: donation.id },
    })
    expect(await donationNow()).toMatchObject({ status: 'PENDING_PAYMENT', report_resolved: ended })
  })

  test('a resolution decides the donation’s outcome: confirmed after a receipt, cancelled, or kept', async () => {
    const { body } = await report(receiver)
    expect(await resolve(body.id, { donation_outcome: 'confirm' })).toMatchObject({
      status: 409,
      body: { code: 'donation.no_receipt' },
    })
    await testApp.pays(donation.id, donor.token)
    expect((await resolve(body.id, { donation_outcome: 'confirm' })).body).toMatchObject({
      donation_outcome: 'confirm',
      donation_status: 'CONFIRMED',
    })
    expect(await donationNow()).toMatchObject({ status: 'CONFIRMED' })
    expect((await testApp.call('GET /donations/stats', receiver.token)).body.totalReceived).toBe(100)
  })

  test('a cancelled donation is asked of the donor again', async () => {
    const { body } = await report(donor)
    expect((await resolve(body.id, { donation_outcome: 'cancel' })).status).toBe(201)
    expect(await donationNow()).toMatchObject({ status: 'CANCELLED' })
    const owed = (await testApp.call('GET /donations/to-send', donor.token)).body
    expect(owed).toHaveLength(1)
    expect(owed[0].id).not.toBe(donation.id)
  })

  test('a report shows administrators all texts, the donation’s history and both parties’ state', async () => {
    await testApp.pays(donation.id, donor.token)
    const { body } = await report(receiver)
    const details = async () =>
      (await testApp.call('GET /admin/donations/reports/{id}', admin, { params: { id: body.id } })).body
    expect(await details()).toMatchObject({
      steps: [],
      standing: {
        donor: { confirmed: 0, expired: 0, cancelled: 0, reported: 1 },
        receiver: { confirmed: 0, reported: 1 },
      },
    })
    await resolve(body.id, {
      resolution: 'NEEDS_MORE_INFO',
      resolution_message: 'Mande o extrato.',
      admin_notes: 'primeira nota',
    })
    await testApp.call('PATCH /admin/donations/reports/{id}/status', admin, {
      params: { id: body.id },
      body: { status: 'PENDING', notes: 'segunda nota' },
    })
    await resolve(body.id, { donation_outcome: 'confirm' })
    const { steps, history, standing } = await details()
    const by = expect.objectContaining({ id: expect.any(String), name: expect.any(String) })
    expect(steps).toEqual([
      {
        id: expect.any(String),
        at: expect.any(String),
        by,
        status: 'INVESTIGATING',
        message: 'Mande o extrato.',
        notes: 'primeira nota',
        outcome: null,
      },
      {
        id: expect.any(String),
        at: expect.any(String),
        by,
        status: 'PENDING',
        message: null,
        notes: 'segunda nota',
        outcome: null,
      },
      {
        id: expect.any(String),
        at: expect.any(String),
        by,
        status: 'RESOLVED',
        message: 'Vimos o extrato.',
        notes: 'nota interna sigilosa',
        outcome: 'confirm',
      },
    ])
    expect(history.map(({ kind }: { kind: string }) => kind)).toEqual([
      'donation.matched',
      'donation.receipt_sent',
      'donation.reported',
      'report.status_changed',
      'report.status_changed',
      'report.ended',
      'donation.confirmed',
    ])
    expect(history[0]).toMatchObject({ deadline: expect.stringMatching(/^2026-12-10T/) })
    expect(history[1]).toMatchObject({ by: { id: donor.id } })
    expect(history[5]).toMatchObject({ status: 'RESOLVED', outcome: 'confirm' })
    expect(standing).toMatchObject({ donor: { confirmed: 1, reported: 1 }, receiver: { confirmed: 1, reported: 1 } })
    const own = (await testApp.call('GET /donations/reports/{id}', receiver.token, { params: { id: body.id } })).body
    expect(JSON.stringify(own)).not.toMatch(/primeira nota|segunda nota|sigilosa|"steps"|"standing"|"history"/)
  })

  test('its status moves between the open ones, can end it, and keeps the notes', async () => {
    const { body } = await report(donor)
    const move = (status: string) =>
      testApp.call('PATCH /admin/donations/reports/{id}/status', admin, {
        params: { id: body.id },
        body: { status, notes: 'visto' },
      })
    for (const status of ['INVESTIGATING', 'PENDING', 'DISMISSED'])
      expect((await move(status)).body).toMatchObject({ status, admin_notes: 'visto' })
    expect((await move('PENDING')).status).toBe(409)
    const { body: whole } = await testApp.call('GET /admin/donations/reports/{id}', admin, { params: { id: body.id } })
    expect(whole.steps.map(({ status, notes }: Record<string, string>) => [status, notes])).toEqual(
      expect.arrayContaining(['INVESTIGATING', 'PENDING', 'DISMISSED'].map((status) => [status, 'visto'])),
    )
    expect(
      (
        await testApp.call('PATCH /admin/donations/reports/{id}/status', admin, {
          params: { id: body.id },
          body: { status: 'NADA' },
        })
      ).status,
    ).toBe(400)
  })

  test('asked for the status it has, as when an answer was lost, it gets no second step; with other notes it does', async () => {
    const { body } = await report(donor)
    const move = async (notes?: string) => {
      const { body: moved } = await testApp.call('PATCH /admin/donations/reports/{id}/status', admin, {
        params: { id: body.id },
        body: { status: 'INVESTIGATING', ...(notes === undefined ? {} : { notes }) },
      })
      return (moved.steps as unknown[]).length
    }
    const first = await move('visto')
    expect([await move('visto'), await move(), await move('visto outra vez')]).toEqual([first, first, first + 1])
  })

  test('the administration’s list applies every filter, and the totals match what it finds', async () => {
    const { body } = await report(receiver)
    const found: [string, number][] = [
      ['', 1],
      ['?status=PENDING', 1],
      ['?status=RESOLVED,DISMISSED', 0],
      [`?reporterId=${receiver.id}`, 1],
      [`?reporterId=${donor.id}`, 0],
      [`?donationId=${donation.id}`, 1],
      [`?donationId=${NOWHERE}`, 0],
      ['?dateFrom=2026-11-10&dateTo=2026-11-10', 1],
      ['?dateTo=2026-11-09', 0],
      ['?minAmount=100&maxAmount=100', 1],
      ['?minAmount=101', 0],
      ['?type=PULL', 1],
      ['?type=ADM_N3', 0],
      [`?reporterId=nada`, 0],
    ]
    for (const [query, count] of found)
      expect([query, (await adminList(query)).pagination.totalItems, (await adminList(query)).data.length]).toEqual([
        query,
        count,
        count,
      ])
    expect(
      (await testApp.call('GET /admin/donations/reports/{id}', admin, { params: { id: body.id } })).body,
    ).toMatchObject({
      reporter: { id: receiver.id },
      donor: { id: donor.id },
      donation: { id: donation.id, donor: { phone: expect.any(String) } },
    })
    const stats = async (query = '') =>
      (await testApp.call('GET /admin/donations/reports/stats', admin, { query })).body
    expect(await stats()).toEqual({
      totalReports: 1,
      totalAmountReported: 100,
      reportsThisWeek: 1,
      reportsThisMonth: 1,
      averageReportAmount: 100,
    })
    expect(await stats(`?donorId=${receiver.id}`)).toEqual({
      totalReports: 0,
      totalAmountReported: 0,
      reportsThisWeek: 0,
      reportsThisMonth: 0,
      averageReportAmount: 0,
    })
    testApp.clock.moveTo(testApp.clock.now() + 8 * DAY)
    admin = await testApp.administrator()
    expect(await stats()).toMatchObject({ reportsThisWeek: 0, reportsThisMonth: 1 })
  })
})
