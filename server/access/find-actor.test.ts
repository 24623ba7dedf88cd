import { eq } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { presets } from '#circle/plan.ts'
import { createCircle } from '#server/circle-store/with-circle.ts'
import { newId } from '#server/lib/ids.ts'
import { circles } from '#server/tables/circles.ts'
import { sessions } from '#server/tables/sessions.ts'
import { users } from '#server/tables/users.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { admit, findActor, findCircleIdOf, selectSession } from './find-actor.ts'
import type { SessionRow } from './find-actor.ts'
import { signAccessToken } from './tokens.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'

describe('the actor behind a token', () => {
  let testApp: TestApp
  let member: Person

  beforeEach(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 1 }))
    ;[member] = (await testApp.placed(1)) as [Person]
  })

  const profileStatus = async () => (await testApp.call('GET /users/profile', member.token)).status

  test('is refused from the moment the session ends, whatever the token says', async () => {
    const { clock, services } = testApp
    const endsAt = (at: number) =>
      services.db
        .update(sessions)
        .set({ expiresAt: new Date(at) })
        .where(eq(sessions.userId, member.id))
    await endsAt(clock.now() + 1)
    expect(await profileStatus()).toBe(200)
    await endsAt(clock.now())
    expect(await profileStatus()).toBe(401)
  })

  test('is nobody without a token, and refused with anything else than a token of ours, in the one way of writing it', async () => {
    const { services } = testApp
    expect([await findActor(services, undefined), await findActor(services, '')]).toEqual([null, null])
    for (const scheme of ['Bearer', 'bearer'])
      expect(await findActor(services, `${scheme} ${member.token}`)).toMatchObject({ id: member.id })
    const { sessionId, circleId } = (await findActor(services, `Bearer ${member.token}`))!
    const nobodys = [
      { userId: 'ana', sessionId },
      { userId: member.id, sessionId: 'hers' },
      { userId: member.id, sessionId: member.id },
      { userId: sessionId, sessionId },
    ]
    const tokens = await Promise.all(nobodys.map((claims) => signAccessToken(services, claims)))
    const written = ['Bearer', 'Bearer ', `Basic ${member.token}`, member.token, `Bearer  ${member.token}`]
    for (const header of [...written, ...tokens.map((token) => `Bearer ${token}`)]) {
      await expect(findActor(services, header), header).rejects.toMatchObject({ code: 'session.invalid' })
      expect(await findCircleIdOf(services, header), header).toBeNull()
    }
    expect(await findCircleIdOf(services, undefined)).toBeNull()
    expect(await findCircleIdOf(services, `Bearer ${member.token}`)).toBe(circleId)
  })

  test('is refused when the account is closed, although nobody ended the session', async () => {
    await testApp.services.db.update(users).set({ status: 'INACTIVE' }).where(eq(users.id, member.id))
    expect(await profileStatus()).toBe(401)
  })

  test('knows how and when its session was proven, and on what kind of device', async () => {
    const { clock, services } = testApp
    const { email } = (await testApp.call('GET /users/profile', member.token)).body
    const opened = await testApp.call('POST /auth/login', null, {
      body: { email, password: PASSWORD },
      headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 10; K) Chrome/124.0.0.0 Mobile Safari/537.36' },
    })
    expect(opened.status).toBe(200)
    const since = clock.now()
    clock.advance(60_000)
    const actor = await findActor(services, `Bearer ${opened.body.access_token}`)
    expect(actor).toMatchObject({ via: 'password', confirmedAt: new Date(since) })
    const [row] = await services.db.select().from(sessions).where(eq(sessions.id, actor!.sessionId))
    expect(row!.device).toBe('Chrome no Android')
  })

  test('writes when it was last seen at most once in five minutes, and never backwards', async () => {
    const { clock, services } = testApp
    const { sessionId } = (await findActor(services, `Bearer ${member.token}`))!
    const lastSeen = async () => {
      await findActor(services, `Bearer ${member.token}`)
      const [row] = await services.db.select().from(sessions).where(eq(sessions.id, sessionId))
      return row!.lastSeenAt.getTime()
    }
    const first = await lastSeen()
    clock.moveTo(first + 5 * 60_000 - 1)
    expect(await lastSeen()).toBe(first)
    clock.advance(1)
    expect(await lastSeen()).toBe(first + 5 * 60_000)
    clock.advance(-60_000)
    expect(await lastSeen()).toBe(first + 5 * 60_000)
    // Of several requests at once, which all read the session as it was before, the first writes.
    clock.advance(2 * 60_000)
    const [confirmedAt, lastSeenAt] = [first, first].map((at) => new Date(at).toISOString())
    const expiresAt = new Date(clock.now() + 1).toISOString()
    await admit(services, { sessionId, confirmedAt, expiresAt, lastSeenAt } as SessionRow)
    // One that was seen a moment ago asks the database nothing.
    const seen = { sessionId, confirmedAt, expiresAt, lastSeenAt: new Date(clock.now() - 1).toISOString() }
    await admit({ ...services, db: null as never }, seen as SessionRow)
    expect(await lastSeen()).toBe(first + 5 * 60_000)
  })

  test('is found without reading the other sessions of somebody who has a thousand', async () => {
    const { services } = testApp
    const { database } = services
    const [own] = await services.db.select().from(sessions).where(eq(sessions.userId, member.id))
    const others = Array.from({ length: 1_000 }, () => ({ ...own!, id: crypto.randomUUID() }))
    await services.db.insert(sessions).values(others)
    const { sql: text } = new PgDialect().sqlToQuery(selectSession())
    const explained = await database.asOwner(async (client) => {
      // To the planner it looks as where many people have a session each.
      await client.query('alter table sessions alter column user_id set (n_distinct = -1)')
      await client.query('analyze sessions')
      // As the server has it: planned once, for whatever session comes.
      await client.query('set plan_cache_mode = force_generic_plan')
      await client.query(`prepare looked_up (uuid, uuid) as ${text}`)
      const { rows } = await client.query(
        `explain (analyze, buffers, format json) execute looked_up ('${own!.id}', '${member.id}')`,
      )
      return (rows[0] as { 'QUERY PLAN': [{ Plan: Record<string, number> }] })['QUERY PLAN'][0].Plan
    })
    expect(explained['Actual Rows']).toBe(1)
    expect(explained['Shared Hit Blocks']! + explained['Shared Read Blocks']!).toBeLessThan(10)
  })

  test('names no circle to a public page once the session was ended', async () => {
    const { clock, services } = testApp
    const open = newId(clock)
    await createCircle(
      { ...services, actorId: null },
      { id: open, name: 'Aberta', operator: null, mode: 'demonstracao', plan: presets.termos },
    )
    await testApp.call('POST /admin/circles/{id}/open', await testApp.administrator(), { params: { id: open } })
    const shown = async () => (await testApp.call('GET /circle', member.token)).body.id as string
    const { circleId } = (await findActor(services, `Bearer ${member.token}`))!
    expect(await shown()).toBe(circleId)
    // The token that has run out still tells whose page it is.
    clock.advance(20 * 60_000)
    expect(await shown()).toBe(circleId)
    clock.advance(-20 * 60_000)
    await testApp.call('POST /auth/logout', member.token)
    expect(await shown()).toBe(open)
  })

  test('is shown the open circle once their own has ended', async () => {
    const { clock, services } = testApp
    const open = newId(clock)
    await createCircle(
      { ...services, actorId: null },
      { id: open, name: 'Aberta', operator: null, mode: 'demonstracao', plan: presets.termos },
    )
    await testApp.call('POST /admin/circles/{id}/open', await testApp.administrator(), { params: { id: open } })
    const [own] = await services.db.select({ id: users.circleId }).from(users).where(eq(users.id, member.id))
    await services.db.update(circles).set({ endedAt: new Date() }).where(eq(circles.id, own!.id))
    expect((await testApp.call('GET /circle', member.token)).body.id).toBe(open)
  })
})
