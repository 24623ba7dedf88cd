import { beforeAll, describe, expect, test } from 'vitest'
import { parseBrCode } from '#contracts/payment/read-br-code.ts'
import { loadState } from '#server/circle-store/load.ts'
import { replayLedger } from '#server/circle-store/testing/replay.ts'
import { circles } from '#server/tables/circles.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

const DAY = 86_400_000

describe('the main job, call by call', () => {
  let testApp: TestApp
  let people: { id: string; token: string }[]
  let admin: string

  beforeAll(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 4 }))
    admin = await testApp.administrator()
    people = await testApp.placed(4)
  })

  const toSend = async (n: number) => (await testApp.call('GET /donations/to-send', people[n - 1]!.token)).body
  const toReceive = async (n: number) => (await testApp.call('GET /donations/to-receive', people[n - 1]!.token)).body

  test('a taken position and a member already in are refused in the specification’s words', async () => {
    const stranger = await testApp.registers(9)
    const unapproved = await testApp.call('POST /queue', admin, {
      body: { position: 9, donation_number: 1, user_id: stranger.id },
    })
    expect(unapproved).toMatchObject({ status: 409, body: { code: 'queue.member_not_approved' } })
    await testApp.call('PATCH /users/{id}/approve', admin, { params: { id: stranger.id } })
    const taken = await testApp.call('POST /queue', admin, {
      body: { position: 1, donation_number: 1, user_id: stranger.id },
    })
    expect(taken).toMatchObject({
      status: 409,
      body: { code: 'queue.position_taken', message: 'Erro: A posição #001 já está ocupada por PessoaBA de Teste' },
    })
    const already = await testApp.call('POST /queue', admin, {
      body: { position: 50, donation_number: 1, user_id: people[1]!.id },
    })
    expect(already).toMatchObject({ status: 409, body: { message: 'Erro: O usuário já está na fila na posição #002' } })
    const twice = await testApp.call('PATCH /users/{id}/approve', admin, { params: { id: stranger.id } })
    expect(twice).toMatchObject({ status: 409, body: { code: 'member.already_approved' } })
  })

  test('the monthly pull makes each donation once, and values that contradict the plan are refused', async () => {
    const wrong = await testApp.call('POST /donations/admin/cycle/{cycle}/start', admin, {
      params: { cycle: '1' },
      body: { donorsCount: 3, amount: 99, type: 'PULL', deadlineDays: 30 },
    })
    expect(wrong).toMatchObject({ status: 400, body: { code: 'pull.contradicts_plan' } })
    expect(
      await testApp.call('POST /donations/admin/cycle/{cycle}/start', admin, { params: { cycle: '2' }, body: {} }),
    ).toMatchObject({ status: 400 })
    const body = { donorsCount: 3, amount: 100, type: 'PULL', deadlineDays: 30 }
    const both = await Promise.all(
      [1, 2].map(() =>
        testApp.call('POST /donations/admin/cycle/{cycle}/start', admin, { params: { cycle: '1' }, body }),
      ),
    )
    expect(both.map((answer) => answer.body.createdCount).sort()).toEqual([0, 4])
    expect(both.map((answer) => answer.body.skippedExisting).sort()).toEqual([0, 4])
  })

  test('the donor sees whom to pay, how much, until when, and a code for exactly that donation', async () => {
    const [donation] = await toSend(3)
    expect(donation).toMatchObject({
      type: 'PULL',
      status: 'PENDING_PAYMENT',
      amount: 100,
      receiver: { name: 'PessoaBA de Teste' },
      allowed: ['send_receipt', 'report'],
      demonstration: true,
    })
    expect(new Date(donation.deadline).getTime() - testApp.clock.now()).toBe(30 * DAY)
    const code = parseBrCode(donation.pixCopyPaste)
    expect(code).toMatchObject({ ok: true, amountCents: 10_000 })
    // A demonstration never shows a member's own payment details, and its key cannot exist.
    expect(code.ok && code.key.endsWith('@demonstracao.invalid')).toBe(true)
    expect(donation.receiver.pixKey).toBe(code.ok && code.key)
    expect(donation.pixQrCode.length).toBeGreaterThan(200)
  })

  test('only the donor sends a receipt, which must be an image; only the receiver then confirms', async () => {
    const [donation] = await toSend(3)
    const params = { id: donation.id }
    expect(await testApp.call('PATCH /donations/{id}/confirm', people[0]!.token, { params })).toMatchObject({
      status: 409,
      body: { code: 'donation.no_receipt' },
    })
    const pdf = Buffer.from('%PDF-1.7 not an image').toString('base64')
    const refused = await testApp.call('POST /donations/{id}/comprovante', people[2]!.token, {
      params,
      body: { comprovanteBase64: pdf },
    })
    expect(refused).toMatchObject({
      status: 415,
      body: { message: 'Por favor, selecione apenas arquivos de imagem (JPG, PNG, etc.)' },
    })
    expect(await testApp.pays(donation.id, people[0]!.token)).toMatchObject({
      status: 403,
      body: { code: 'donation.not_donor' },
    })
    expect(await testApp.pays(donation.id, people[3]!.token)).toMatchObject({ status: 404 })
    expect(await testApp.pays(donation.id, people[2]!.token)).toMatchObject({
      status: 201,
      body: { status: 'PENDING_CONFIRMATION', receipt_reused: false },
    })
    expect(await testApp.call('PATCH /donations/{id}/confirm', people[2]!.token, { params })).toMatchObject({
      status: 403,
      body: { code: 'donation.not_receiver' },
    })

    const receipt = await testApp.call('GET /donations/{id}/comprovante', people[0]!.token, { params })
    const url = new URL(receipt.body.comprovanteUrl)
    const image = await testApp.app.inject({ url: `${url.pathname}${url.search}` })
    expect(image).toMatchObject({
      statusCode: 200,
      headers: { 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' },
    })
    expect((await testApp.app.inject({ url: url.pathname + url.search.replace('receipt', 'avatar') })).statusCode).toBe(
      404,
    )
    expect(await testApp.call('GET /donations/{id}/comprovante', people[3]!.token, { params })).toMatchObject({
      status: 404,
    })
  })

  test('a double click on confirm confirms once, and the second gets a refusal', async () => {
    const donation = (await toReceive(1)).find((one: { status: string }) => one.status === 'PENDING_CONFIRMATION')
    const both = await Promise.all(
      [1, 2].map(() =>
        testApp.call('PATCH /donations/{id}/confirm', people[0]!.token, { params: { id: donation.id } }),
      ),
    )
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 409])
    expect(both.find((answer) => answer.status === 409)!.body).toMatchObject({
      code: 'donation.already_confirmed',
      message: 'Esta doação já foi confirmada.',
    })
    expect((await testApp.call('GET /donations/stats', people[0]!.token)).body).toMatchObject({
      totalReceived: 100,
      pendingToReceive: 2,
    })
  })

  test('after the third confirmation the level is complete, the upgrade is offered, and accepted once', async () => {
    for (const n of [2, 4]) {
      const [donation] = (await toSend(n)).filter((one: { receiverId: string }) => one.receiverId === people[0]!.id)
      await testApp.pays(donation.id, people[n - 1]!.token)
      const confirmed = await testApp.call('PATCH /donations/{id}/confirm', people[0]!.token, {
        params: { id: donation.id },
      })
      expect(confirmed.body).toEqual({ level_completed: n === 4, upgrade_available: n === 4 })
    }
    const progress = (await testApp.call('GET /donations/my-level-progress', people[0]!.token)).body
    expect(progress).toMatchObject({
      current_level: 2,
      upgrade: {
        from_level: 1,
        to_level: 2,
        can_afford: true,
        user_balance: 300,
        requirements: { upgrade_amount: 200, cascade_amount: 100, total: 300 },
      },
    })
    const body = { from_level: 1, to_level: 2 }
    const both = await Promise.all(
      [1, 2].map(() => testApp.call('POST /donations/accept-upgrade', people[0]!.token, { body })),
    )
    expect(both.map((answer) => answer.status).sort()).toEqual([201, 409])
    const queue = (await testApp.call('GET /queue', admin, { query: '?donation_number=2' })).body
    expect(queue).toMatchObject([{ donation_number: 2, position: 1, user_id: people[0]!.id }])
    const waiting = (await toSend(1)).filter((owed: { waiting: boolean }) => owed.waiting)
    expect(waiting).toMatchObject([{ type: 'UPGRADE_N2', amount: 200, receiver: null, deadline: null, allowed: [] }])
  })

  test('a request repeated with its key gets the first answer; with another body it is refused', async () => {
    const [donation] = (await toSend(1)).filter((owed: { waiting: boolean }) => !owed.waiting)
    const headers = { 'idempotency-key': 'um-pedido-repetido' }
    const sent = { params: { id: donation.id }, body: { reason: 'não respondeu' }, headers }
    const first = await testApp.call('POST /donations/{id}/report', people[0]!.token, sent)
    const again = await testApp.call('POST /donations/{id}/report', people[0]!.token, sent)
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(first.body)
    const other = await testApp.call('POST /donations/{id}/report', people[0]!.token, {
      ...sent,
      body: { reason: 'outro' },
    })
    expect(other).toMatchObject({ status: 409, body: { code: 'idempotency.key_reused' } })
  })

  test('past its deadline a donation takes no receipt and expires', async () => {
    const all = (await Promise.all([1, 2, 3, 4].map(toSend))).flat()
    const donation = all.find((one) => one.status === 'PENDING_PAYMENT' && !one.waiting && !one.is_reported)
    const donor = people.find((person) => person.id === donation.donorId)!
    testApp.clock.moveTo(new Date(donation.deadline).getTime() + 1)
    // Tokens expire by the same clock, so the moved clock requires a new login.
    const relogin = await testApp.call('POST /auth/login', null, {
      body: { email: (await emailOf(donor)).email, password: 'uma-senha-bem-boa' },
    })
    const late = await testApp.pays(donation.id, relogin.body.access_token)
    expect(late).toMatchObject({
      status: 409,
      body: { code: 'donation.expired', message: expect.stringContaining('O prazo desta doação terminou') },
    })
    await runDueJobs(testApp.services)
    const history = (await testApp.call('GET /donations/history', relogin.body.access_token)).body
    expect(history.data.find((ended: { id: string }) => ended.id === donation.id)).toMatchObject({
      status: 'EXPIRED',
      role: 'DONOR',
      receiver: { pixKey: null, phone: null },
    })
  })

  async function emailOf({ id }: { id: string }) {
    const fresh = (
      await testApp.call('POST /auth/login', null, {
        body: { email: 'admin@ciranda.local', password: 'senha-da-administracao' },
      })
    ).body.access_token
    return (await testApp.call('GET /users', fresh)).body.find((user: { id: string }) => user.id === id)
  }

  test('the stored state is what the ledger replays to', async () => {
    const [circle] = await testApp.services.db.select().from(circles)
    const stored = await testApp.services.db.transaction((tx) => loadState(tx, circle!))
    expect(await replayLedger(testApp.services.db, circle!.id)).toEqual(stored)
  })
})
