import { count, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { findKnownSecret, keepFingerprint } from '#server/database/recognize-secret.ts'
import type { Services } from '#server/context.ts'
import { createEventHub } from '#server/events/stream.ts'
import { movableClock } from '#server/lib/clock.ts'
import { readConfig } from '#server/lib/config.ts'
import { folderStore } from '#server/file-store/folder-store.ts'
import { deriveSecrets } from '#server/lib/secrets.ts'
import { circles } from '#server/tables/circles.ts'
import { installation } from '#server/tables/installation.ts'
import { users } from '#server/tables/users.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'
import { demonstrationFor } from './demonstration.ts'
import { makeInstallation, notePrinted } from './installation.ts'
import type { Seed } from './installation.ts'

describe('a first start', () => {
  let services: Services

  beforeEach(async () => {
    const database = await openTestDatabase()
    const dataDir = temporaryFolder()
    const clock = movableClock(Date.UTC(2026, 10, 10, 15))
    services = {
      database,
      db: database.db,
      clock,
      files: await folderStore({ dataDir }),
      secrets: deriveSecrets('a secret for tests, long enough to be one'),
      config: readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }),
      stateCache: new Map(),
      events: await createEventHub({ database, clock }),
      publicUrl: () => '',
    }
    return () => services.events.close()
  })

  const demonstration = demonstrationFor({ host: '127.0.0.1' })!

  const counts = async () => ({
    circles: await services.db.$count(circles),
    administrators: await services.db.$count(users, eq(users.role, 'ADMIN')),
    members: await services.db.$count(users, eq(users.role, 'USER')),
  })

  test('that ends while seeding leaves nothing, and the next completes it: circle, administrator, demonstration, password', async () => {
    const half: Seed = {
      ...demonstration,
      populate: async (within, administratorId) => {
        await demonstration.populate(within, administratorId)
        throw new Error('the power went')
      },
    }
    await expect(makeInstallation(services, half)).rejects.toThrow('the power went')
    expect(await counts()).toEqual({ circles: 0, administrators: 0, members: 0 })
    const logins = await makeInstallation(services, demonstration)
    expect(await counts()).toEqual({ circles: 1, administrators: 1, members: 14 })
    expect(logins.map(({ who }) => who)).toEqual([
      'administração',
      'quem tem uma doação a fazer',
      'quem tem um comprovante a conferir',
      'quem espera aprovação',
    ])
    expect(logins[0]!.password).toHaveLength(12)
  })

  test('keeps the logins until they were printed, readable by nobody, and makes nothing twice', async () => {
    const logins = await makeInstallation(services)
    expect(await makeInstallation(services, demonstration)).toEqual(logins)
    const [row] = await services.db.select().from(installation)
    expect(row!.unprintedLogins).not.toContain(logins[0]!.password)
    await notePrinted(services)
    expect(await makeInstallation(services)).toEqual([])
    expect(await counts()).toEqual({ circles: 1, administrators: 1, members: 0 })
  })

  test('has its known passwords only where no other machine reaches the server, and another for each administration', async () => {
    for (const host of ['0.0.0.0', '::', '192.168.0.7', 'ciranda.example', '127.0.0.1.example'])
      expect([host, demonstrationFor({ host })]).toEqual([host, undefined])
    const [one] = await makeInstallation(services)
    const database = await openTestDatabase()
    const [other] = await makeInstallation({ ...services, database, db: database.db })
    expect(one!.password).toHaveLength(12)
    expect(other!.password).toHaveLength(12)
    expect(other!.password).not.toBe(one!.password)
  })

  test('of several processes at once is one', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => makeInstallation(services)))
    expect(await counts()).toEqual({ circles: 1, administrators: 1, members: 0 })
    expect(new Set(all.map((logins) => JSON.stringify(logins))).size).toBe(1)
  })

  test('that an earlier version left with a circle and no administrator is completed', async () => {
    await makeInstallation(services)
    await services.db.delete(users)
    await notePrinted(services)
    expect(await makeInstallation(services)).toMatchObject([{ who: 'administração' }])
    expect(await counts()).toEqual({ circles: 1, administrators: 1, members: 0 })
  })

  test('lets the database recognise its secret, also one from before it kept a fingerprint', async () => {
    expect(await findKnownSecret(services.db)).toEqual({ fingerprint: null, isNew: true })
    await makeInstallation(services)
    const { fingerprint } = services.secrets
    expect(await findKnownSecret(services.db)).toEqual({ fingerprint, isNew: false })
    const other = deriveSecrets('another secret, long enough to be one')
    await expect(keepFingerprint(services.db, other)).rejects.toThrow('não é o segredo')
    await services.db.delete(installation)
    expect(await findKnownSecret(services.db)).toEqual({ fingerprint: null, isNew: false })
    await expect(keepFingerprint(services.db, other)).rejects.toThrow('não é o segredo')
    expect(await services.db.select({ rows: count() }).from(installation)).toEqual([{ rows: 0 }])
    await keepFingerprint(services.db, services.secrets)
    expect(await findKnownSecret(services.db)).toMatchObject({ fingerprint })
  })
})
