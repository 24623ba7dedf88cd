import { beforeEach, expect, test } from 'vitest'
import { isSignedBy, namedKey, NOTE_KEY, originOf, parseCheckpoint, parseNote } from '#circle/ledger/checkpoint.ts'
import { entryText } from '#circle/ledger/entry.ts'
import type { LedgerEntry } from '#circle/ledger/entry.ts'
import { isEntryOf, isOneHistory } from '#circle/ledger/known-log.ts'
import { toHex, utf8 } from '#circle/bytes.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import { sha256Bytes, verifyEd25519 } from '#server/lib/signing.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

type Keys = AnswerOf<'GET /ledger/payment-keys'>

let testApp: TestApp
let admin: string
let people: { id: string; token: string }[]

beforeEach(async () => {
  testApp = await createTestApp(await openTestDatabase({ placed: 6 }))
  admin = await testApp.administrator()
  people = await testApp.placed(6)
  await testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
})

const asks = async ({ token }: { token: string }): Promise<Keys> =>
  (await testApp.call('GET /ledger/payment-keys', token)).body
/** Something that matches nobody anew. */
const moves = () =>
  testApp.call('POST /queue/godown/move-user-to-end', admin, { body: { user_id: people[4]!.id, donation_number: 1 } })
const headOf = ({ circle_id, checkpoint }: Keys) => {
  const note = parseNote(checkpoint!.note)!
  const key = namedKey(sha256Bytes, originOf(circle_id), NOTE_KEY, Buffer.from(checkpoint!.key, 'base64url'))
  expect(isSignedBy(note, key, verifyEd25519)).toBe(true)
  return parseCheckpoint(note.text)!
}
/** How many of an answer's entries are proven, and how many are not. */
const proven = (keys: Keys, head = headOf(keys)) => {
  const all: [LedgerEntry, readonly string[]][] = [
    [keys.plan!.entry, keys.plan!.proof],
    ...keys.donations.flatMap(({ matched, matched_proof, committed, committed_proof }) => [
      [matched, matched_proof] as [LedgerEntry, readonly string[]],
      [committed!, committed_proof!] as [LedgerEntry, readonly string[]],
    ]),
  ]
  return all.map(([entry, proof]) => isEntryOf(sha256Bytes, keys.circle_id, entry, proof, head))
}

test('come with the proof of each entry in a signed checkpoint, the same until something new has to be proven', async () => {
  const [one, other] = [await asks(people[2]!), await asks(people[3]!)]
  expect(one.donations.length).toBeGreaterThan(0)
  expect(one.plan!.entry.kind).toBe('circle.created')
  for (const keys of [one, other]) expect(proven(keys).every(Boolean)).toBe(true)
  await moves()
  expect((await asks(people[2]!)).checkpoint).toEqual(one.checkpoint)
  // From somebody else's checkpoint on, by the public proof that any device asks for.
  const { body } = await testApp.call('POST /ledger/checkpoint', people[2]!.token)
  const later = parseCheckpoint(parseNote(body.note)!.text)!
  const between = await testApp.call('GET /logs/{id}/consistency', null, {
    params: { id: one.circle_id },
    query: `?from=${headOf(one).size}&to=${later.size}`,
  })
  expect(isOneHistory(sha256Bytes, headOf(one), later, between.body.proof)).toBe(true)
  expect(JSON.stringify(one).length).toBeLessThan(12_000)
})

test('of whom nothing is open need no proof', async () => {
  expect(await asks({ token: admin })).toMatchObject({ checkpoint: null, plan: null, donations: [] })
})

test('written into database and ledger by whoever owns them are proven to no device that has seen the ledger before', async () => {
  const seen = headOf(await asks(people[2]!))
  const { circle_id, donations } = await asks(people[2]!)
  const { matched } = donations[0]!
  const payload = { ...matched.payload, amountCents: 50_000 }
  const hash = toHex(sha256Bytes(utf8(entryText(circle_id, { ...matched, payload }))))
  await testApp.services.database.asOwner(async (client) => {
    await client.query('alter table ledger disable trigger ledger_stays')
    await client.query('update ledger set payload = $1, hash = $2 where circle_id = $3 and seq = $4', [
      JSON.stringify(payload),
      hash,
      circle_id,
      matched.seq,
    ])
  })
  const lied = await asks(people[2]!)
  expect(lied.donations[0]!.matched.payload['amountCents']).toBe(50_000)
  expect(proven(lied, seen)).toContain(false)
  // Its own checkpoints are made anew too, with the log's very key: they are no continuation of what was seen.
  await testApp.services.database.asOwner(async (client) => {
    await client.query('alter table checkpoints disable trigger user')
    await client.query('alter table checkpoint_days disable trigger user')
    await client.query('delete from checkpoint_days where circle_id = $1', [circle_id])
    await client.query('delete from checkpoints where circle_id = $1', [circle_id])
  })
  await moves()
  const again = await asks(people[2]!)
  expect(proven(again).every(Boolean)).toBe(true)
  const to = headOf(again).size
  const { body } = await testApp.call('GET /logs/{id}/consistency', null, {
    params: { id: circle_id },
    query: `?from=${seen.size}&to=${to}`,
  })
  expect(isOneHistory(sha256Bytes, seen, headOf(again), body.proof)).toBe(false)
})
