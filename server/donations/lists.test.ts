import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { dose } from '#circle/testing/dose.ts'
import { circles } from '#server/tables/circles.ts'
import { donationCounters } from '#server/tables/donation-counters.ts'
import { transaction } from '#server/database/database.ts'
import type { Database } from '#server/database/database.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { reports } from '#server/tables/reports.ts'
import { donations } from '#server/tables/donations.ts'

/** A soak raises it; the planner chooses the same from some ten thousand rows on. */
const COUNT = dose(30_000, 100_000)
const REPORTS = 5_000
/**
 * The maximum number of rows of a large table that the query for one page may touch. A filter may skip a few rows; a
 * full scan would exceed it.
 */
const ROWS_MAX = 2_500
const LARGE = new Set(['donations', 'obligations', 'reports', 'ledger'])

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** The number of rows of large tables that each scan of a query plan touched, and of those the ones read beside an index. */
function touched(plan: Plan): { scans: string[]; rows: number; whole: number } {
  const own = plan['Relation Name'] !== undefined && LARGE.has(plan['Relation Name'])
  const below = (plan.Plans ?? []).map(touched)
  const rows = own ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'] : 0
  return {
    scans: [...(own ? [`${plan['Node Type']} ${plan['Relation Name']}`] : []), ...below.flatMap(({ scans }) => scans)],
    rows: below.reduce((sum, one) => sum + one.rows, rows),
    whole: below.reduce((sum, one) => sum + one.whole, plan['Node Type'] === 'Index Only Scan' ? 0 : rows),
  }
}

describe('with tens of thousands of donations', () => {
  let database: Database
  let testApp: TestApp
  let admin: string
  let people: { id: string; token: string }[]
  let anyId: string
  /** A donation in the middle of the third person's history. */
  let ownId: string

  beforeAll(async () => {
    database = await openTestDatabase({ placed: 8 })
    testApp = await createTestApp(database)
    admin = await testApp.administrator()
    people = await testApp.placed(8)
    await fill()
  })

  /** Inserts the donations of about three years: nearly all confirmed, among eight people, a few reported. */
  async function fill() {
    const ids = sql.raw(`array[${people.map(({ id }) => `'${id}'`).join(',')}]::uuid[]`)
    const [circle] = await database.db.select().from(circles)
    const donorAt = sql.raw('1 + n % 8')
    const receiverAt = sql.raw('1 + (n + 1 + n / 8 % 7) % 8')
    const status = sql.raw(
      `(case when n % 50 = 0 then 'EXPIRED' when n % 97 = 0 then 'CANCELLED' when n > ${COUNT - 300} then 'PENDING_PAYMENT' when n > ${COUNT - 600} then 'PENDING_CONFIRMATION' else 'CONFIRMED' end)`,
    )
    await transaction(database.db, async (tx) => {
      // On a machine that is busy with others too it may take longer than a request may.
      await tx.execute(sql`set local statement_timeout = 0`)
      await tx.execute(sql`
      insert into obligations (circle_id, id, member_id, type, amount_cents, target, period, "order", owed_at, overdue, status)
      select ${circle!.id}, md5('o' || n)::uuid, (${ids})[${donorAt}], case when n % 2000 = 0 then 'ADM_N3' else 'CASCADE_N1' end, 10000, 1, null, 1000000 + n, now() - make_interval(mins => ${COUNT} - n), false, 'confirmed'
      from generate_series(1, ${COUNT}) n`)
      await tx.execute(sql`
      insert into donations (circle_id, id, obligation_id, donor_id, receiver_id, type, amount_cents, target, status, created_at, deadline_at, ended_at, receipt_sent_at, receipt_reused)
      select ${circle!.id}, md5('d' || n)::uuid, md5('o' || n)::uuid, (${ids})[${donorAt}], (${ids})[${receiverAt}], case when n % 2000 = 0 then 'ADM_N3' else 'CASCADE_N1' end, case when n % 3000 = 0 then 160000 else 10000 end, 1, ${status},
        now() - make_interval(mins => ${COUNT} - n), now() + interval '30 days', case when ${status} in ('PENDING_PAYMENT', 'PENDING_CONFIRMATION') then null else now() - make_interval(mins => ${COUNT} - n) end,
        case when ${status} in ('CONFIRMED', 'PENDING_CONFIRMATION') then now() end, false
      from generate_series(1, ${COUNT}) n`)
      await tx.execute(sql`
      insert into reports (circle_id, id, donation_id, reporter_id, reason, status, reported_at, updated_at, ended_at)
      select ${circle!.id}, md5('r' || n)::uuid, md5('d' || n * 6)::uuid, (${ids})[1 + n % 8], repeat('Paguei e não foi confirmado. ', 8), case when n > ${REPORTS - 40} then 'PENDING' else 'RESOLVED' end, now() - make_interval(mins => ${REPORTS} - n), now(), case when n > ${REPORTS - 40} then null else now() end
      from generate_series(1, ${REPORTS}) n`)
      await tx.execute(sql`
      insert into donation_counters (circle_id, status, count, amount_cents) select circle_id, status, count(*), sum(amount_cents) from donations group by 1, 2
      on conflict (circle_id, status) do update set count = excluded.count, amount_cents = excluded.amount_cents`)
      await tx.execute(sql`
      insert into ledger (circle_id, seq, at, actor_id, kind, payload, previous_hash, hash)
      select ${circle!.id}, ${circle!.seq} + n, now(), null, 'donation_confirmed', '{}', md5('h' || n), md5('h' || n + 1) from generate_series(1, ${COUNT}) n`)
    })
    await database.db.update(circles).set({ seq: circle!.seq + COUNT, reportsMade: REPORTS })
    await database.asOwner((client) => client.query('vacuum analyze'))
    anyId = (await database.db.execute<{ id: string }>(sql`select md5('d20000')::uuid as id`)).rows[0]!.id
    ownId = (
      await database.db.execute<{ id: string }>(
        sql`select id from donations where donor_id = ${people[2]!.id} and status = 'CONFIRMED' order by created_at desc offset 2000 limit 1`,
      )
    ).rows[0]!.id
  }

  /** The executed plans of every query on a large table that a call makes. */
  async function plansOf(
    call: Parameters<TestApp['call']>[0],
    token: string,
    query = '',
    params: Record<string, string> = {},
  ) {
    const seen: { text: string; values: unknown[] }[] = []
    const { pool } = database
    const plain = pool.query.bind(pool)
    const watched = (asked: unknown, values: unknown[], ...rest: unknown[]) => {
      const text = typeof asked === 'string' ? asked : (asked as { text: string }).text
      if (/^\(?(select|with)/i.test(text) && [...LARGE].some((table) => text.includes(`"${table}"`)))
        seen.push({ text, values })
      return (plain as (...args: unknown[]) => unknown)(asked, values, ...rest)
    }
    pool.query = watched as typeof pool.query
    const answer = await testApp.call(call, token, { query, params }).finally(() => {
      pool.query = plain
    })
    if (answer.status !== 200) throw new Error(`${call}${query}: ${answer.status} ${JSON.stringify(answer.body)}`)
    const plans = []
    for (const { text, values } of seen) {
      const { rows } = await pool.query(`explain (analyze, format json) ${text}`, values)
      plans.push({
        text,
        isCount: /^select (\(?count|\(select count)/i.test(text),
        ...touched((rows[0]['QUERY PLAN'] as { Plan: Plan }[])[0]!.Plan),
      })
    }
    expect(plans.length).toBeGreaterThan(0)
    return plans
  }

  const donor = () => people[2]!.id
  const lists: [string, () => [Parameters<TestApp['call']>[0], 'admin' | 'member', string, Record<string, string>?]][] =
    [
      ['all', () => ['GET /admin/donations/list', 'admin', '']],
      ['the last page', () => ['GET /admin/donations/list', 'admin', `?page=${COUNT / 10}`]],
      ['a deep page beside an item', () => ['GET /admin/donations/list', 'admin', `?page=4000&after=${anyId}`]],
      ['a deep page before an item', () => ['GET /admin/donations/list', 'admin', `?page=4000&before=${anyId}`]],
      ['pending', () => ['GET /admin/donations/list', 'admin', '?status=PENDING_PAYMENT,PENDING_CONFIRMATION']],
      ['one pending status', () => ['GET /admin/donations/list', 'admin', '?status=PENDING_CONFIRMATION']],
      ['completed', () => ['GET /admin/donations/list', 'admin', '?status=CONFIRMED']],
      ['expired', () => ['GET /admin/donations/list', 'admin', '?status=EXPIRED,CANCELLED']],
      ['of a donor', () => ['GET /admin/donations/list', 'admin', `?donorId=${donor()}`]],
      ['of a receiver', () => ['GET /admin/donations/list', 'admin', `?receiverId=${donor()}&status=CONFIRMED`]],
      ['by id', () => ['GET /admin/donations/list', 'admin', `?id=${anyId}`]],
      ['of a rare type', () => ['GET /admin/donations/list', 'admin', '?type=ADM_N3']],
      ['of a type there is none of', () => ['GET /admin/donations/list', 'admin', '?type=FINAL_PAYMENT_N3']],
      ['of a rare amount', () => ['GET /admin/donations/list', 'admin', '?minAmount=1600']],
      ['of a day', () => ['GET /admin/donations/list', 'admin', '?dateFrom=2026-11-01&dateTo=2026-11-02']],
      ['the figures', () => ['GET /donations/stats', 'member', '']],
      ['to send', () => ['GET /donations/to-send', 'member', '']],
      ['to receive', () => ['GET /donations/to-receive', 'member', '']],
      ['history', () => ['GET /donations/history', 'member', '']],
      ['a deep page of history', () => ['GET /donations/history', 'member', `?page=600&after=${ownId}`]],
      ['the last page of history', () => ['GET /donations/history', 'member', '?page=1200']],
      ['one’s reports', () => ['GET /donations/reports', 'member', '']],
      ['one’s unresolved reports', () => ['GET /donations/reports', 'member', '?resolved=false&limit=100']],
      ['reports', () => ['GET /admin/donations/reports', 'admin', '']],
      ['pending reports', () => ['GET /admin/donations/reports', 'admin', '?status=PENDING']],
      ['the last reports', () => ['GET /admin/donations/reports', 'admin', `?page=${REPORTS / 10}`]],
      ['a donation’s report', () => ['GET /admin/donations/reports', 'admin', `?donationId=${anyId}`]],
      ['the ledger', () => ['GET /ledger', 'admin', '']],
      ['the middle of the ledger', () => ['GET /ledger', 'admin', '?page=2500']],
      ['what waits for a person', () => ['GET /admin/tasks', 'admin', '']],
      ['one donation', () => ['GET /admin/donations/{id}', 'admin', '', { id: anyId }]],
    ]

  test.each(lists)('no query scans a whole table: %s', async (_name, list) => {
    const [call, who, query, params] = list()
    for (const { text, isCount, scans, rows } of await plansOf(
      call,
      who === 'admin' ? admin : people[2]!.token,
      query,
      params,
    )) {
      expect(
        scans.filter((scan) => scan.startsWith('Seq Scan')),
        text,
      ).toEqual([])
      // A filtered count without a counter may read its whole index, but nothing else.
      if (!isCount) expect(rows, text).toBeLessThanOrEqual(ROWS_MAX)
    }
  })

  test.each(['page=4000', 'page=4000&status=CONFIRMED', 'page=4000&type=CASCADE_N1', 'page=6000'])(
    'a page in the middle is walked to in an index, and its rows alone are read whole: %s',
    async (query) => {
      const pages = (await plansOf('GET /admin/donations/list', admin, `?${query}`)).filter(({ isCount }) => !isCount)
      for (const { text, whole } of pages) expect(whole, text).toBeLessThanOrEqual(100)
    },
  )

  test('a full export is complete, and other requests are answered meanwhile', async () => {
    const download = { isDone: false }
    const exporting = testApp.call('GET /admin/donations/export', admin).finally(() => (download.isDone = true))
    let answered = 0
    while (!download.isDone) {
      expect((await testApp.call('GET /donations/to-receive', people[0]!.token)).status).toBe(200)
      answered += 1
    }
    const text = String((await exporting).body)
    expect(text.split('\r\n').filter((line) => line !== '')).toHaveLength(
      1 + (await testApp.services.db.$count(donations)),
    )
    expect(answered).toBeGreaterThan(10)
  })

  test('the page of the history that holds one of long ago is found by its id; of another’s it is the first', async () => {
    const history = async (query: string) =>
      (await testApp.call('GET /donations/history', people[2]!.token, { query })).body
    const found = await history(`?holds=${ownId}`)
    expect(found.data.map(({ id }: { id: string }) => id)).toContain(ownId)
    expect(found.pagination.currentPage).toBeGreaterThan(100)
    expect(found).toEqual(await history(`?page=${found.pagination.currentPage}`))
    expect((await history(`?holds=${people[0]!.id}`)).pagination.currentPage).toBe(1)
  })

  test('totals by status alone come from the counters, without counting rows', async () => {
    for (const query of ['', '?status=CONFIRMED', '?status=EXPIRED,CANCELLED']) {
      expect((await plansOf('GET /admin/donations/list', admin, query)).filter(({ isCount }) => isCount)).toEqual([])
    }
  })
})

describe('the counters', () => {
  test('equal the real counts after pulls, receipts, confirmations, removals, reports and expiries', async () => {
    const testApp = await createTestApp(await openTestDatabase({ placed: 6 }))
    const people = await testApp.placed(6)
    const admin = () => testApp.administrator()
    for (let month = 0; month < 3; month += 1) {
      await testApp.call('POST /donations/admin/generate-monthly-pull', await admin(), { body: {} })
      const tokens = new Map<string, string>()
      for (const { id } of people) {
        const { email } = (await testApp.call('GET /users', await admin())).body.find(
          (user: { id: string }) => user.id === id,
        )
        tokens.set(
          id,
          (await testApp.call('POST /auth/login', null, { body: { email, password: 'uma-senha-bem-boa' } })).body
            .access_token,
        )
      }
      let step = month
      for (const [id, token] of tokens) {
        for (const donation of (await testApp.call('GET /donations/to-send', token)).body.filter(
          (one: { waiting: boolean }) => !one.waiting,
        )) {
          step += 1
          if (step % 4 !== 0) await testApp.pays(donation.id, token)
          if (step % 3 === 0)
            await testApp.call('PATCH /donations/{id}/confirm', tokens.get(donation.receiverId)!, {
              params: { id: donation.id },
            })
          if (step % 5 === 0)
            await testApp.call('POST /donations/{id}/report', token, {
              params: { id: donation.id },
              body: { reason: 'x' },
            })
        }
        if (step % 6 === 0) {
          const entry = (await testApp.call('GET /queue', await admin())).body.find(
            (one: { user_id: string }) => one.user_id === id,
          )
          if (entry)
            await testApp.call('POST /queue/godown/move-user-to-end', await admin(), {
              body: { user_id: id, donation_number: 1 },
            })
        }
      }
      testApp.clock.moveTo(testApp.clock.now() + 31 * 86_400_000)
      const { runDueJobs } = await import('#server/jobs/jobs.ts')
      await runDueJobs(testApp.services)
    }
    const counted = await testApp.services.db
      .select({
        status: donations.status,
        count: sql<number>`count(*)::int`,
        amountCents: sql<number>`sum(${donations.amountCents})::float8`,
      })
      .from(donations)
      .groupBy(donations.status)
    const kept = await testApp.services.db
      .select({
        status: donationCounters.status,
        count: donationCounters.count,
        amountCents: donationCounters.amountCents,
      })
      .from(donationCounters)
    const byStatus = <T extends { status: string; count: number }>(rows: T[]) =>
      rows.filter(({ count }) => count !== 0).toSorted((a, b) => (a.status < b.status ? -1 : 1))
    expect(byStatus(kept)).toEqual(byStatus(counted))
    expect(counted.length).toBeGreaterThan(2)
    const [circle] = await testApp.services.db.select().from(circles)
    expect(circle!.reportsMade).toBeGreaterThan(0)
    expect(circle!.reportsMade).toBe(await testApp.services.db.$count(reports))
  })
})
