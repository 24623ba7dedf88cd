import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { VERSION } from '#server/lib/version.ts'
import { silentLogger } from '#server/database/logger.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import { scrubDue } from './scrub.ts'

const DAY_MS = 86_400_000

describe('the scrubber', () => {
  let testApp: TestApp
  let people: readonly Person[]
  let confirmed: string
  let receipt: string
  const execute = (statement: SQL) => testApp.services.db.execute(statement)
  /** As somebody at the database itself, whom its guards do not stop. */
  const asOwner = (text: string) =>
    testApp.services.database.asOwner(async (owner) => {
      await owner.query('alter table ledger disable trigger user')
      await owner.query(text)
      await owner.query('alter table ledger enable trigger user')
    })

  beforeAll(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 4 }))
    people = await testApp.placed(4)
    await testApp.call('POST /donations/admin/generate-monthly-pull', await testApp.administrator(), { body: {} })
    for (const donor of people) {
      const [owed] = (await testApp.call('GET /donations/to-send', donor.token)).body as [
        { id: string; waiting: boolean },
      ]
      if (owed.waiting) continue
      await testApp.pays(owed.id, donor.token)
      const { id } = owed
      for (const { token } of people)
        await testApp.call('PATCH /donations/{id}/confirm', token, { params: { id }, body: {} })
      confirmed = id
    }
    const { rows } = await execute(sql`select receipt_sha256 as sha from donations where id = ${confirmed}`)
    receipt = rows[0]!['sha'] as string
  })

  const scrubbed = async () => {
    const { status, body } = await testApp.call('POST /admin/scrub', await testApp.administrator(), {})
    expect(status).toBe(200)
    return (body.differences as { check: string; where: string }[]).map(({ check, where }) => `${check}: ${where}`)
  }

  test('finds nothing where everything agrees, and says when it looked', async () => {
    expect(await scrubbed()).toEqual([])
    const { body } = await testApp.call('GET /admin/scrub', await testApp.administrator())
    expect(body).toEqual({ checked_at: new Date(testApp.clock.now()).toISOString(), differences: [] })
    expect((await testApp.call('POST /admin/scrub', people[0]!.token, {})).status).toBe(403)
  })

  test.each([
    {
      what: 'a counter that was not kept up',
      change: () => `update donation_counters set count = count + 1 where status = 'CONFIRMED'`,
      undo: () => `update donation_counters set count = count - 1 where status = 'CONFIRMED'`,
      found: /^counters: CONFIRMED: kept \d of \d+, counted \d of \d+$/,
    },
    {
      what: 'somebody’s total',
      change: () =>
        `update circle_members set given_n1_cents = given_n1_cents + 1 where member_id = '${people[0]!.id}'`,
      undo: () => `update circle_members set given_n1_cents = given_n1_cents - 1 where member_id = '${people[0]!.id}'`,
      found: /^(sums: member|replay: members) [0-9a-f-]{36}/,
    },
    {
      what: 'a place that the ledger does not know',
      change: () => `update entries set is_receiver = not is_receiver where position = 4`,
      undo: () => `update entries set is_receiver = not is_receiver where position = 4`,
      found: /^replay: entries [0-9a-f-]{36}$/,
    },
    {
      what: 'an altered entry of the ledger',
      change: () =>
        `update ledger set payload = payload || '{"n": 1}' where kind = 'circle.registration_opened' or seq = 2`,
      undo: () => `update ledger set payload = payload - 'n' where kind = 'circle.registration_opened' or seq = 2`,
      found: /^chain: ledger \d+$/,
    },
  ])('finds $what, and where', async ({ change, undo, found }) => {
    await asOwner(change())
    const differences = await scrubbed()
    await asOwner(undo())
    expect(differences).not.toEqual([])
    expect(differences.filter((difference) => !found.test(difference))).toEqual([])
    expect(await scrubbed()).toEqual([])
  })

  test('finds a picture that is gone or is another, by the hash that is its name', async () => {
    const file = path.join(testApp.services.config.dataDir, 'files', receipt.slice(0, 2), receipt)
    const bytes = (await testApp.services.files.read(receipt))!
    writeFileSync(file, 'outra imagem')
    expect(await scrubbed()).toEqual([`files: altered ${receipt}`])
    expect((await testApp.call('GET /health', null)).body).toMatchObject({ status: 'ok', differences: 1 })
    rmSync(file)
    expect(await scrubbed()).toEqual([`files: missing ${receipt}`])
    await testApp.services.files.put(bytes)
    expect(await scrubbed()).toEqual([])
    expect((await testApp.call('GET /health', null)).body).toEqual({ status: 'ok', version: VERSION })
  })

  test('runs once a day by itself, also when the clock was set back, and logs what differs', async () => {
    const { services, clock } = testApp
    const logged: string[] = []
    const logger = { ...silentLogger, error: (_: object, message: string) => void logged.push(message) }
    const looksWrong = async (isWrong: boolean) => {
      logged.length = 0
      await scrubDue(services, logger)
      expect(logged).toEqual(isWrong ? ['what is kept twice differs'] : [])
    }
    await execute(sql`update donation_counters set count = count + 1 where status = 'CONFIRMED'`)
    await looksWrong(false)
    clock.advance(DAY_MS)
    await looksWrong(true)
    await looksWrong(false)
    clock.advance(-2 * DAY_MS)
    await looksWrong(true)
    await execute(sql`update donation_counters set count = count - 1 where status = 'CONFIRMED'`)
    clock.advance(2 * DAY_MS)
    await looksWrong(false)
  })
})
