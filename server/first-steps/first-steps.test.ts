import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { presets } from '#circle/plan.ts'
import type { FirstSteps } from '#contracts/first-steps.ts'
import { planFormOf } from '#contracts/plans.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import { circles } from '#server/tables/circles.ts'
import { entries } from '#server/tables/entries.ts'
import { passkeys } from '#server/tables/passkeys.ts'
import { users } from '#server/tables/users.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { quickFolder } from '#server/testing/quick-folder.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'

const REAL = {
  name: 'Roda da Vila',
  mode: 'real',
  plan: planFormOf(presets.roda),
  outcome_seen: true,
  people: 12,
  operator: {
    name: 'Cooperativa da Vila',
    document: '11.222.333/0001-81',
    contact: 'contato@vila.org.br',
    dataProtectionContact: 'dados@vila.org.br',
  },
}

describe('the first steps of an operator', () => {
  let testApp: TestApp
  let admin: string
  let folder: string
  const show = async () => (await testApp.call('GET /admin/first-steps', admin)).body as FirstSteps
  const done = async () => (await show()).steps.filter((step) => step.done).map(({ id }) => id)

  beforeAll(async () => {
    folder = mkdtempSync(join(quickFolder(), 'ciranda-test-'))
    testApp = await createTestApp(await openTestDatabase({ placed: 0 }), {
      BACKUP_DIR: folder,
      BACKUP_PASSPHRASE: 'a senha das cópias',
    })
    admin = await testApp.administrator()
    return () => rmSync(folder, { recursive: true, force: true })
  })

  test('an empty installation is asked what it is to be, until somebody is in it', async () => {
    expect(await show()).toMatchObject({ is_open: true, circle: null })
    expect(await done()).toEqual([])
    await testApp.registers(1)
    expect((await show()).is_open).toBe(false)
  })

  test('each line is ticked by what is so, and comes back when it no longer is', async () => {
    const made = await testApp.call('POST /admin/circles', admin, { body: REAL })
    await testApp.call('POST /admin/circles/{id}/select', admin, { params: { id: made.body.id } })
    expect(await show()).toMatchObject({ is_open: false, circle: { name: 'Roda da Vila', is_current: true } })
    expect(await done()).toEqual(['operator', 'plan'])
    await testApp.services.db.insert(passkeys).values({
      id: crypto.randomUUID(),
      credentialId: 'one',
      userId: (await testApp.services.db.select().from(users).where(eq(users.role, 'ADMIN')))[0]!.id,
      publicKey: '',
      counter: 0,
      transports: '',
      device: 'aparelho',
      createdAt: new Date(testApp.clock.now()),
    })
    const name = new Date(testApp.clock.now()).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
    writeFileSync(join(folder, `ciranda-${name}Z.backup`), '')
    expect(await done()).toEqual(['operator', 'plan', 'passkey', 'backup'])
    testApp.clock.advance(4 * 86_400_000)
    admin = await testApp.administrator()
    expect(await done()).toEqual(['operator', 'plan', 'passkey'])
  })

  test('people count when a whole turn has them, and places when nobody approved is without one', async () => {
    const params = { id: (await show()).circle!.id }
    // A new sign-in begins with the circle that was last on screen.
    expect((await show()).circle).toMatchObject({ is_current: true })
    await testApp.call('POST /admin/circles/{id}/open', admin, { params })
    await testApp.call('POST /admin/circles/{id}/select', admin, { params })
    const { id } = await testApp.registers(2)
    await testApp.call('PATCH /users/{id}/approve', admin, { params: { id } })
    expect(await show()).toMatchObject({ people: 1, people_needed: 12, places: 0 })
    expect(await done()).not.toContain('places')
    const bare = { position: 1, donation_number: 1, user_id: id, is_receiver: false, passed_user_ids: [] }
    expect(await testApp.call('POST /queue', admin, { body: bare })).toMatchObject({
      status: 400,
      body: { code: 'queue.reason_required', message: expect.stringContaining('escreve o motivo') },
    })
    await testApp.call('POST /queue', admin, {
      body: {
        position: 1,
        donation_number: 1,
        user_id: id,
        is_receiver: false,
        passed_user_ids: [],
        reason: 'Combinado entre todos',
      },
    })
    expect(await done()).toContain('places')
    expect(await done()).not.toContain('people')
    expect(await done()).not.toContain('contributions')
    const pull = () => testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
    expect((await pull()).body.code).toBe('pull.off_plan')
    expect(await done()).not.toContain('contributions')
    const other = await testApp.registers(9)
    await testApp.call('PATCH /users/{id}/approve', admin, { params: { id: other.id } })
    const reason = 'Combinado entre todos'
    await testApp.call('POST /queue', admin, { body: { ...bare, position: 2, user_id: other.id, reason } })
    await testApp.services.db.update(circles).set({ people: 2 }).where(eq(circles.id, params.id))
    expect((await pull()).status).toBe(201)
    expect(await done()).toContain('contributions')
  })

  test('who has two places counts for two of the people needed, and for one of those who have a place', async () => {
    const { db } = testApp.services
    const { circle, people } = await show()
    // A roda of twenty in eleven months, before anything was asked.
    await db.update(circles).set({ people: 20, nextOrder: 1 }).where(eq(circles.id, circle!.id))
    expect([people, (await show()).people_needed]).toEqual([2, 20])
    const [placed] = await db.select().from(entries).where(eq(entries.circleId, circle!.id)).limit(1)
    const own = and(eq(circleMembers.circleId, circle!.id), eq(circleMembers.memberId, placed!.memberId))
    await db.update(circleMembers).set({ shares: 2 }).where(own)
    await db.insert(entries).values({ ...placed!, id: crypto.randomUUID(), position: 9 })
    expect(await show()).toMatchObject({ people: 2, people_needed: 19, places: 2 })
  })

  test('a member and a visitor see nothing of them', async () => {
    const { token } = await testApp.registers(3)
    expect((await testApp.call('GET /admin/first-steps', token)).status).toBe(403)
    expect((await testApp.call('GET /admin/first-steps', null)).status).toBe(401)
  })
})
