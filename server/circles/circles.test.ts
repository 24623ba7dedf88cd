import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { presets } from '#circle/plan.ts'
import { planFormOf } from '#contracts/plans.ts'
import { sqlState } from '#server/database/errors.ts'
import { transaction } from '#server/database/transaction.ts'
import { OPERATOR } from '#server/testing/operator.ts'
import { countWaiting } from '#server/testing/count-waiting.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { ADMINISTRATOR, createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { ledger } from '#server/tables/ledger.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { users } from '#server/tables/users.ts'
import { circles } from '#server/tables/circles.ts'
import { termsAcceptances } from '#server/tables/terms-acceptances.ts'

const DAY_MS = 86_400_000

type Summary = {
  id: string
  name: string
  is_current: boolean
  open_for_registration: boolean
  ended_at: string | null
  members: number
  waiting: number
  places: number
}

describe('circles of an installation', () => {
  let testApp: TestApp
  let admin: string
  const list = async (as = admin, query = '') =>
    (await testApp.call('GET /admin/circles', as, { query })).body.data as Summary[]
  const make = (body: object) => testApp.call('POST /admin/circles', admin, { body })
  const demonstration = { name: 'Roda da praia', mode: 'demonstracao', plan: planFormOf(presets.tela) }
  const real = {
    name: 'Roda de verdade',
    mode: 'real',
    plan: planFormOf(presets.rotativo),
    operator: OPERATOR,
    outcome_seen: true,
  }

  beforeEach(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 0 }))
    admin = await testApp.administrator()
  })

  describe('creating a circle', () => {
    test('takes a preset, a changed copy, or for a real one a balanced plan with a named operator', async () => {
      const changed = planFormOf(presets.rotativo)
      changed.levels[0].required = 5
      changed.levels[0].donation = 49.9
      const created = [
        await make(demonstration),
        await make(real),
        await make({ ...demonstration, name: 'Roda ajustada', plan: { ...changed, name: 'Rotativo de cinco' } }),
      ]
      expect(created.map(({ status }) => status)).toEqual([201, 201, 201])
      expect(
        created.map(({ body }) => [
          body.mode,
          body.plan.balanced,
          body.is_current,
          body.open_for_registration,
          body.members,
        ]),
      ).toEqual([
        ['demonstracao', false, false, false, 0],
        ['real', true, false, false, 0],
        ['demonstracao', true, false, false, 0],
      ])
      const [row] = await testApp.services.db.select().from(circles).where(eq(circles.id, created[2]!.body.id))
      expect(row!.plan).toEqual({
        ...presets.rotativo,
        name: 'Rotativo de cinco',
        levels: [
          { ...presets.rotativo.levels[0], donationCents: 4_990, required: 5 },
          presets.rotativo.levels[1],
          presets.rotativo.levels[2],
        ],
      })
      const [entry] = await testApp.services.db.select().from(ledger).where(eq(ledger.circleId, row!.id))
      expect(entry).toMatchObject({ seq: 1, kind: 'command', payload: { command: { kind: 'create_circle' } } })
      expect(entry!.actorId).toBe((await testApp.call('GET /users/profile', admin)).body.id)
    })

    test('refuses a real circle with an unbalanced plan, with a message, and creates nothing', async () => {
      for (const plan of [presets.termos, presets.tela]) {
        const refused = await make({ ...real, plan: planFormOf(plan) })
        expect([refused.status, refused.body.code, refused.body.message]).toEqual([
          409,
          'plan.not_balanced',
          'Este plano não devolve a cada participante o que ele doou. Use-o apenas em demonstração.',
        ])
      }
      expect(await list()).toHaveLength(1)
    })

    test('refuses a real circle without an operator or with an incomplete one', async () => {
      const nobody = await make({ ...real, operator: null })
      expect([nobody.status, nobody.body.code]).toEqual([409, 'circle.operator_required'])
      expect(nobody.body.message).toBe(
        'Um círculo real diz quem o opera: nome, documento, contato e encarregado de dados.',
      )
      for (const [field, value] of [
        ['name', ' '],
        ['document', '11.222.333/0001-80'],
        ['contact', ''],
        ['dataProtectionContact', '   '],
      ]) {
        const half = await make({ ...real, operator: { ...OPERATOR, [field!]: value } })
        expect([half.status, Object.keys(half.body.fields)], field).toEqual([400, [`operator.${field}`]])
      }
      expect(await list()).toHaveLength(1)
    })

    test('refuses a real circle to whoever does not say that they saw what its plan does', async () => {
      for (const answer of [false, undefined]) {
        const refused = await make({ ...real, outcome_seen: answer })
        expect([refused.status, refused.body.code], String(answer)).toEqual([409, 'circle.outcome_not_seen'])
        expect(refused.body.fields.outcome_seen).toContain('também se a roda parar no meio')
      }
      expect(await list()).toHaveLength(1)
      expect((await make({ ...demonstration, outcome_seen: false })).status).toBe(201)
    })

    test('refuses an inconsistent plan and gives the reason', async () => {
      const plan = planFormOf(presets.termos)
      plan.levels[0].owed[0]!.count = 4
      const refused = await make({ ...demonstration, plan })
      expect([refused.status, refused.body.code, refused.body.message]).toEqual([
        400,
        'plan.invalid',
        'Este plano não fecha: N1: deve-se mais do que o nível paga.',
      ])
      for (const wrong of [{ deadline_days: 0 }, { name: '' }, { levels: plan.levels.slice(1) }, { surprise: 1 }])
        expect((await make({ ...demonstration, plan: { ...plan, ...wrong } })).status).toBe(400)
    })

    test('tells what its plan does for as many as it was made for, and for all who are in it once they are more', async () => {
      expect((await make({ ...real, people: 1 })).body.fields).toEqual({ people: 'De 2 a 100 pessoas.' })
      const { id } = (await make({ ...real, plan: planFormOf(presets.roda), people: 12 })).body
      await testApp.call('POST /admin/circles/{id}/open', admin, { params: { id } })
      const told = async () => (await testApp.call('GET /simulation', null)).body
      const shown = await told()
      expect(shown.members).toBe(12)
      const [point] = shown.points.filter(({ missed }: { missed: number }) => missed === 0)
      expect(point.behind + point.even + point.ahead).toBe(12)
      const shownTo = async (person: { id: string }) => {
        const ofPerson = eq(termsAcceptances.userId, person.id)
        const [accepted] = await testApp.services.db.select().from(termsAcceptances).where(ofPerson)
        return accepted!.shown.outcome as { members: number }
      }
      const people = []
      for (let number = 1; number <= 13; number += 1) people.push(await testApp.registers(number))
      expect((await shownTo(people[0]!)).members).toBe(12)
      await testApp.call('POST /admin/circles/{id}/select', admin, { params: { id } })
      for (const person of people) await testApp.call('PATCH /users/{id}/approve', admin, { params: { id: person.id } })
      const later = await testApp.registers(14)
      // The figures of thirteen were not shown yet.
      expect((await shownTo(later)).members).toBe(12)
      expect((await told()).members).toBe(13)
      expect((await shownTo(await testApp.registers(15))).members).toBe(13)
    })

    test('creates one circle for a repeated request', async () => {
      const headers = { 'idempotency-key': 'uma-roda-so' }
      const [first, second] = [
        await testApp.call('POST /admin/circles', admin, { body: demonstration, headers }),
        await testApp.call('POST /admin/circles', admin, { body: demonstration, headers }),
      ]
      expect(second.body.id).toBe(first.body.id)
      expect(await list()).toHaveLength(2)
    })

    test('is for administrators only', async () => {
      const { token } = await testApp.registers(1)
      for (const call of [
        'GET /admin/circles',
        'POST /admin/circles',
        'GET /admin/circle',
        'PATCH /admin/circle',
        'POST /admin/circle/reset',
        'POST /admin/mail-test',
      ] as const) {
        expect((await testApp.call(call, token, { body: call.startsWith('GET') ? undefined : {} })).status, call).toBe(
          403,
        )
        expect((await testApp.call(call, null, { body: call.startsWith('GET') ? undefined : {} })).status, call).toBe(
          401,
        )
      }
    })

    test('the database refuses what the code must never attempt', async () => {
      const { db } = testApp.services
      const [row] = await db.select().from(circles)
      const insert = (values: object) =>
        db.insert(circles).values({ ...row!, id: crypto.randomUUID(), openForRegistration: false, ...values })
      const constraintOf = async (write: PromiseLike<unknown>) => {
        try {
          await write
          return null
        } catch (error) {
          return sqlState(error)?.constraint ?? sqlState(error)?.code
        }
      }
      const good = { mode: 'real', plan: presets.rotativo, operator: OPERATOR }
      expect(await constraintOf(insert({ ...good, plan: presets.termos }))).toBe('circles_real_is_balanced')
      expect(await constraintOf(insert({ ...good, operator: null }))).toBe('circles_real_names_operator')
      expect(await constraintOf(insert({ ...good, operator: { ...OPERATOR, contact: ' ' } }))).toBe(
        'circles_operator_named',
      )
      expect(await constraintOf(insert({ ...good, endedAt: new Date() }))).toBe('circles_real_never_ends')
      expect(await constraintOf(insert({ openForRegistration: true }))).toBe('circles_one_open')
      expect(await constraintOf(db.update(circles).set({ endedAt: new Date() }))).toBe('circles_ended_is_closed')
      expect(await constraintOf(insert(good))).toBe(null)
      await testApp.placed(2)
      await testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
      expect(await constraintOf(db.update(circles).set({ plan: presets.tela }).where(eq(circles.id, row!.id)))).toBe(
        '23514',
      )
    })
  })

  describe('a list of many', () => {
    test('comes by pages, with the one on screen first and the one that takes registrations next', async () => {
      const ids: string[] = []
      for (let number = 1; number <= 7; number += 1)
        ids.push((await make({ ...demonstration, name: `Roda da pracinha ${number}` })).body.id)
      await testApp.call('POST /admin/circles/{id}/open', admin, { params: { id: ids[5]! } })
      await testApp.call('POST /admin/circles/{id}/select', admin, { params: { id: ids[6]! } })
      const person = await testApp.registers(1)
      const pages = []
      for (const page of [1, 2, 3])
        pages.push((await testApp.call('GET /admin/circles', admin, { query: `?page=${page}` })).body)
      expect(pages.map(({ data, pagination }) => [data.length, pagination.totalItems, pagination.totalPages])).toEqual([
        [5, 8, 2],
        [3, 8, 2],
        [0, 8, 2],
      ])
      const all = pages.flatMap(({ data }) => data as Summary[])
      expect(all.slice(0, 2).map(({ id, waiting }) => [id, waiting])).toEqual([
        [ids[6], 0],
        [ids[5], 1],
      ])
      expect(all.slice(3).map(({ id }) => id)).toEqual(ids.slice(0, 5))
      await testApp.call('PATCH /users/{id}/approve', admin, { params: { id: person.id } })
    })

    test('finds a part of a name without regard to accents and case, and leaves those begun anew to their own list', async () => {
      await make({ ...demonstration, name: 'Roda do Sertão' })
      await make({ ...demonstration, name: 'Roda da praia' })
      const names = async (query: string) => (await list(admin, query)).map(({ name }) => name)
      expect(await names('?name=%20SERTAO%20')).toEqual(['Roda do Sertão'])
      expect(await names('?name=roda%20d')).toEqual(['Roda do Sertão', 'Roda da praia'])
      expect(await names('?name=100%25')).toEqual([])
      expect(await names('?state=ended')).toEqual([])
      const started = { body: { confirmation: 'Ciranda de demonstração' } }
      expect((await testApp.call('POST /admin/circle/reset', admin, started)).status).toBe(201)
      expect(await names('?state=ended')).toEqual(['Ciranda de demonstração'])
      expect(await names('?state=ended&name=praia')).toEqual([])
      expect((await testApp.call('GET /admin/circles', admin)).body).toMatchObject({
        pagination: { totalItems: 3 },
        ended: 1,
      })
      for (const query of ['?page=0', '?limit=101', '?state=all', '?name=%20'])
        expect((await testApp.call('GET /admin/circles', admin, { query })).status, query).toBe(400)
    })
  })

  describe('selecting a circle', () => {
    test('is stored with the session, so another login of the same person keeps its own selection', async () => {
      const [first] = await list()
      const { body: second } = await make(demonstration)
      const other = (await testApp.call('POST /auth/login', null, { body: ADMINISTRATOR })).body
      const shown = await testApp.call('POST /admin/circles/{id}/select', admin, { params: { id: second.id } })
      expect(shown.body).toMatchObject({ id: second.id, is_current: true })
      // The one on screen stands first.
      expect((await list()).map(({ id, is_current }) => [id, is_current])).toEqual([
        [second.id, true],
        [first!.id, false],
      ])
      expect((await testApp.call('GET /circle', admin)).body.id).toBe(second.id)
      expect((await testApp.call('GET /admin/circle', admin)).body.circle.name).toBe('Roda da praia')
      expect((await testApp.call('GET /circle', other.access_token)).body.id).toBe(first!.id)
      expect((await list(other.access_token)).map((circle) => circle.is_current)).toEqual([true, false])
      expect((await testApp.call('GET /users/profile', admin)).body.email).toBe('admin@ciranda.local')
    })

    test('is what the next sign-in begins with, and nothing of a circle that ended', async () => {
      const [first] = await list()
      const { body: second } = await make(demonstration)
      const signsIn = async () =>
        (await testApp.call('POST /auth/login', null, { body: ADMINISTRATOR })).body.access_token as string
      await testApp.call('POST /admin/circles/{id}/select', admin, { params: { id: second.id } })
      const next = await signsIn()
      expect((await testApp.call('GET /circle', next)).body.id).toBe(second.id)
      const { db } = testApp.services
      await db
        .update(circles)
        .set({ endedAt: new Date(testApp.clock.now()) })
        .where(eq(circles.id, second.id))
      const after = await signsIn()
      expect((await testApp.call('GET /circle', after)).body.id).toBe(first!.id)
      expect((await testApp.call('GET /admin/circle', after)).body.circle.id).toBe(first!.id)
    })

    test('survives a token refresh, and ends the streams opened for the previous circle', async () => {
      const { body: second } = await make(demonstration)
      const login = (
        await testApp.call('POST /auth/login', null, {
          body: { email: 'admin@ciranda.local', password: 'senha-da-administracao' },
        })
      ).body
      await testApp.call('POST /admin/circles/{id}/select', login.access_token, { params: { id: second.id } })
      const renewed = (await testApp.call('POST /auth/refresh', null, { body: { refreshToken: login.refresh_token } }))
        .body
      expect((await testApp.call('GET /circle', renewed.access_token)).body.id).toBe(second.id)
    })

    test('answers 404 for an unknown circle, and a member’s session never selects another circle', async () => {
      const { token, id } = await testApp.registers(1)
      const { body: second } = await make(demonstration)
      for (const unknown of [crypto.randomUUID(), 'x'])
        for (const call of ['select', 'open'] as const)
          expect(
            (await testApp.call(`POST /admin/circles/{id}/${call}`, admin, { params: { id: unknown } })).status,
          ).toBe(404)
      await testApp.services.database.db.execute(
        `update sessions set circle_id = '${second.id}' where user_id = '${id}'`,
      )
      expect((await testApp.call('GET /circle', token)).body.name).toBe('Ciranda de demonstração')
    })
  })

  describe('registering', () => {
    test('joins the open circle and accepts that circle’s terms', async () => {
      const { body: second } = await make(real)
      const before = await testApp.registers(1)
      const opened = await testApp.call('POST /admin/circles/{id}/open', admin, { params: { id: second.id } })
      expect(opened.body).toMatchObject({ id: second.id, open_for_registration: true })
      expect((await list()).map((circle) => circle.open_for_registration)).toEqual([false, true])
      const after = await testApp.registers(2)
      const rows = await testApp.services.db.select({ id: users.id, circleId: users.circleId }).from(users)
      expect(rows.find(({ id }) => id === after.id)!.circleId).toBe(second.id)
      expect(rows.find(({ id }) => id === before.id)!.circleId).not.toBe(second.id)
      expect((await testApp.call('GET /circle', null)).body).toMatchObject({
        id: second.id,
        mode: 'real',
        operator: { name: OPERATOR.name, document: '11222333000181' },
      })
      expect((await testApp.call('GET /circle', before.token)).body.mode).toBe('demonstracao')
      testApp.clock.advance(20 * 60_000)
      // An expired token authorizes nothing, but public pages still show the circle of its reader.
      expect((await testApp.call('GET /users/profile', before.token)).status).toBe(401)
      expect((await testApp.call('GET /circle', before.token)).body.mode).toBe('demonstracao')
      expect((await testApp.call('GET /circle', 'no-token-at-all')).body.mode).toBe('real')
      expect((await list(await testApp.administrator())).map(({ waiting }) => waiting)).toEqual([1, 1])
    })
  })

  describe('simultaneous requests', () => {
    test('opening two circles at once leaves exactly one open', async () => {
      const [{ body: second }, { body: third }] = [await make(demonstration), await make(real)]
      // Both begin while the open circle is locked, so that both find it open.
      const locked = Promise.withResolvers<void>()
      const opening = [second, third].map(({ id }) =>
        locked.promise.then(() => testApp.call('POST /admin/circles/{id}/open', admin, { params: { id } })),
      )
      await transaction(testApp.services.db, async (tx) => {
        await tx.select().from(circles).where(eq(circles.openForRegistration, true)).for('update')
        locked.resolve()
        await expect.poll(() => countWaiting(tx), { timeout: 20_000 }).toBe(2)
      })
      const both = await Promise.all(opening)
      expect(both.map(({ status }) => status)).toEqual([200, 200])
      const opened = (await list()).filter((circle) => circle.open_for_registration)
      expect(opened).toHaveLength(1)
      expect([second.id, third.id]).toContain(opened[0]!.id)
    })

    test('registering during a reset, or while another circle is opened, joins a current circle', async () => {
      const { body: second } = await make(demonstration)
      const racing = await Promise.all([
        testApp.registers(1),
        testApp.call('POST /admin/circle/reset', admin, { body: { confirmation: 'Ciranda de demonstração' } }),
        testApp.registers(2),
        testApp.call('POST /admin/circles/{id}/open', admin, { params: { id: second.id } }),
        testApp.registers(3),
      ])
      expect([racing[1].status, racing[3].status]).toEqual([201, 200])
      const rows = await testApp.services.db
        .select({ endedAt: circles.endedAt })
        .from(users)
        .innerJoin(circles, eq(circles.id, users.circleId))
      expect(rows).toHaveLength(4)
      expect(rows.every(({ endedAt }) => endedAt === null)).toBe(true)
    })
  })

  describe('settings', () => {
    test('show the plan and whether it is in use; a plan in use cannot be changed', async () => {
      const plan = planFormOf(presets.rotativo)
      expect((await testApp.call('GET /admin/circle', admin)).body).toMatchObject({
        in_use: false,
        plan: planFormOf(presets.termos),
        members: 0,
        calendar: { pulls: [], next: { period: '2026-11', is_due: true } },
      })
      const changed = await testApp.call('PATCH /admin/circle/plan', admin, { body: plan })
      expect(changed.body).toMatchObject({
        in_use: false,
        plan,
        circle: {
          plan: { balanced: true, version: 2 },
          terms_version: expect.stringMatching(/^[\da-f]{64}$/) as string,
        },
      })
      await testApp.placed(3)
      await testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
      const used = (await testApp.call('GET /admin/circle', admin)).body
      expect(used).toMatchObject({
        in_use: true,
        members: 3,
        calendar: { next: { period: '2026-12', from: '2026-12-01T03:00:00.000Z', is_due: false } },
      })
      expect(used.calendar.pulls).toEqual([
        {
          period: '2026-11',
          at: '2026-11-10T15:00:00.000Z',
          created: 3,
          receivers: expect.any(Number) as number,
          skipped: 0,
          skipped_without_consent: 0,
          by: 'Administração da Ciranda',
        },
      ])
      const refused = await testApp.call('PATCH /admin/circle/plan', admin, { body: plan })
      expect([refused.status, refused.body.code]).toEqual([409, 'plan.frozen'])
      testApp.clock.moveTo(Date.UTC(2026, 11, 1, 3))
      expect((await testApp.call('GET /admin/circle', await testApp.administrator())).body.calendar.next).toEqual({
        period: '2026-12',
        from: '2026-12-01T03:00:00.000Z',
        is_due: true,
      })
    })

    test('change the name and the operator, which a real circle always keeps', async () => {
      expect(
        (await testApp.call('PATCH /admin/circle', admin, { body: { name: 'Roda do bairro', operator: null } })).body
          .circle,
      ).toMatchObject({ name: 'Roda do bairro', operator: null })
      const { body: second } = await make(real)
      await testApp.call('POST /admin/circles/{id}/select', admin, { params: { id: second.id } })
      const refused = await testApp.call('PATCH /admin/circle', admin, { body: { operator: null } })
      expect([refused.status, refused.body.code]).toEqual([409, 'circle.operator_required'])
      // Another operator takes two people, or 72 hours (server/approvals/approvals.test.ts).
      const proposed = await testApp.call('PATCH /admin/circle', admin, {
        body: { operator: { ...OPERATOR, name: 'Outra Associação' } },
      })
      expect([proposed.status, proposed.body.circle.operator.name]).toEqual([202, OPERATOR.name])
      expect(
        (await testApp.call('PATCH /admin/circle/plan', admin, { body: planFormOf(presets.termos) })).body.code,
      ).toBe('plan.not_balanced')
    })

    test('send a test e-mail to the administrator’s own address and say where it went', async () => {
      const { body } = await testApp.call('POST /admin/mail-test', admin, { body: undefined })
      expect(body).toMatchObject({
        outcome: 'written',
        to: 'admin@ciranda.local',
        reason: null,
        at: '2026-11-10T15:00:00.000Z',
      })
      const text = await readFile(path.join(testApp.services.config.dataDir, body.file), 'utf8')
      expect(text).toMatch(/^Para: admin@ciranda\.local\nAssunto: Teste de correio da Ciranda\n/)
      const { rows } = await testApp.services.db.execute<{ left: number }>(
        'select count(*)::int as left from letters where sent_at is null',
      )
      expect(rows[0]!.left).toBe(0)
    })
  })

  describe('resetting a demonstration', () => {
    let people: { id: string; token: string }[]
    const reset = (body: object = { confirmation: 'Ciranda de demonstração' }) =>
      testApp.call('POST /admin/circle/reset', admin, { body })
    beforeEach(async () => {
      people = await testApp.placed(4)
      await testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
      const [owed] = (await testApp.call('GET /donations/to-send', people[2]!.token)).body
      await testApp.pays(owed.id, people[2]!.token)
    })

    test('replaces the circle, keeps its people and positions, and leaves the old ledger unchanged', async () => {
      const [old] = await list()
      await testApp.call('PATCH /users/{id}', admin, { params: { id: people[3]!.id }, body: { status: 'SUSPENDED' } })
      const before = await testApp.services.db
        .select()
        .from(ledger)
        .where(eq(ledger.circleId, old!.id))
        .orderBy(ledger.seq)
      const done = await reset()
      expect([done.status, done.body.in_use, done.body.members, done.body.circle.id === old!.id]).toEqual([
        201,
        false,
        3,
        false,
      ])
      expect(await list()).toMatchObject([
        {
          id: done.body.circle.id,
          name: 'Ciranda de demonstração',
          is_current: true,
          open_for_registration: true,
          ended_at: null,
          members: 3,
          places: 3,
        },
      ])
      expect(await list(admin, '?state=ended')).toMatchObject([
        { id: old!.id, is_current: false, open_for_registration: false, ended_at: '2026-11-10T15:00:00.000Z' },
      ])
      expect(
        await testApp.services.db.select().from(ledger).where(eq(ledger.circleId, old!.id)).orderBy(ledger.seq),
      ).toEqual(before)
      const queue = (await testApp.call('GET /queue', admin)).body as {
        position: number
        user_id: string
        is_receiver: boolean
      }[]
      expect(queue.map(({ position, user_id, is_receiver }) => [position, user_id, is_receiver])).toEqual(
        people.slice(0, 3).map(({ id }, index) => [index + 1, id, false]),
      )
      expect((await testApp.call('GET /admin/donations/list', admin)).body.pagination.totalItems).toBe(0)
      expect((await testApp.call('GET /donations/to-send', people[2]!.token)).body).toEqual([])
      expect(
        (
          await testApp.call('PATCH /users/{id}', admin, {
            params: { id: people[3]!.id },
            body: { status: 'APPROVED' },
          })
        ).status,
      ).toBe(200)
      const again = await testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
      expect(again.body).toMatchObject({ createdCount: 3, skippedExisting: 0 })
    })

    test('can empty the queue, stops all activity in the old circle and deletes its receipts', async () => {
      const [old] = await list()
      const { sha } = (
        await testApp.services.db.execute<{ sha: string }>(
          'select receipt_sha256 as sha from donations where receipt_sha256 is not null',
        )
      ).rows[0]!
      expect(await testApp.services.files.read(sha)).not.toBe(null)
      await reset({ confirmation: 'Ciranda de demonstração', keep_places: false })
      expect((await testApp.call('GET /queue', admin)).body).toEqual([])
      testApp.clock.advance(60 * DAY_MS)
      await expect(runDueJobs(testApp.services)).resolves.toBeUndefined()
      const { rows } = await testApp.services.db.execute<{ status: string }>(
        `select distinct status from donations where circle_id = '${old!.id}' order by 1`,
      )
      expect(rows.map(({ status }) => status)).toEqual(['PENDING_CONFIRMATION', 'PENDING_PAYMENT'])
      const files = await testApp.services.db.execute<{ left: number }>(
        `select count(*)::int as left from donations where receipt_sha256 is not null`,
      )
      expect(files.rows[0]!.left).toBe(0)
      expect(await testApp.services.files.read(sha)).toBe(null)
      const fresh = await testApp.administrator()
      for (const call of ['select', 'open'] as const) {
        const refused = await testApp.call(`POST /admin/circles/{id}/${call}`, fresh, { params: { id: old!.id } })
        expect([refused.status, refused.body.code]).toEqual([409, 'circle.ended'])
      }
    })

    test('requires typing the circle’s exact name', async () => {
      for (const confirmation of ['', 'ciranda de demonstração', 'RESET']) {
        const refused = await reset({ confirmation })
        expect([refused.status, refused.body.code]).toEqual([400, 'circle.wrong_confirmation'])
      }
      expect(await list()).toHaveLength(1)
      expect((await testApp.call('GET /admin/donations/stats', admin)).body.totalDonations).toBe(4)
    })

    test('resets once when requested twice at once', async () => {
      // Each request has its own connection, so that the second is not serialized by waiting for one.
      await Promise.all([list(), list()])
      const both = await Promise.all([reset(), reset()])
      expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
      expect((await list()).filter(({ ended_at }) => ended_at === null)).toHaveLength(1)
    })

    test('is refused for a real circle', async () => {
      const { body: second } = await make(real)
      await testApp.call('POST /admin/circles/{id}/select', admin, { params: { id: second.id } })
      const refused = await reset({ confirmation: real.name })
      expect([refused.status, refused.body.code, refused.body.message]).toEqual([
        409,
        'circle.only_demonstration',
        'Só um círculo de demonstração pode ser recomeçado.',
      ])
      expect(await list()).toHaveLength(2)
    })

    test('keeps people signed in, and they can log in as before', async () => {
      expect((await reset()).status).toBe(201)
      const profile = (await testApp.call('GET /users/profile', people[0]!.token)).body
      expect(profile.status).toBe('APPROVED')
      expect(
        (await testApp.call('POST /auth/login', null, { body: { email: profile.email, password: PASSWORD } })).status,
      ).toBe(200)
    })
  })
})
