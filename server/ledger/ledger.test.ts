import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { LedgerEntry, SignedHead } from '#circle/ledger/entry.ts'
import { verifyLedger } from '#circle/ledger/verify.ts'
import { presets } from '#circle/plan.ts'
import { isHeadSigned } from '#contracts/ledger-faults.ts'
import { createCircle } from '#server/circle-store/with-circle.ts'
import { circles } from '#server/tables/circles.ts'
import { newId } from '#server/lib/ids.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { readLedger as readDownload, verify } from '../../scripts/verify-ledger.mjs'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import { ledger } from '#server/tables/ledger.ts'

describe('the ledger', () => {
  let testApp: TestApp
  let admin: string
  let people: { id: string; token: string }[]

  beforeAll(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 5 }))
    admin = await testApp.administrator()
    people = await testApp.placed(5)
    await testApp.call('POST /donations/admin/cycle/{cycle}/start', admin, { params: { cycle: '1' }, body: {} })
    for (const { id, token } of people.slice(0, 4)) {
      for (const donation of (await testApp.call('GET /donations/to-send', token)).body.filter(
        ({ waiting }: { waiting: boolean }) => !waiting,
      )) {
        await testApp.pays(donation.id, token)
        const receiver = people.find((person) => person.id === donation.receiverId && person.id !== id)!
        expect(
          (await testApp.call('PATCH /donations/{id}/confirm', receiver.token, { params: { id: donation.id } })).status,
        ).toBe(200)
      }
    }
  })

  const download = async (token: string, format: 'ndjson' | 'json' = 'ndjson') => {
    const answer = await testApp.app.inject({
      method: 'GET',
      url: `/api/ledger/export?format=${format}`,
      headers: { authorization: `Bearer ${token}` },
    })
    return { headers: answer.headers, text: answer.body, ...readDownload(answer.body) }
  }

  test('is for approved members and administrators', async () => {
    const pending = await testApp.registers(30)
    for (const call of ['GET /ledger', 'GET /ledger/head', 'GET /ledger/export'] as const) {
      expect((await testApp.call(call, null)).status, call).toBe(401)
      expect(await testApp.call(call, pending.token), call).toMatchObject({
        status: 403,
        body: { code: 'access.not_approved' },
      })
      expect((await testApp.call(call, people[0]!.token)).status, call).toBe(200)
      expect((await testApp.call(call, admin)).status, call).toBe(200)
    }
    expect(await testApp.call('GET /ledger/export', admin, { query: '?format=xml' })).toMatchObject({ status: 400 })
  })

  test('is paged from either end, without a gap', async () => {
    const first = (await testApp.call('GET /ledger', people[0]!.token, { query: '?limit=7&order=oldest' })).body
    const second = (await testApp.call('GET /ledger', people[0]!.token, { query: '?limit=7&order=oldest&page=2' })).body
    expect([...first.data, ...second.data].map(({ seq }: LedgerEntry) => seq)).toEqual(
      Array.from({ length: 14 }, (_, index) => index + 1),
    )
    const newest = (await testApp.call('GET /ledger', people[0]!.token)).body
    expect(newest.data[0]).toMatchObject({ seq: newest.head.seq, hash: newest.head.hash })
    const { totalPages } = first.pagination
    const last = (
      await testApp.call('GET /ledger', people[0]!.token, { query: `?limit=7&order=oldest&page=${totalPages}` })
    ).body
    expect(last.data.at(-1).seq).toBe(first.head.seq)
    expect(
      (await testApp.call('GET /ledger', people[0]!.token, { query: `?limit=7&order=oldest&page=${totalPages + 1}` }))
        .body.data,
    ).toEqual([])
  })

  test('is exported in two formats with its signed head, and both verifiers accept it', async () => {
    const lines = await download(people[0]!.token)
    const document = await download(people[0]!.token, 'json')
    expect(lines.headers).toMatchObject({
      'content-type': 'application/x-ndjson',
      'content-disposition': 'attachment; filename="livro-da-ciranda.ndjson"',
    })
    expect(document.headers['content-type']).toMatch(/^application\/json/)
    expect(document.entries).toEqual(lines.entries)
    expect(lines.entries).toHaveLength(lines.head.seq)
    expect(await isHeadSigned(lines.head)).toBe(true)
    const kept = (await testApp.call('GET /ledger/head', people[1]!.token)).body as SignedHead
    const verdict = verify({ ...lines, kept: [kept] })
    expect(verdict).toMatchObject({ faults: [], entries: lines.head.seq })
    expect(verdict.money!.givenCents).toBeGreaterThan(0)
    const shared = {
      circleId: lines.head.circle_id,
      entries: lines.entries,
      head: { ...lines.head, isSigned: true },
      kept: [{ ...kept, isSigned: true }],
    }
    expect(verifyLedger(shared, { sha256 })).toEqual(verdict)
    const news = (await testApp.call('GET /ledger/export', people[0]!.token, { query: '?after=10' })).body as string
    const [head, ...entries] = news
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)
    expect(head).toEqual({ ciranda_ledger: 1, head: lines.head })
    expect(entries).toEqual(lines.entries.slice(10))
    expect(await testApp.call('GET /ledger/export', people[0]!.token, { query: '?after=x' })).toMatchObject({
      status: 400,
    })
    const stats = (await testApp.call('GET /circle/result', people[0]!.token)).body
    expect(verdict.money!.givenCents).toBe(stats.given * 100)
  })

  test('matches the donations in one’s own data export', async () => {
    const { token, id } = people[2]!
    const data = (await testApp.call('GET /me/export', token)).body
    const own = {
      memberId: id,
      donations: data.donations
        .filter(({ waiting }: { waiting: boolean }) => !waiting)
        .map(({ id: of, amount, status }: { id: string; amount: number; status: string }) => ({
          id: of,
          amountCents: amount * 100,
          status,
        })),
    }
    expect(own.donations.length).toBeGreaterThan(0)
    const { entries, head } = await download(token)
    const verdict = verify({ entries, head, own })
    expect(verdict.faults).toEqual([])
    expect(verdict.own!.entries).toBe(data.ledger.length)
    const stats = (await testApp.call('GET /donations/stats', token)).body
    expect([verdict.own!.givenCents, verdict.own!.receivedCents]).toEqual([
      stats.totalDonated * 100,
      stats.totalReceived * 100,
    ])
  })

  test('continues from every signed head, and an export while it grows is of one moment', async () => {
    const kept = (await testApp.call('GET /ledger/head', admin)).body as SignedHead
    const [during] = await Promise.all([
      download(admin),
      testApp.call('POST /queue/godown/move-user-to-end', admin, {
        body: { user_id: people[4]!.id, donation_number: 1 },
      }),
      testApp.registers(31),
    ])
    expect(verify(during).faults).toEqual([])
    const after = await download(admin)
    expect(verify({ ...after, kept: [kept, during.head] }).faults).toEqual([])
    expect(after.head.seq).toBeGreaterThanOrEqual(kept.seq)
    expect(after.head.key).toBe(kept.key)
  })

  test('holds only ids of people: no name, address, document, key or text of a report', async () => {
    const [donation] = (await testApp.call('GET /donations/to-send', people[4]!.token)).body
    expect(
      (
        await testApp.call('POST /donations/{id}/report', people[4]!.token, {
          params: { id: donation.id },
          body: { reason: 'Palavras que ficam no report' },
        })
      ).status,
    ).toBe(201)
    const { text } = await download(people[1]!.token)
    const everybody = (await testApp.call('GET /users', admin)).body as Record<string, string | null>[]
    for (const person of everybody) {
      for (const field of ['firstName', 'email', 'phone', 'cpf', 'pixKey', 'pixCopyPaste', 'birthDate'] as const)
        if (person[field]) expect(text, field).not.toContain(person[field])
    }
    expect(text).not.toContain('Palavras')
  })

  test('of another circle cannot be read', async () => {
    const elsewhere = newId(testApp.clock)
    await createCircle(
      { ...testApp.services, actorId: null },
      { id: elsewhere, name: 'Outra roda', operator: null, mode: 'demonstracao', plan: presets.termos },
    )
    const { text, head, entries } = await download(people[0]!.token)
    expect(text).not.toContain(elsewhere)
    // An entry does not name its circle, so one too many is another's.
    expect(entries).toHaveLength(head.seq)
    expect(head.circle_id).not.toBe(elsewhere)
  })

  describe('altered directly in the database', () => {
    const alter = async (
      work: (tx: { execute(query: ReturnType<typeof sql>): Promise<unknown> }) => Promise<unknown>,
    ) => {
      const { database, db } = testApp.services
      await database.asOwner((owner) => owner.query('alter table ledger disable trigger ledger_stays'))
      await db.transaction(async (tx) => work(tx))
      await database.asOwner((owner) => owner.query('alter table ledger enable trigger ledger_stays'))
    }

    test('is detected by anybody who downloads it, and the entry is named', async () => {
      const { head } = await download(admin)
      const [row] = await testApp.services.db
        .select()
        .from(ledger)
        .where(eq(ledger.kind, 'donation.confirmed'))
        .limit(1)
      await alter((tx) =>
        tx.execute(
          sql`update ledger set payload = jsonb_set(payload, '{amountCents}', '1') where circle_id = ${row!.circleId} and seq = ${row!.seq}`,
        ),
      )
      expect(verify(await download(people[0]!.token)).faults).toMatchObject([{ code: 'entry.altered', seq: row!.seq }])
      await alter((tx) =>
        tx.execute(
          sql`update ledger set payload = ${JSON.stringify(row!.payload)}::jsonb where circle_id = ${row!.circleId} and seq = ${row!.seq}`,
        ),
      )
      expect(verify(await download(people[0]!.token)).faults).toEqual([])

      await alter((tx) => tx.execute(sql`delete from ledger where circle_id = ${row!.circleId} and seq = 3`))
      expect(verify(await download(people[0]!.token)).faults).toMatchObject([{ code: 'entry.missing', seq: 3 }])
      // With the end removed and the circle's row set back, the newly signed ledger is consistent. Only a head kept
      // from before reveals the change.
      await alter(async (tx) => {
        await tx.execute(sql`delete from queue_changes where circle_id = ${row!.circleId}`)
        await tx.execute(sql`delete from ledger where circle_id = ${row!.circleId} and seq > 2`)
      })
      const [second] = await testApp.services.db.select().from(ledger).where(eq(ledger.seq, 2)).limit(1)
      await testApp.services.db
        .update(circles)
        .set({ seq: 2, headHash: second!.hash })
        .where(eq(circles.id, row!.circleId))
      const truncated = await download(people[0]!.token)
      expect(verify(truncated).faults).toEqual([])
      expect(verify({ ...truncated, kept: [head] }).faults).toMatchObject([{ code: 'kept.cut', seq: head.seq }])
    })
  })
})
