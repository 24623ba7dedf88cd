import { pbkdf2Sync } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { fromBase64, fromHex, toHex } from '#circle/bytes.ts'
import {
  checkpointOf,
  checkpointText,
  entryLeaf,
  isSignedBy,
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
} from '#circle/ledger/checkpoint.ts'
import { dayMarks } from '#circle/ledger/day-code.ts'
import { verifyConsistency, verifyInclusion } from '#circle/ledger/merkle.ts'
import type { LedgerEntry } from '#circle/ledger/entry.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { sha256Bytes, verifyEd25519 } from '#server/lib/signing.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp, NOON } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { makeCheckpoint } from './checkpoint.ts'
import { proveConsistency } from './tree.ts'

const DAY_MS = 86_400_000

describe('checkpoints of a circle’s ledger', () => {
  let testApp: TestApp
  let admin: string
  let people: { id: string; token: string }[]
  let circleId: string

  beforeAll(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 3 }))
    admin = await testApp.administrator()
    people = await testApp.placed(3)
    circleId = (await testApp.call('GET /circle', admin)).body.id
  })

  const moves = () =>
    testApp.call('POST /queue/godown/move-user-to-end', admin, {
      body: { user_id: people[0]!.id, donation_number: 1 },
    })
  const entries = async (): Promise<LedgerEntry[]> => {
    const { body } = await testApp.call('GET /ledger/export', people[0]!.token)
    return (body as string)
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => JSON.parse(line) as LedgerEntry)
  }
  const ofDay = async (token: string) => (await testApp.call('GET /ledger/checkpoint', token)).body
  const present = async () => (await testApp.call('POST /ledger/checkpoint', people[0]!.token)).body
  const read = (note: string) => parseCheckpoint(parseNote(note)!.text)!
  const proof = async (from: number, to: number) =>
    (
      await testApp.call('GET /logs/{id}/consistency', null, {
        params: { id: circleId },
        query: `?from=${from}&to=${to}`,
      })
    ).body.proof.map((hash: string) => fromBase64(hash)!) as Uint8Array[]

  test('are signed by the log’s key, and are what every reader computes from the entries', async () => {
    const { note, key, size } = await ofDay(people[0]!.token)
    const parsed = parseNote(note)!
    expect(isSignedBy(parsed, parseVerifierKey(sha256Bytes, key)!, verifyEd25519)).toBe(true)
    expect(parsed.text).toBe(checkpointText(checkpointOf(sha256Bytes, circleId, (await entries()).slice(0, size))))
    const head = (await testApp.call('GET /ledger/head', people[0]!.token)).body
    expect(toHex(parseVerifierKey(sha256Bytes, key)!.publicKey)).toBe(
      Buffer.from(head.key, 'base64url').toString('hex'),
    )
  })

  test('continue each other by the proofs that anybody may read, between any two sizes', async () => {
    const all = await entries()
    const first = await present()
    await moves()
    const second = await present()
    const [old, now] = [read(first.note), read(second.note)]
    expect(now.size).toBeGreaterThan(old.size)
    expect(verifyConsistency(sha256Bytes, old, now, await proof(old.size, now.size))).toBe(true)
    for (let size = 0; size <= all.length; size += 1) {
      const before = checkpointOf(sha256Bytes, circleId, all, size)
      expect(verifyConsistency(sha256Bytes, before, now, await proof(size, now.size)), `${size}`).toBe(true)
    }
    const { body } = await testApp.call('GET /logs/{id}', null, { params: { id: circleId } })
    expect(body).toMatchObject({ origin: `ciranda/${circleId}`, size: now.size })
    const note = await testApp.call('GET /logs/{id}/checkpoint', null, { params: { id: circleId } })
    expect(note.headers['content-type']).toMatch(/^text\/plain/)
    expect(note.body).toBe(second.note)
  })

  test('hold every entry, by the proof of its place', async () => {
    const all = await entries()
    const head = checkpointOf(sha256Bytes, circleId, all)
    for (const { seq, hash } of all) {
      const answer = await testApp.call('GET /logs/{id}/inclusion', null, {
        params: { id: circleId },
        query: `?seq=${seq}&size=${all.length}`,
      })
      const path = answer.body.proof.map((one: string) => fromBase64(one)!)
      const leaf = { index: seq - 1, hash: entryLeaf(sha256Bytes, hash) }
      expect(verifyInclusion(sha256Bytes, leaf, head, path), `${seq}`).toBe(true)
    }
  })

  test('name nobody, and other circles and sizes are not found', async () => {
    const everything = await Promise.all(
      (
        [
          'GET /logs/{id}',
          'GET /logs/{id}/checkpoint',
          'GET /logs/{id}/consistency',
          'GET /logs/{id}/inclusion',
        ] as const
      ).map(async (name) => JSON.stringify((await testApp.call(name, null, { params: { id: circleId } })).body)),
    )
    for (const { id } of people) expect(everything.join()).not.toContain(id)
    for (const name of ['GET /logs/{id}', 'GET /logs/{id}/checkpoint', 'GET /logs/{id}/consistency'] as const) {
      expect((await testApp.call(name, null, { params: { id: people[0]!.id } })).status).toBe(404)
      expect((await testApp.call(name, null, { params: { id: 'nothing' } })).status).toBe(404)
    }
    for (const query of ['?from=3&to=2', '?to=99999', '?from=-1', '?from=1e1', '?from=1&from=2', '?from=x'])
      expect(
        (await testApp.call('GET /logs/{id}/consistency', null, { params: { id: circleId }, query })).status,
        query,
      ).toBe(400)
    for (const query of ['?seq=0', '?seq=5&size=4', '?seq=99999', '?size=0'])
      expect(
        (await testApp.call('GET /logs/{id}/inclusion', null, { params: { id: circleId }, query })).status,
        query,
      ).toBe(400)
  })

  test('are for approved members and administrators where they tell of the circle’s day', async () => {
    const pending = await testApp.registers(30)
    for (const name of ['GET /ledger/checkpoint', 'POST /ledger/checkpoint'] as const) {
      expect((await testApp.call(name, null)).status).toBe(401)
      expect((await testApp.call(name, pending.token)).body.code).toBe('access.not_approved')
      expect((await testApp.call(name, people[0]!.token)).status).toBe(200)
    }
  })

  test('once signed are never changed, removed or emptied, not even by a hand at a console', async () => {
    await present()
    for (const statement of [
      `update checkpoints set root = 'x'`,
      'delete from checkpoints',
      'truncate checkpoints cascade',
      `update checkpoint_days set day = '2020-01-01'`,
      'delete from checkpoint_days',
      'delete from cosignatures',
      'truncate cosignatures',
    ])
      await expect(
        testApp.services.database.asOwner((client) => client.query(statement)),
        statement,
      ).rejects.toThrow('only ever added to')
  })
})

describe('the checkpoint of a day', () => {
  let testApp: TestApp
  let people: { id: string; token: string }[]

  beforeAll(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 2 }))
    people = await testApp.placed(2)
  })

  let moved = 0
  const moves = async () => {
    const { id } = people[moved % 2]!
    moved += 1
    await testApp.call('POST /queue/godown/move-user-to-end', await testApp.administrator(), {
      body: { user_id: id, donation_number: 1 },
    })
  }
  const ofDay = async (token: string) => (await testApp.call('GET /ledger/checkpoint', token)).body
  const read = (note: string) => parseCheckpoint(parseNote(note)!.text)!

  test('is one for everybody, whatever is added; the next day has another, and so has the code', async () => {
    const code = async (answer: { note: string; day: string }) =>
      (await dayMarks(read(answer.note), answer, (...asked) => pbkdf2Sync(...asked, 32, 'sha256'))).code
    const morning = await ofDay(people[0]!.token)
    await moves()
    const [later, others, administrators] = [
      await ofDay(people[0]!.token),
      await ofDay(people[1]!.token),
      await ofDay(await testApp.administrator()),
    ]
    expect([later, others, administrators]).toEqual([morning, morning, morning])
    testApp.clock.moveTo(NOON + DAY_MS)
    await runDueJobs(testApp.services)
    const token = await testApp.administrator()
    const tomorrow = await ofDay(token)
    expect([morning.day, tomorrow.day]).toEqual(['2026-11-10', '2026-11-11'])
    expect(tomorrow.size).toBeGreaterThan(morning.size)
    expect(await code(tomorrow)).not.toBe(await code(morning))
  })

  test('is one when twenty ask at once, and so is that of the moment', async () => {
    testApp.clock.moveTo(NOON + 2 * DAY_MS)
    const token = await testApp.administrator()
    const days = await Promise.all(Array.from({ length: 20 }, () => ofDay(token)))
    expect(new Set(days.map((one) => JSON.stringify(one))).size).toBe(1)
    await moves()
    const moments = await Promise.all(
      Array.from({ length: 20 }, () => testApp.call('POST /ledger/checkpoint', token).then(({ body }) => body.note)),
    )
    expect(new Set(moments).size).toBe(1)
    expect(read(moments[0]).size).toBeGreaterThan(days[0].size)
  })
})

describe('a ledger changed behind the server’s back', () => {
  test('is signed no further: a log never signs two histories', async () => {
    const testApp = await createTestApp(await openTestDatabase({ placed: 3 }))
    const admin = await testApp.administrator()
    const people = await testApp.placed(3)
    const circleId = (await testApp.call('GET /circle', admin)).body.id as string
    const before = (await testApp.call('POST /ledger/checkpoint', admin)).body
    await testApp.services.database.asOwner(async (client) => {
      await client.query('alter table ledger disable trigger ledger_stays')
      await client.query(`update ledger set hash = repeat('ab', 32) where circle_id = $1 and seq = 2`, [circleId])
    })
    await testApp.call('POST /queue/godown/move-user-to-end', admin, {
      body: { user_id: people[0]!.id, donation_number: 1 },
    })
    await expect(makeCheckpoint(testApp.services, circleId)).rejects.toThrow('does not continue its checkpoint')
    const latest = await testApp.call('GET /logs/{id}/checkpoint', null, { params: { id: circleId } })
    expect(latest.body).toBe(before.note)
  })
})

describe('the checkpoint of 20,000 entries more', () => {
  const SIZE = 20_000

  test('holds the server up for no more than 50 ms at a time, and a proof takes few milliseconds of work', async () => {
    const testApp = await createTestApp(await openTestDatabase({ placed: 0 }))
    const { db } = testApp.services
    const admin = await testApp.administrator()
    const circleId = (await testApp.call('GET /circle', admin)).body.id as string
    let seq = (await testApp.call('GET /ledger/head', admin)).body.seq as number
    const growsTo = async (size: number) => {
      await db.execute(sql`insert into ledger (circle_id, seq, at, actor_id, kind, payload, previous_hash, hash)
        select ${circleId}::uuid, n, now(), null, 'many', '{}'::jsonb, '', encode(sha256(n::text::bytea), 'hex')
        from generate_series(${seq + 1}::int, ${size}::int) n`)
      await db.execute(sql`update circles set seq = ${size} where id = ${circleId}`)
      seq = size
    }
    const longest = await leastOfThree(async () => {
      await growsTo(seq - (seq % SIZE) + SIZE)
      const turns = watchTurns()
      await makeCheckpoint(testApp.services, circleId)
      return turns.longestMs()
    })
    expect(longest).toBeLessThan(50)
    expect(seq).toBe(3 * SIZE)
    const { root } = await makeCheckpoint(testApp.services, circleId)
    const rows = (
      await db.execute<{ hash: string }>(sql`select hash from ledger where circle_id = ${circleId} order by seq`)
    ).rows
    expect(root).toBe(toHex(checkpointOf(sha256Bytes, circleId, rows).root))
    const kept = await db.execute<{ n: number }>(sql`select count(*)::int as n from ledger_blocks`)
    expect(kept.rows[0]!.n).toBe(Math.floor(seq / 256))
    for (let size = 137; size < seq; size += 11_999) {
      const old = checkpointOf(sha256Bytes, circleId, rows, size)
      const took = await leastOfThree(async () => {
        const before = process.threadCpuUsage()
        const proof = await proveConsistency(db, circleId, { from: size, to: seq })
        const { user, system } = process.threadCpuUsage(before)
        expect(verifyConsistency(sha256Bytes, old, { size: seq, root: fromHex(root)! }, proof)).toBe(true)
        return (user + system) / 1_000
      })
      expect(took, `from ${size}`).toBeLessThan(20)
    }
  })
})

/** Of what is measured, the least: the collection of garbage, and whatever else is not the work's own, only ever adds. */
async function leastOfThree(measure: () => Promise<number>): Promise<number> {
  return Math.min(await measure(), await measure(), await measure())
}

/** Follows the event loop turn by turn, in processor time: what other processes take meanwhile does not count. */
function watchTurns() {
  const over = new AbortController()
  let longest = 0
  const follow = async () => {
    while (!over.signal.aborted) {
      const before = process.threadCpuUsage()
      await turn()
      const { user, system } = process.threadCpuUsage(before)
      longest = Math.max(longest, user + system)
    }
  }
  const followed = follow()
  return {
    longestMs: async () => {
      over.abort()
      await followed
      return longest / 1_000
    },
  }
}
