import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { ledger } from '#server/tables/ledger.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { readOutbox } from '#server/testing/outbox.ts'
import { ADMINISTRATOR, createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import { NoSuchAdministrator, resetAccess } from './reset-access.ts'

test('a password given at the machine is temporary, ends the sessions, and is told to everybody', async () => {
  const testApp = await createTestApp(await openTestDatabase({ placed: 2 }))
  const admin = await testApp.administrator()
  const [member] = await testApp.placed(1)
  await expect(resetAccess(testApp.services, 'ninguem@exemplo.org')).rejects.toThrow(NoSuchAdministrator)
  const { email, password } = await resetAccess(testApp.services, ` ${ADMINISTRATOR.email.toUpperCase()}`)
  expect(email).toBe(ADMINISTRATOR.email)
  expect((await testApp.call('GET /users', admin)).status).toBe(401)
  const signIn = (typed: string) => testApp.call('POST /auth/login', null, { body: { email, password: typed } })
  expect((await signIn(ADMINISTRATOR.password)).status).toBe(401)
  const { body: signedIn } = await signIn(password)
  expect(signedIn.user).toMatchObject({ role: 'ADMIN', passwordTemporary: true })
  const token = signedIn.access_token as string
  expect((await testApp.call('POST /admin/circles', token, { body: {} })).body.code).toBe('session.temporary_password')
  // Everybody hears of it: the ledger and “O que mudou”, each member, and by letter whoever administers.
  const entries = await testApp.services.db.select().from(ledger).where(eq(ledger.kind, 'administrator.access_reset'))
  expect(entries).toEqual([
    expect.objectContaining({ actorId: null, payload: { userId: signedIn.user.id, role: 'ADMIN', via: 'job' } }),
  ])
  expect((await testApp.call('GET /circle/changes', member!.token)).body.data[0]).toMatchObject({
    kind: 'administrator.access_reset',
    by: 'circle',
  })
  const kindsFor = async (as: string) =>
    (await testApp.call('GET /me/notices', as)).body.data.map(({ kind }: { kind: string }) => kind)
  expect(await kindsFor(member!.token)).toContain('circle.administrator_reset')
  expect(await kindsFor(token)).toContain('administrator.access_reset')
  await runDueJobs(testApp.services)
  expect(readOutbox(testApp.services.config.dataDir)).toContainEqual(
    expect.stringMatching(/Para: admin@ciranda\.local[^]*provisória foi dada à sua conta/),
  )
  // The person goes on with one of their own.
  const changed = await testApp.call('POST /me/password', token, {
    body: { currentPassword: password, newPassword: PASSWORD },
  })
  expect(changed.status).toBeLessThan(300)
})
