import { and, eq, isNotNull } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { circles } from '#server/tables/circles.ts'
import { donations } from '#server/tables/donations.ts'
import { users } from '#server/tables/users.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { proposalRow } from '#server/testing/proposal-row.ts'
import { openRealRoda } from '#server/testing/real-roda.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { actOf } from './change.ts'
import type { Change } from './change.ts'
import { couldDecide, ensureNotOwn, isOwnMatter, ofAll, othersFor, touchesOwn } from './own-matter.ts'
import type { ApprovalRow } from './proposal.ts'

let testApp: TestApp
let circleId: string
let ana: string
/** Somebody who owes, somebody to whom they do, and somebody who has no place yet. */
let [donor, receiver, third] = ['', '', '']
let ofDonation: string

/** A real roda whose first contributions are asked for, which Ana administers, who has no place in it. */
beforeEach(async () => {
  testApp = await createTestApp(await openTestDatabase())
  const admin = await testApp.administrator()
  ana = (await testApp.call('GET /users/profile', admin)).body.id
  await openRealRoda(testApp, admin)
  const { db } = testApp.services
  circleId = (await db.select().from(circles).where(eq(circles.mode, 'real')))[0]!.id
  const ofCircle = and(eq(donations.circleId, circleId), isNotNull(donations.receiverId))
  const [open] = await db.select().from(donations).where(ofCircle).orderBy(donations.id)
  ;[donor, receiver] = [open!.donorId, open!.receiverId!]
  third = (await testApp.registers(9)).id
  await testApp.call('PATCH /users/{id}/approve', admin, { params: { id: third } })
  ofDonation = actOf({ kind: 'pause_month', donationId: open!.id })
})

const asking = (id: string, takesPart = true) =>
  ({ ...testApp.services, actor: { id, circleId, takesPart } }) as unknown as Parameters<typeof isOwnMatter>[0]
const change = (touched: readonly string[], more: object = {}) =>
  ({
    kind: 'suspend_member',
    circles: async () => [circleId],
    touched: async () => touched,
    act: async () => null,
    ...more,
  }) as unknown as Change<never>
const input = {} as never

test('a change is the own matter of whom it touches, and of who has a donation open with them', async () => {
  const isOwn = (id: string, of = change([donor]), takesPart = true) => isOwnMatter(asking(id, takesPart), of, input)
  expect([await isOwn(donor), await isOwn(receiver), await isOwn(third)]).toEqual([true, true, false])
  expect(await isOwn(donor, change([donor]), false), 'who takes no part has none').toBe(false)
  for (const kind of ofAll) expect(await isOwn(donor, change([donor], { kind })), kind).toBe(false)
  expect(ofAll).toEqual(['change_plan', 'change_operator', 'add_administrator', 'close_circle'])
  expect(await isOwn(donor, change([donor], { applies: async () => false }))).toBe(false)
  expect(await isOwn(donor, change([donor], { applies: async () => true }))).toBe(true)
  // Where there is a command, it says whom it touches.
  const commanded = change([third], { act: async () => ofDonation })
  expect([await isOwn(donor, commanded), await isOwn(receiver, commanded), await isOwn(third, commanded)]).toEqual([
    true,
    true,
    false,
  ])
})

test('others who could decide it are those who administer beside its proposer, and whose own matter it is not', async () => {
  expect(await othersFor(asking(ana), change([donor]), input)).toEqual([])
  await testApp.services.db.update(users).set({ role: 'ADMIN' }).where(eq(users.id, third))
  expect(await othersFor(asking(ana), change([donor]), input)).toEqual([third])
  expect(await othersFor(asking(ana), change([third]), input)).toEqual([])
  expect(await othersFor(asking(ana), change([third], { kind: 'change_plan' }), input)).toEqual([third])
  expect(await othersFor(asking(third), change([third]), input)).toEqual([ana])
})

const proposed = (touched: readonly string[], kind: ApprovalRow['kind'] = 'suspend_member', act?: string | null) =>
  proposalRow(testApp, { circleId, kind, proposedBy: ana, touched, ...(act === undefined ? {} : { act }) })

test('a proposal is decided by nobody whom its command or its list touches; of a place handed over the command alone counts', async () => {
  const { services } = testApp
  const able = async (row: ApprovalRow) => couldDecide(services, services.db, row, [donor, receiver, third])
  expect(await able(await proposed([donor]))).toEqual([third])
  expect(await able(await proposed([donor], 'suspend_member', null))).toEqual([third])
  expect(await able(await proposed([], 'suspend_member', ofDonation))).toEqual([third])
  expect(await able(await proposed([third], 'suspend_member', ofDonation))).toEqual([])
  expect(await able(await proposed([third], 'hand_over', ofDonation))).toEqual([third])
  expect(await able(await proposed([donor], 'change_plan'))).toEqual([donor, receiver, third])
})

test('who takes part is refused to decide a proposal that touches them', async () => {
  const { db } = testApp.services
  const row = await proposed([donor])
  const touches = (id: string, of = row, takesPart = true) => touchesOwn(asking(id, takesPart), db, of)
  expect([await touches(donor), await touches(receiver), await touches(third)]).toEqual([true, true, false])
  expect(await touches(donor, row, false)).toBe(false)
  expect(await touches(donor, await proposed([donor], 'close_circle'))).toBe(false)
  const handed = await proposed([third], 'hand_over', ofDonation)
  expect([await touches(donor, handed), await touches(third, handed)]).toEqual([true, false])
  expect(await touches(third, await proposed([donor, third]))).toBe(true)
  await expect(ensureNotOwn(asking(donor), db, row)).rejects.toMatchObject({ code: 'approval.own_matter' })
  await ensureNotOwn(asking(third), db, row)
})
