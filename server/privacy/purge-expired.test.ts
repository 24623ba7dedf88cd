import { beforeAll, describe, expect, test } from 'vitest'
import { lt, sql } from 'drizzle-orm'
import { audit } from '#server/tables/audit.ts'
import { idempotencyKeys } from '#server/tables/idempotency-keys.ts'
import { letters } from '#server/tables/letters.ts'
import { refreshTokens } from '#server/tables/refresh-tokens.ts'
import { sessions } from '#server/tables/sessions.ts'
import { verificationCodes } from '#server/tables/verification-codes.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { registrationOf } from '#server/seed/people.ts'
import { purgeExpired, RETENTION_MS } from './purge-expired.ts'
import { codePicture } from '#server/seed/receipt-picture.ts'

describe('stored answers for repeated requests', () => {
  let testApp: TestApp

  beforeAll(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 0 }))
  })

  test('are repeated verbatim, unreadable in the database, and deleted after a day', async () => {
    const typed = registrationOf({ firstName: 'Pessoa', lastName: 'Repetida', number: 7 })
    const body = { ...typed, pixQrCode: await codePicture(typed.pixCopyPaste), password: PASSWORD }
    const register = () =>
      testApp.call('POST /auth/register', null, { body, headers: { 'idempotency-key': 'the-same-registration' } })
    const first = await register()
    expect(first.status).toBe(201)
    expect((await register()).body).toEqual(first.body)
    const [row] = await testApp.services.db.select().from(idempotencyKeys)
    const stored = JSON.stringify(row)
    for (const readable of [
      typed.email,
      typed.cpf,
      typed.phone,
      first.body.user.id,
      first.body.access_token,
      first.body.refresh_token,
    ])
      expect(stored).not.toContain(readable)
    testApp.clock.advance(86_400_000)
    await runDueJobs(testApp.services)
    expect(await testApp.services.db.$count(idempotencyKeys)).toBe(1)
    testApp.clock.advance(1)
    await runDueJobs(testApp.services)
    expect(await testApp.services.db.$count(idempotencyKeys)).toBe(0)
  })
})

describe('what time makes useless', () => {
  let testApp: TestApp

  beforeAll(async () => {
    testApp = await createTestApp(await openTestDatabase())
  })

  test('is deleted once it is past its retention, and not before', async () => {
    const { services, clock } = testApp
    await testApp.registers(1)
    const tables = { sessions, refreshTokens, letters, audit, verificationCodes }
    const counts = async () =>
      Object.fromEntries(
        await Promise.all(Object.entries(tables).map(async ([name, table]) => [name, await services.db.$count(table)])),
      )
    await runDueJobs(services)
    const before = await counts()
    expect(Object.values(before).every((count) => Number(count) > 0)).toBe(true)

    // A session lasts thirty days and is kept as long again; none of it is purged earlier.
    clock.advance(RETENTION_MS.sessions)
    await purgeExpired(services)
    expect(await counts()).toEqual({ ...before, verificationCodes: 0 })
    clock.advance(RETENTION_MS.sessions + 1)
    await purgeExpired(services)
    expect(await counts()).toEqual({ ...before, verificationCodes: 0, sessions: 0, refreshTokens: 0, letters: 0 })
  })

  test('access records stay for six months, by law, and nobody deletes a younger one', async () => {
    const { services, clock } = testApp
    const { db } = services
    await db.insert(audit).values([
      { at: new Date(Date.now() - RETENTION_MS.audit - 60_000), kind: 'session.opened' },
      { at: new Date(Date.now() - RETENTION_MS.audit + 60_000), kind: 'session.closed' },
    ])
    clock.moveTo(Date.now())
    await purgeExpired(services)
    const old = await db
      .select()
      .from(audit)
      .where(lt(audit.at, new Date(Date.now() - RETENTION_MS.audit + 120_000)))
    expect(old.map(({ kind }) => kind)).toEqual(['session.closed'])
    const denied = { cause: { message: 'permission denied for table audit' } }
    await expect(db.delete(audit)).rejects.toMatchObject(denied)
    await expect(db.delete(audit).where(lt(audit.at, new Date(0)))).rejects.toMatchObject(denied)
    await expect(db.update(audit).set({ actorId: null })).rejects.toMatchObject(denied)
    await expect(db.execute(sql`truncate audit`)).rejects.toMatchObject(denied)
    // The function itself, asked for everything, takes nothing that is younger, and the owner is refused as well.
    const before = await db.$count(audit)
    await db.execute(sql`select purge_access_records('infinity')`)
    expect(await db.$count(audit)).toBe(before)
    await services.database.asOwner(async (client) => {
      for (const statement of ['DELETE FROM audit', 'TRUNCATE audit', `UPDATE audit SET kind = 'x'`])
        await expect(client.query(statement)).rejects.toThrow('audit is only ever added to')
    })
    clock.moveTo(Date.now() + 10 * RETENTION_MS.audit)
    await purgeExpired(services)
    expect(await db.$count(audit)).toBeGreaterThan(0)
  })

  test('a session that ended early is kept as long as its tokens could be tried again', async () => {
    const { services, clock } = testApp
    const { token } = await testApp.registers(2)
    await testApp.call('POST /auth/logout', token)
    clock.advance(RETENTION_MS.sessions)
    await purgeExpired(services)
    expect(await services.db.$count(sessions)).toBe(1)
    clock.advance(1)
    await purgeExpired(services)
    expect(await services.db.$count(sessions)).toBe(0)
  })
})
