import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginRun } from '#e2e/helpers/data-folders.ts'
import { readSignature } from '#server/access/read-signature.ts'
import { confirmDonation } from '#server/donations/confirm.ts'
import type { Context } from '#server/context.ts'
import { readOf, reads } from './calls.ts'
import { makeCircle, pastIds } from './circle.ts'
import type { BenchCircle } from './circle.ts'
import { cloneCircle, confirmationHeaders } from './clones.ts'
import type { Clone } from './clones.ts'
import { compareAnswers } from './compare-answers.ts'
import { compareEffects } from './compare-effects.ts'
import { openInstallation } from './installation.ts'
import type { Installation } from './installation.ts'
import { openWrites } from './limit-writes.ts'
import { newestFirst } from './nest/newest-first.ts'
import { addPasts } from './past.ts'
import { photograph } from './pictures.ts'
import { startServer } from './servers.ts'
import { uploadsOf } from './uploads.ts'

let run: ReturnType<typeof beginRun>
let installation: Installation
let template: BenchCircle
let clones: Clone[]

beforeAll(async () => {
  run = beginRun(tmpdir())
  installation = await openInstallation()
  template = await makeCircle(installation.services, { receipts: 12, members: 12 })
  clones = await cloneCircle(installation.services, template, 2)
}, 60_000)

afterAll(async () => {
  await installation?.close()
  await run.end()
  // Its worker runs other files' tests too.
  delete process.env['CIRANDA_STORIES_FOLDER']
})

test('the database stands in the folder of the run, which is tidied up also when the run is killed', () => {
  expect(decodeURIComponent(installation.environment['DATABASE_URL']!)).toContain(run.run)
})

test('the server written by hand writes what Ciranda writes, down to the end of a turn', async () => {
  const { services, environment } = installation
  const writes = openWrites(environment['DATABASE_URL']!, services.secrets)
  try {
    const [ours, theirs] = clones as [Clone, Clone]
    for (const [at, donation] of ours.pending.entries()) {
      const context = { ...services, ...actorOf(ours, donation.receiverId) } as Context
      const own = await confirmationHeaders(services, template, ours, donation)
      const signed = await readSignature(context, 'confirm', { params: donation }, own['Ciranda-Signature'])
      await confirmDonation({ ...context, signed }, { donationId: donation.id })
      const other = theirs.pending[at]!
      const headers = await confirmationHeaders(services, template, theirs, other)
      const answer = await writes.write({
        userId: other.receiverId,
        sessionId: sessionIn(headers['Authorization']!),
        idempotencyKey: null,
        signature: headers['Ciranda-Signature'],
        donationId: other.id,
      })
      expect(answer.status).toBe(200)
    }
    await compareEffects(services, [ours, theirs])
  } finally {
    await writes.close()
  }
})

test('the server written by hand answers what Ciranda answers', async () => {
  const names = ['ciranda', 'limit'] as const
  const servers = await Promise.all(names.map((name) => startServer(name, installation.environment)))
  try {
    const ids = await pastIds(installation.services, template, 1)
    const paths = Object.values(reads).flatMap((pathsOf) => pathsOf(template, ids, 40))
    for (const path of paths) await expect(compareAnswers(servers, readOf(path, template))).resolves.toBeUndefined()
  } finally {
    for (const server of servers) await server.stop()
  }
}, 60_000)

test('a receipt that the bench sends is signed by its donor, as a member’s is demanded', async () => {
  const { services } = installation
  const [clone] = clones as [Clone, Clone]
  const [donation] = clone.pending
  const [sent] = await uploadsOf(services, template, clone, { pictures: [await photograph(1_000)], count: 1 })
  const context = { ...services, ...actorOf(clone, donation!.donorId) } as Context
  const input = { params: donation!, body: JSON.parse(sent!.body!) as { comprovanteBase64: string } }
  const signed = await readSignature(context, 'send_receipt', input, sent!.headers['Ciranda-Signature'])
  expect(signed).toMatchObject({ act: 'send_receipt', circleId: clone.id })
})

test('a past is loaded in full, and every index and foreign key is there again afterwards', async () => {
  const { services } = installation
  const shape = async () =>
    (
      await services.db
        .execute(`select pg_get_indexdef(indexrelid) as it from pg_index where indrelid::regclass::text = any ('{donations,obligations,ledger}')
       union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where conrelid::regclass::text = any ('{donations,obligations,ledger}')
       union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal and tgrelid::regclass::text = any ('{donations,obligations,ledger}') order by 1`)
    ).rows
  const before = await shape()
  const past = { circleId: clones[0]!.id, donations: 60 }
  await addPasts(services, [past])
  expect(await shape()).toEqual(before)
  const { rows } = await services.db.execute(
    `select count(*)::int as donations, (select sum(count)::int from donation_counters where circle_id = '${past.circleId}') as counted
     from donations where circle_id = '${past.circleId}'`,
  )
  const expected = 60 + clones[0]!.pending.length
  expect(rows[0]).toEqual({ donations: expected, counted: expected })
})

test('the page of the list that the NestJS server asks for comes from the index, and nothing is sorted for it', async () => {
  const { services } = installation
  const past = { circleId: clones[1]!.id, donations: 3_000 }
  await addPasts(services, [past])
  // As TypeORM writes the order of its `find`; the bench itself looks whether the real server reads whole tables.
  const columns = { createdAt: 'created_at', id: 'id' } satisfies Record<keyof typeof newestFirst, string>
  const order = Object.entries(newestFirst).map(([field, { direction, nulls }]) => {
    return `${columns[field as keyof typeof columns]} ${direction} nulls ${nulls}`
  })
  const { rows } = await services.db.execute<{ 'QUERY PLAN': string }>(
    `explain select * from donations where circle_id = '${past.circleId}' order by ${order.join(', ')} limit 10`,
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('Index Scan using donations_all on donations')
  expect(plan).not.toContain('Sort')
})

function actorOf(clone: Clone, id: string) {
  const actor = {
    id,
    administers: false,
    takesPart: true,
    isAuditor: false,
    status: 'APPROVED',
    adminApproved: true,
    circleId: clone.id,
    sessionId: id,
    helperId: null,
    via: 'password',
    confirmedAt: new Date(),
  }
  return { actor, actorId: id, address: '127.0.0.1', device: 'bancada' }
}

/** The session that a token names. */
function sessionIn(authorization: string): string {
  const claims = JSON.parse(Buffer.from(authorization.split('.')[1]!, 'base64url').toString()) as { sid: string }
  return claims.sid
}
