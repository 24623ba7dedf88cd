import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { presets } from '#circle/plan.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { approvalMembers } from '#server/tables/approval-members.ts'
import { approvals } from '#server/tables/approvals.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { openRealRoda } from '#server/testing/real-roda.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import { openProposal } from './proposal.ts'

const HOURS_72_MS = 72 * 3_600_000
const reason = 'Combinado entre todos'

const [level] = presets.roda.levels
const plan = { ...presets.roda, levels: [{ ...level, required: 3 }] } as typeof presets.roda

let testApp: TestApp
let people: Person[]
let queue: { id: string; user_id: string; position: number; is_receiver: boolean }[]

/** A real roda of four whose rotation has begun, so that every change of its queue is only proposed. */
beforeEach(async () => {
  testApp = await createTestApp(await openTestDatabase())
  people = await openRealRoda(testApp, await testApp.administrator(), [1, 2, 3, 4], plan)
  queue = (await testApp.call('GET /queue', await testApp.administrator())).body
})

const asks = async (name: Parameters<TestApp['call']>[0], sent: Parameters<TestApp['call']>[2] = {}) => {
  const { status, body } = await testApp.call(name, await testApp.administrator(), sent)
  expect(body, name).toMatchObject({ approval: { kind: 'change_queue', state: 'proposed' } })
  const { approval, ...present } = body
  const [row] = await testApp.services.db.select().from(approvals).where(eq(approvals.id, approval.id))
  const members = await testApp.services.db
    .select()
    .from(approvalMembers)
    .where(eq(approvalMembers.approvalId, approval.id))
  const touched = members.map(({ userId }) => people.findIndex(({ id }) => id === userId) + 1).toSorted()
  const { act, changes } = openProposal(testApp.services, row!)!
  return { status, present, touched, changes, command: JSON.parse(act!) as unknown }
}

test('each call is proposed as its command, to those whom it moves, and answers with its entry as it still is', async () => {
  const [first, second, third] = queue as [(typeof queue)[0], (typeof queue)[0], (typeof queue)[0]]
  expect(queue.map(({ user_id }) => user_id)).toEqual(people.map(({ id }) => id))
  expect(queue.map(({ is_receiver }) => is_receiver)).toEqual([true, true, false, false])
  const params = { id: third.id }
  const edited = await asks('PATCH /queue/{id}', { params, body: { position: 9 } })
  expect(edited).toMatchObject({ status: 202, touched: [3] })
  expect(edited.present).toEqual(third)
  expect(edited.command).toEqual({ kind: 'edit_entry', entryId: third.id, position: 9 })
  expect(edited.changes).toEqual([{ field: 'place_1', before: expect.stringMatching(/: lugar 3$/), after: 'lugar 9' }])
  const removed = await asks('DELETE /queue/{id}', { params, body: { reason } })
  expect(removed.present).toEqual({ id: third.id })
  expect(removed.command).toEqual({ kind: 'remove', entryId: third.id })
  expect(removed.changes.at(-1)).toEqual({ field: 'reason', before: null, after: reason })
  const handed = await asks('PATCH /queue/set-receiver/{a}/{b}', { params: { a: first.id, b: third.id }, body: {} })
  expect(handed).toMatchObject({ touched: [1, 3], present: third })
  expect(handed.command).toEqual({ kind: 'set_receiver', entryId: first.id, nextEntryId: third.id })
  const next = await asks('PATCH /queue/next-receiver/{id}', { params: { id: first.id }, body: {} })
  expect(next).toMatchObject({ touched: [1, 3], present: first })
  expect(next.command).toEqual({ kind: 'next_receiver', entryId: first.id })
  const moved = await asks('PATCH /queue/reorder/{id}', { params: { id: second.id }, body: { position: 3 } })
  expect(moved).toMatchObject({ touched: [2, 3], present: second })
  expect(moved.command).toEqual({ kind: 'reorder', entryId: second.id, position: 3 })
  const [a, b] = [people[1]!, people[3]!]
  const swapped = await asks('PATCH /queue/swap-positions', { body: { firstUserId: a.id, secondUserId: b.id } })
  expect(swapped).toMatchObject({ touched: [2, 4], present: {} })
  expect(Object.keys(swapped.present)).toEqual([])
  const last = await asks('POST /queue/godown/move-user-to-end', { body: { user_id: a.id, donation_number: 1 } })
  expect(last.command).toEqual({ kind: 'move_to_end', memberId: a.id, level: 1 })
  expect(Object.keys(last.present)).toEqual([])
  expect((await testApp.call('GET /queue', await testApp.administrator())).body).toEqual(queue)
})

test('somebody new is proposed to all who have a place: whoever waits may wait longer for them', async () => {
  const person = await testApp.registers(9)
  const admin = await testApp.administrator()
  await testApp.call('PATCH /users/{id}/approve', admin, { params: { id: person.id } })
  people.push(person)
  const { touched, present, changes } = await asks('POST /queue', { body: { position: 7, user_id: person.id, reason } })
  expect(touched).toEqual([1, 2, 3, 4, 5])
  expect(Object.keys(present)).toEqual([])
  expect(changes).toEqual([
    { field: 'place_1', before: expect.stringMatching(/: sem lugar$/), after: 'lugar 7' },
    { field: 'reason', before: null, after: reason },
  ])
})

test('undoing the last change is proposed as what it undoes', async () => {
  const body = { firstUserId: people[2]!.id, secondUserId: people[3]!.id }
  await asks('PATCH /queue/swap-positions', { body })
  testApp.clock.advance(HOURS_72_MS)
  await runDueJobs(testApp.services)
  const admin = await testApp.administrator()
  const [last] = (await testApp.call('GET /queue/changes', admin)).body.data
  expect(last).toMatchObject({ kind: 'swap', why_not: null })
  const undone = await asks('POST /queue/changes/undo', { body: { seq: last.seq, reason } })
  expect(undone).toMatchObject({ touched: [3, 4], command: { kind: 'undo', seq: last.seq } })
  expect(undone.changes).toHaveLength(3)
})
