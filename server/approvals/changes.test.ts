import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { addingText } from '#circle/ledger/administrators.ts'
import { presets } from '#circle/plan.ts'
import { planFormOf, planOf } from '#contracts/plans.ts'
import { circles } from '#server/tables/circles.ts'
import { donations } from '#server/tables/donations.ts'
import { users } from '#server/tables/users.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { openRealRoda } from '#server/testing/real-roda.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import { actOf } from './change.ts'
import { changeOf, changesOf, endingByThemselves } from './changes.ts'
import { mask } from './mask.ts'

const NOWHERE = '01234567-89ab-7def-8123-456789abcdef'
const RESOLVE = 'POST /admin/donations/reports/{id}/resolve'
const APPEAL = 'POST /admin/donations/reports/{id}/decide-appeal'

let testApp: TestApp
let circleId: string
let ana: string
let people: Person[]
let donation: typeof donations.$inferSelect

/** A real roda in which Ana alone administers, whose first contributions are asked for. */
beforeEach(async () => {
  testApp = await createTestApp(await openTestDatabase())
  const admin = await testApp.administrator()
  ana = (await testApp.call('GET /users/profile', admin)).body.id
  people = await openRealRoda(testApp, admin)
  const { db } = testApp.services
  circleId = (await db.select().from(circles).where(eq(circles.mode, 'real')))[0]!.id
  const open = await db.select().from(donations).where(eq(donations.circleId, circleId))
  donation = open.find(({ receiverId }) => receiverId !== null)!
})

const as = (id = ana, more: object = {}) =>
  ({
    ...testApp.services,
    actor: { id, circleId, administers: true, takesPart: false, isAuditor: false, helperId: null, ...more },
  }) as unknown as Parameters<ReturnType<typeof changeOf>['circles']>[0]
const input = (body: object, id = '') => ({ params: { id }, body }) as never
const added = (field: string, after: string | null) => ({ field, before: null, after })
const report = async () => {
  const { token } = people.find(({ id }) => id === donation.receiverId)!
  await testApp.pays(donation.id, people.find(({ id }) => id === donation.donorId)!.token)
  const asked = { params: { id: donation.id }, body: { reason: 'Não recebi.' } }
  const { body } = await testApp.call('POST /donations/{id}/report', token, asked)
  return body.id as string
}

test('a decision about a case takes two where it moves the donation, and touches both of its people', async () => {
  const id = await report()
  const [change] = changesOf(RESOLVE)
  const body = { resolution: 'RESOLVED', donation_outcome: 'confirm', resolution_message: 'Vimos o extrato.' }
  expect(await change!.isNeeded(as(), input(body, id))).toBe(true)
  expect(await change!.isNeeded(as(), input({ ...body, donation_outcome: 'keep' }, id))).toBe(false)
  expect((await change!.touched(as(), input(body, id), [])).toSorted()).toEqual(
    [donation.donorId, donation.receiverId!].toSorted(),
  )
  const command = { kind: 'resolve_report', reportId: id, resolution: 'RESOLVED', outcome: 'confirm' } as const
  expect(await change!.act(as(), input(body, id))).toBe(actOf(command))
  const rows = await change!.changes(as(), input(body, id))
  expect(rows.length).toBeGreaterThan(1)
  expect(rows.at(-1)).toEqual(added('resolution_message', 'Vimos o extrato.'))
  // Of a case that there is not, nobody is touched, and nothing is said but the message.
  for (const none of [NOWHERE, 'x']) {
    expect(await change!.touched(as(), input(body, none), [])).toEqual([])
    expect(await change!.changes(as(), input(body, none))).toEqual([added('resolution_message', 'Vimos o extrato.')])
  }
})

test('an appeal is decided by one alone who lets things be, took no part in the first decision and administers for a while', async () => {
  const id = await report()
  const { db } = testApp.services
  const first = {
    resolution: 'RESOLVED',
    donation_outcome: 'keep',
    resolution_message: 'Fica como está.',
    admin_notes: 'nota',
  }
  const token = await testApp.administrator()
  await testApp.call('POST /admin/circles/{id}/select', token, { params: { id: circleId } })
  expect((await testApp.call(RESOLVE, token, { params: { id }, body: first as never })).status).toBe(201)
  const bia = people.find((person) => person.id !== donation.donorId && person.id !== donation.receiverId)!.id
  await db.update(users).set({ role: 'ADMIN' }).where(eq(users.id, bia))
  const [change] = changesOf(APPEAL)
  const body = { decision: 'UPHELD', donation_outcome: 'keep', message: 'Vale.' }
  const isNeeded = (by: string, more: object = {}) => change!.isNeeded(as(by), input({ ...body, ...more }, id))
  expect(await isNeeded(ana), 'decided the first time').toBe(true)
  expect(await isNeeded(bia)).toBe(false)
  expect(await isNeeded(bia, { donation_outcome: 'cancel' })).toBe(true)
  await db
    .update(users)
    .set({ addedBy: ana, addedAt: new Date(testApp.clock.now()) })
    .where(eq(users.id, bia))
  expect(await isNeeded(bia), 'added by one person just now').toBe(true)
  expect((await change!.touched(as(), input(body, id), [])).toSorted()).toEqual(
    [donation.donorId, donation.receiverId!].toSorted(),
  )
  const command = { reportId: id, donationId: donation.id, decision: 'UPHELD', outcome: 'keep' } as const
  expect(await change!.act(as(), input(body, id))).toBe(actOf({ kind: 'decide_appeal', ...command }))
  const rows = await change!.changes(as(), input(body, id))
  expect(rows.length).toBeGreaterThan(1)
  expect(rows.at(-1)).toEqual(added('resolution_message', 'Vale.'))
})

test('another plan is the next version, touches everybody approved, and says for how many people it is', async () => {
  const { db } = testApp.services
  const [change] = changesOf('PATCH /admin/circle/plan')
  const plan = planFormOf(presets.roda)
  expect(await change!.isNeeded(as(), input(plan))).toBe(true)
  const approved = (await change!.touched(as(), input(plan), [])).toSorted()
  expect(approved).toEqual(people.map(({ id }) => id).toSorted())
  const [circle] = await db.select().from(circles).where(eq(circles.id, circleId))
  const next = planOf(plan, circle!.plan.version + 1)
  expect(await change!.act(as(), input(plan))).toBe(actOf({ kind: 'change_plan', plan: next }))
  const rows = await change!.changes(as(), input(plan))
  expect(rows.length).toBeGreaterThan(0)
  await db.update(circles).set({ people: null }).where(eq(circles.id, circleId))
  const withPeople = (count: number) => change!.changes(as(), input({ ...plan, people: count }))
  expect(await withPeople(12)).toEqual([...rows, added('people', '12')])
  await db.update(circles).set({ people: 8 }).where(eq(circles.id, circleId))
  expect(await withPeople(12)).toEqual([...rows, { field: 'people', before: '8', after: '12' }])
  expect(await withPeople(8)).toEqual(rows)
})

test('another operator takes two people, field by field, and the rest of the circle’s settings does not', async () => {
  const [change] = changesOf('PATCH /admin/circle')
  const present = (await testApp.services.db.select().from(circles).where(eq(circles.id, circleId)))[0]!.operator!
  const changes = (body: object) => change!.changes(as(), input(body))
  expect(await changes({ name: 'Outro nome' })).toEqual([])
  expect(await changes({ operator: present })).toEqual([])
  expect(await change!.isNeeded(as(), input({ operator: present }))).toBe(false)
  const other = { ...present, name: 'Outra', contact: 'c@d.example' }
  expect(await changes({ operator: other })).toEqual([
    { field: 'operator_name', before: present.name, after: 'Outra' },
    { field: 'operator_contact', before: present.contact, after: 'c@d.example' },
  ])
  expect(await change!.isNeeded(as(), input({ operator: other }))).toBe(true)
  expect(await changes({ operator: null })).toHaveLength(4)
  expect(await change!.act(as(), input({}))).toBeNull()
  expect((await change!.touched(as(), input({}), [])).length).toBe(people.length)
})

test('somebody new who administers concerns every real circle', async () => {
  const [change] = changesOf('POST /admin/administrators')
  expect(await change!.circles(as())).toEqual([circleId])
  expect(await change!.isNeeded(as(), input({}))).toBe(true)
  expect((await change!.touched(as(), input({}), [circleId])).toSorted()).toEqual(people.map(({ id }) => id).toSorted())
  expect(await change!.touched(as(), input({}), [NOWHERE])).toEqual([])
  const body = { firstName: 'Bia', lastName: 'Reis', email: 'bia@exemplo.com.br', role: 'AUDITOR' } as const
  expect(await change!.changes(as(), input(body))).toEqual([
    added('administrator', 'Bia Reis'),
    added('email', mask(body.email)),
    added('role', 'Auditor'),
  ])
  expect((await change!.changes(as(), input({ ...body, role: 'ADMIN' })))[2]).toEqual(added('role', 'Administrador'))
  expect(await change!.act(as(), input(body))).toBe(addingText('AUDITOR'))
})

test('a proposal is of one of the changes of its call; what has none is a fault of ours', () => {
  expect(changesOf('PATCH /users/{id}').map(({ kind }) => kind)).toEqual(['suspend_member', 'payment_key'])
  expect(changeOf({ call: 'PATCH /users/{id}', kind: 'payment_key' })).toBe(changesOf('PATCH /users/{id}')[1])
  expect(() => changesOf('GET /circle')).toThrow(/GET \/circle says 'approval'/)
  expect(() => changeOf({ call: 'PATCH /users/{id}', kind: 'hand_over' })).toThrow('PATCH /users/{id} is no hand_over')
  expect([...endingByThemselves].toSorted()).toEqual(['hand_over', 'pause_month'])
})
