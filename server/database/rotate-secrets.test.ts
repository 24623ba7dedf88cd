import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { seal } from '#server/lib/sealing.ts'
import { deriveSecrets } from '#server/lib/secrets.ts'
import type { Secrets } from '#server/lib/secrets.ts'
import { everyRow } from '#server/privacy/testing/search.ts'
import { registrationOf } from '#server/seed/people.ts'
import { installation } from '#server/tables/installation.ts'
import { letters } from '#server/tables/letters.ts'
import { users } from '#server/tables/users.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { readOutbox } from '#server/testing/outbox.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { takeOverSecrets } from './rotate-secrets.ts'

describe('a secret that is replaced', () => {
  let testApp: TestApp
  let old: Secrets
  let next: Secrets
  const typed = registrationOf({ firstName: 'PessoaBA', lastName: 'de Teste', number: 1 })
  const as = async (secrets: Secrets) => {
    const app = await createApp({ ...testApp.services, secrets })
    const call = async (method: 'GET' | 'POST', path: string, token: string | null, payload?: object) => {
      const headers = token === null ? {} : { authorization: `Bearer ${token}` }
      const answer = await app.inject({ method, url: `/api${path}`, headers, ...(payload ? { payload } : {}) })
      return { status: answer.statusCode, body: answer.json() as ReturnType<typeof JSON.parse> }
    }
    return { app, call }
  }
  const logins = { email: typed.email, password: PASSWORD }

  beforeAll(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 0 }))
    old = testApp.services.secrets
    next = { ...deriveSecrets('the next secret, long enough to be one too'), previous: [old] }
    await testApp.registers(1)
  })

  test('that fails half-way changes nothing, and the next start does it whole', async () => {
    const { db } = testApp.services
    const before = await db.select().from(users)
    const [letter] = await db.select().from(letters)
    // A letter that does not open stands for everything that can end a start in the middle.
    await db
      .update(letters)
      .set({ sealed: seal(old, 'x', 'letter:another') })
      .where(eq(letters.id, letter!.id))
    await expect(takeOverSecrets(db, next)).rejects.toThrow()
    expect(await db.select().from(users)).toEqual(before)
    expect((await db.select().from(installation))[0]!.secretFingerprint).toBe(old.fingerprint)
    await db.update(letters).set({ sealed: letter!.sealed }).where(eq(letters.id, letter!.id))
  })

  test('ends the old access tokens, and people, sessions, letters and the ledger’s key stay', async () => {
    const { db } = testApp.services
    const before = await as(old)
    const session = (await before.call('POST', '/auth/login', null, logins)).body
    const profile = (await before.call('GET', '/users/profile', session.access_token)).body
    const used = (await before.call('POST', '/auth/refresh', null, { refreshToken: session.refresh_token })).body
    const head = (await before.call('GET', '/ledger/head', await testApp.administrator())).body

    const secrets = await takeOverSecrets(db, next)
    const after = await as(secrets)
    expect((await after.call('GET', '/users/profile', used.access_token)).status).toBe(401)
    // The grace of ten seconds for a lost answer opens the sealed successor too.
    const again = await after.call('POST', '/auth/refresh', null, { refreshToken: session.refresh_token })
    expect([again.status, again.body.refresh_token]).toEqual([200, used.refresh_token])
    const { body: signedIn } = await after.call('POST', '/auth/login', null, logins)
    const same = await after.call('GET', '/users/profile', signedIn.access_token)
    expect({ ...same.body, pixQrCode: null }).toEqual({ ...profile, pixQrCode: null })
    const { body: administrator } = await after.call('POST', '/auth/login', null, {
      email: testApp.services.config.adminEmail,
      password: 'senha-da-administracao',
    })
    const kept = (await after.call('GET', '/ledger/head', administrator.access_token)).body
    expect([typeof head.key, kept.key]).toEqual(['string', head.key])
    await runDueJobs({ ...testApp.services, secrets })
    expect(readOutbox(testApp.services.config.dataDir).some((text) => text.includes(typed.email))).toBe(true)
    await Promise.all([before.app.close(), after.app.close()])
  })

  test('leaves nothing that the old one opens, and starts again with the new one alone', async () => {
    const { db } = testApp.services
    const alone = await takeOverSecrets(db, deriveSecrets('the next secret, long enough to be one too'))
    expect(alone.headSeed).toEqual(old.headSeed)
    // It throws where a sealed text does not open.
    expect((await everyRow(db, { ...alone, previous: [] })).join()).toContain(typed.email)
    await expect(everyRow(db, { ...old, previous: [] })).rejects.toThrow('not searched')
    await expect(takeOverSecrets(db, old)).rejects.toThrow('não é o segredo')
    const third = { ...deriveSecrets('a third secret, long enough to be one as well'), previous: [alone] }
    expect((await takeOverSecrets(db, third)).headSeed).toEqual(old.headSeed)
  })
})
