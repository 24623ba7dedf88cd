import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/database/database.ts'
import type { Db } from '#server/database/types.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { Answer, TestApp } from '#server/testing/test-app.ts'

type Person = { id: string; token: string }

// A database trigger counts each write and rejects the k-th one. The fault therefore happens in a real database in the
// middle of a real transaction, wherever the code writes.
const WRITES_MAX = 80

async function armFaults({ db, asOwner }: Database) {
  await asOwner(async (owner) => {
    await owner.query(`create sequence test_writes`)
    await owner.query(`create table test_fault (at int not null)`)
    await owner.query(`insert into test_fault values (0)`)
    await owner.query('grant select on test_fault to public')
    await owner.query('grant usage on test_writes to public')
    await owner.query(
      `create function test_fault_check() returns trigger language plpgsql as $$ begin
    if (select at from test_fault) > 0 and nextval('test_writes') = (select at from test_fault) then raise exception 'a fault of this test'; end if; return null; end $$`,
    )
    for (const table of await tables(db)) {
      await owner.query(
        `create trigger test_fault_at before insert or update or delete on "${table}" for each statement execute function test_fault_check()`,
      )
    }
  })
}

async function failAt({ asOwner }: Database, write: number) {
  await asOwner(async (owner) => {
    await owner.query('update test_fault set at = $1', [write])
    await owner.query(`select setval('test_writes', 1, false)`)
  })
}

async function tables(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'test_%' order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** A checksum of every row of every table. The upload quota is left out, because it counts failed attempts too. */
async function everything(db: Db): Promise<Record<string, string>> {
  const all: Record<string, string> = {}
  for (const table of (await tables(db)).filter((name) => name !== 'uploads')) {
    const { rows } = await db.execute<{ sum: string | null }>(
      sql.raw(`select count(*) || ' ' || md5(string_agg(t::text, E'\\n' order by t::text)) as sum from "${table}" t`),
    )
    all[table] = rows[0]!.sum ?? ''
  }
  return all
}

describe('a database fault in the middle of a call', () => {
  let testApp: TestApp
  let admin: string
  let people: Person[]
  let donation: { id: string; donorId: string; receiverId: string }
  let donor: Person
  let receiver: Person

  beforeEach(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 4 }))
    admin = await testApp.administrator()
    people = await testApp.placed(4)
    await testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
    donor = people[2]!
    donation = (await testApp.call('GET /donations/to-send', donor.token)).body.find(
      (one: { waiting: boolean }) => !one.waiting,
    )
    receiver = people.find(({ id }) => id === donation.receiverId)!
  })

  /**
   * Fails each write of a call in turn. Every failure must leave all rows unchanged, and the call must succeed once no
   * write fails.
   */
  async function rollsBackEveryFault(call: () => Promise<Answer>) {
    const { db } = testApp.services
    await armFaults(testApp.services.database)
    const before = await everything(db)
    for (let write = 1; write <= WRITES_MAX; write += 1) {
      await failAt(testApp.services.database, write)
      const { status } = await call()
      await failAt(testApp.services.database, 0)
      if (status < 300) {
        expect(await everything(db)).not.toEqual(before)
        return write - 1
      }
      expect(status, `write ${write}`).toBe(500)
      expect(await everything(db), `after write ${write} failed`).toEqual(before)
    }
    throw new Error(`The call still failed after ${WRITES_MAX} writes`)
  }

  test('rolls back a confirmation completely', async () => {
    await testApp.pays(donation.id, donor.token)
    expect(
      await rollsBackEveryFault(() =>
        testApp.call('PATCH /donations/{id}/confirm', receiver.token, { params: { id: donation.id } }),
      ),
    ).toBeGreaterThan(3)
  })

  test('rolls back a receipt completely', async () => {
    expect(await rollsBackEveryFault(() => testApp.pays(donation.id, donor.token))).toBeGreaterThan(3)
  })

  test('rolls back a report and its decision completely', async () => {
    await testApp.pays(donation.id, donor.token)
    const { body } = await testApp.call('POST /donations/{id}/report', receiver.token, {
      params: { id: donation.id },
      body: { reason: 'não recebi' },
    })
    const decision = {
      resolution: 'RESOLVED',
      donation_outcome: 'confirm',
      resolution_message: 'Vimos o extrato.',
      admin_notes: 'nota',
    }
    expect(
      await rollsBackEveryFault(() =>
        testApp.call('POST /admin/donations/reports/{id}/resolve', admin, { params: { id: body.id }, body: decision }),
      ),
    ).toBeGreaterThan(3)
  })

  test('rolls back a removal from the queue completely', async () => {
    const entry = (await testApp.call('GET /queue', admin)).body.find(
      (one: { user_id: string }) => one.user_id === donor.id,
    )
    expect(
      await rollsBackEveryFault(() => testApp.call('DELETE /queue/{id}', admin, { params: { id: entry.id } })),
    ).toBeGreaterThan(3)
  })

  test('rolls back a registration and an approval completely', async () => {
    const person = await testApp.registers(9)
    expect(
      await rollsBackEveryFault(() => testApp.call('PATCH /users/{id}/approve', admin, { params: { id: person.id } })),
    ).toBeGreaterThan(2)
  })

  test('rolls back a pull completely', async () => {
    testApp.clock.moveTo(testApp.clock.now() + 31 * 86_400_000)
    admin = await testApp.administrator()
    expect(
      await rollsBackEveryFault(() => testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })),
    ).toBeGreaterThan(3)
  })
})
