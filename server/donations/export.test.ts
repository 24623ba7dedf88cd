import { desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { audit } from '#server/tables/audit.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { newId } from '#server/lib/ids.ts'
import { donations } from '#server/tables/donations.ts'
import { paymentKeys } from '#server/tables/payment-keys.ts'
import { openRealRoda } from '#server/testing/real-roda.ts'
import { users } from '#server/tables/users.ts'

const COPIES = 1_203

describe('the export of donations', () => {
  let testApp: TestApp
  let admin: string
  let people: { id: string; token: string }[]

  beforeAll(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 5 }))
    admin = await testApp.administrator()
    people = await testApp.placed(5)
    // No call takes such a name any more; one from before stands in the database.
    await testApp.services.db
      .update(users)
      .set({ firstName: '=1+1;"x"', lastName: 'Andrade' })
      .where(eq(users.id, people[1]!.id))
    await testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
    const [mine] = (await testApp.call('GET /donations/to-send', people[2]!.token)).body
    await testApp.pays(mine.id, people[2]!.token)
    await testApp.call('PATCH /donations/{id}/confirm', people.find(({ id }) => id === mine.receiverId)!.token, {
      params: { id: mine.id },
    })
  })

  const exported = async (query = '') => {
    const answer = await testApp.call('GET /admin/donations/export', admin, { query })
    expect(answer.status).toBe(200)
    expect(String(answer.body).slice(0, String(answer.body).indexOf('\r\n'))).toBe(
      '\uFEFFID;Tipo;Status;Valor (R$);Doador;Chave PIX do doador;ID do doador;Receptor;Chave PIX do receptor;' +
        'ID do receptor;Criada em;Prazo;Comprovante enviado em;Comprovante repetido;Reportada;Concluída em;' +
        'Encerrada em;Depois do prazo;Mês adiantado;Pagamento;Valor do pagamento (R$)',
    )
    expect(String(answer.body).endsWith('\r\n')).toBe(true)
    return { headers: answer.headers, lines: String(answer.body).slice(1, -2).split('\r\n').slice(1) }
  }
  const listed = async (query: string): Promise<string[]> =>
    (await testApp.call('GET /admin/donations/list', admin, { query: `?limit=100${query}` })).body.data.map(
      ({ id }: { id: string }) => id,
    )
  const idsOf = (lines: string[]) => lines.map((line) => line.split(';')[0])

  test('is a file named with its day, for administrators only, and recorded in the access log', async () => {
    expect((await testApp.call('GET /admin/donations/export', null)).status).toBe(401)
    expect((await testApp.call('GET /admin/donations/export', people[0]!.token)).status).toBe(403)
    expect(await testApp.services.db.$count(audit, sql`kind = 'donations.exported'`)).toBe(0)
    const { headers } = await exported()
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="doacoes-2026-11-10.csv"',
      'cache-control': 'no-store',
    })
    const [written] = await testApp.services.db.select().from(audit).orderBy(desc(audit.id)).limit(1)
    expect(written).toMatchObject({ kind: 'donations.exported', subjectId: null })
  })

  test('shows what the console shows of each donation, in the format of Brazilian spreadsheets', async () => {
    const [one] = (await exported('?status=CONFIRMED')).lines
    const cells = one!.split(';')
    const view = (await testApp.call('GET /admin/donations/{id}', admin, { params: { id: cells[0]! } })).body
    expect(cells).toEqual([
      view.id,
      'Contribuição mensal',
      'Confirmada',
      '100,00',
      view.donor.name,
      view.donor.pixKey,
      view.donorId,
      view.receiver.name,
      view.receiver.pixKey,
      view.receiverId,
      '10/11/2026 12:00',
      '10/12/2026 12:00',
      '10/11/2026 12:00',
      'Não',
      'Não',
      '10/11/2026 12:00',
      '10/11/2026 12:00',
      'Não',
      '',
      view.id,
      '100,00',
    ])
    expect(view.donor.pixKey).toContain('@')
  })

  test('says of each whether it came late, with a receipt sent before, under a report, and how it ended', async () => {
    const { db } = testApp.services
    const [open] = await db.select().from(donations).where(eq(donations.status, 'PENDING_PAYMENT'))
    const facts = async () => {
      const lines = (await exported()).lines.map((line) => line.split(';'))
      return lines.find(([id]) => id === open!.id)!.slice(12, 18)
    }
    expect(await facts()).toEqual(['', 'Não', 'Não', '', '', 'Não'])
    const { token } = people.find(({ id }) => id === open!.donorId)!
    const body = { reason: 'A chave não existe.' }
    await testApp.call('POST /donations/{id}/report', token, { params: { id: open!.id }, body })
    expect(await facts()).toEqual(['', 'Não', 'Sim', '', '', 'Não'])
    await db.update(donations).set({ receiptReused: true, isLate: true }).where(eq(donations.id, open!.id))
    expect(await facts()).toEqual(['', 'Sim', 'Sim', '', '', 'Sim'])
  })

  test('says on each line of one payment which that is, and its whole sum; to the administration’s account, and by nobody known', async () => {
    const { db } = testApp.services
    const [paid] = await db.select().from(donations).where(eq(donations.status, 'CONFIRMED'))
    const beside = { ...paid!, id: newId(testApp.clock), amountCents: 5_050 }
    const another = { ...paid!, id: newId(testApp.clock), receiptSha256: 'f'.repeat(64) }
    const toAccount = { ...paid!, id: newId(testApp.clock), receiverId: null, paymentKeyId: null, receiptSha256: null }
    const rows = [beside, another, toAccount]
    await db.insert(donations).values(rows)
    const lines = (await exported('?status=CONFIRMED')).lines.map((line) => line.split(';'))
    const cells = ({ id }: { id: string }) => lines.find(([first]) => first === id)!
    expect(cells(paid!).slice(-2)).toEqual([paid!.id, '150,50'])
    expect(cells(beside).slice(-2)).toEqual([paid!.id, '150,50'])
    expect(cells(another).slice(-2)).toEqual([another.id, '100,00'])
    expect(cells(toAccount).slice(-2)).toEqual([toAccount.id, '100,00'])
    expect(cells(toAccount).slice(7, 10)).toEqual(['Conta administrativa', '', ''])
    await db.delete(donations).where(
      inArray(
        donations.id,
        rows.map(({ id }) => id),
      ),
    )
  })

  test('a name cannot run as a formula or break out of its cell', async () => {
    const lines = (await exported()).lines.filter((line) => line.includes('1+1'))
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) expect(line).toContain(`;"'=1+1;""x"" Andrade";`)
  })

  test('holds exactly the filtered donations, in the list’s order', async () => {
    for (const query of [
      '',
      '&status=CONFIRMED',
      '&status=PENDING_PAYMENT,PENDING_CONFIRMATION',
      `&donorId=${people[2]!.id}`,
      `&receiverId=${people[0]!.id}`,
      '&dateTo=2026-11-09',
      '&donorId=nada',
      '&type=PULL&minAmount=100',
    ]) {
      expect([query, idsOf((await exported(query.replace('&', '?'))).lines)]).toEqual([query, await listed(query)])
    }
    expect((await testApp.call('GET /admin/donations/export', admin, { query: '?status=TALVEZ' })).status).toBe(400)
    expect((await testApp.call('GET /admin/donations/export', admin, { query: '?page=1' })).status).toBe(400)
  })

  test('loses and repeats nothing between chunks, and never shows another circle’s donations', async () => {
    const before = idsOf((await exported()).lines)
    // These donations all ended at the same instant, so that only the id orders them.
    await testApp.services.db.execute(sql`
      insert into donations (circle_id, id, obligation_id, donor_id, receiver_id, type, amount_cents, target, status, created_at, deadline_at, ended_at, end_reason)
      select circle_id, gen_random_uuid(), obligation_id, donor_id, receiver_id, type, amount_cents, target, 'EXPIRED', created_at, deadline_at, created_at, 'deadline'
      from (select * from donations limit 1) one, generate_series(1, ${COPIES}) n`)
    const all = (
      await testApp.services.db
        .select({ id: donations.id })
        .from(donations)
        .orderBy(desc(donations.createdAt), desc(donations.id))
    ).map(({ id }) => id)
    expect(all).toHaveLength(before.length + COPIES)
    expect(idsOf((await exported()).lines)).toEqual(all)
    const { lines } = await exported('?status=EXPIRED,CANCELLED')
    expect(idsOf(lines)).toHaveLength(COPIES)
    // They ended, and nobody was paid.
    expect(lines[0]!.split(';').slice(15, 17)).toEqual(['', '10/11/2026 12:00'])
  })
})

test('in a real roda the file has the key that each donation is paid on, and none once that is forgotten', async () => {
  const testApp = await createTestApp(await openTestDatabase())
  const admin = await testApp.administrator()
  await openRealRoda(testApp, admin)
  const { db } = testApp.services
  const keyOf = async (donationId: string) => {
    const { body } = await testApp.call('GET /admin/donations/export', admin)
    const lines = String(body)
      .split('\r\n')
      .map((line) => line.split(';'))
    return lines.find(([id]) => id === donationId)![8]
  }
  const [open] = await db.select().from(donations).where(isNotNull(donations.paymentKeyId)).limit(1)
  const view = (await testApp.call('GET /admin/donations/{id}', admin, { params: { id: open!.id } })).body
  expect(view.receiver.pixKey).toContain('@')
  expect(await keyOf(open!.id)).toBe(view.receiver.pixKey)
  await db
    .update(paymentKeys)
    .set({ state: 'former', sealed: null, endedAt: new Date(testApp.clock.now()) })
    .where(eq(paymentKeys.id, open!.paymentKeyId!))
  expect(await keyOf(open!.id)).toBe('')
})
