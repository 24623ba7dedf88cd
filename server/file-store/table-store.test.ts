import { beforeAll, expect, test } from 'vitest'
import { eq, sql } from 'drizzle-orm'
import { namesAfter } from '#server/files/references.ts'
import { sweepUnused } from '#server/files/remove.ts'
import { noise } from '#server/files/testing/pictures.ts'
import { storedFiles } from '#server/tables/stored-files.ts'
import { users } from '#server/tables/users.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app.ts'
import type { FileStore } from './file-store.ts'

let testApp: TestApp
let files: FileStore
let person: Person

beforeAll(async () => {
  testApp = await createTestApp(await openTestDatabase({ placed: 1 }), { FILES: 'database' })
  files = testApp.services.files
  person = (await testApp.placed(1))[0]!
})

async function sendsPicture(): Promise<number> {
  const avatar = (await noise(400, 400).png().toBuffer()).toString('base64')
  return (await testApp.call('POST /users/profile/avatar', person.token, { body: { avatar } })).status
}

async function known(): Promise<{ avatar: string; pictures: number }> {
  const { db } = testApp.services
  const [row] = await db.select({ avatar: users.avatar }).from(users).where(eq(users.id, person.id))
  return { avatar: row!.avatar, pictures: await db.$count(storedFiles) }
}

test('a picture and the row that names it are there together, or neither', async () => {
  const before = await known()
  // PostgreSQL is killed between the picture and its row.
  const put: FileStore['put'] = async (bytes, tx) => {
    await files.put(bytes, tx)
    await tx!.execute(sql`select pg_terminate_backend(pg_backend_pid())`)
    throw new Error('It lives on')
  }
  Object.assign(testApp.services, { files: { ...files, put } })
  expect(await sendsPicture()).toBe(503)
  expect(await known()).toEqual(before)
  Object.assign(testApp.services, { files })
  expect(await sendsPicture()).toBe(201)
  const { avatar, pictures } = await known()
  expect(pictures).toBe(before.pictures + 1)
  expect(await files.has(avatar)).toBe(true)
})

test('a refused call leaves no picture behind', async () => {
  const { pictures } = await known()
  await expect(testApp.registers(1)).rejects.toThrow('user.already_registered')
  expect((await known()).pictures).toBe(pictures)
})

test('no bytes lie under the name of others, however they were written', async () => {
  const sha256 = await files.put(Buffer.from('one picture'))
  const change = testApp.services.db.update(storedFiles).set({ bytes: Buffer.from('another') })
  await expect(change.where(eq(storedFiles.sha256, sha256))).rejects.toMatchObject({
    cause: { constraint: 'stored_files_named' },
  })
})

test('what no row names is deleted once it is old, and storing it again makes it new', async () => {
  const { db } = testApp.services
  const [orphan, again] = [await files.put(Buffer.from('nobody’s')), await files.put(Buffer.from('put again'))]
  expect(await sweepUnused(testApp.services)).toBe(0)
  await db.update(storedFiles).set({ storedAt: new Date(Date.now() - 2 * 3_600_000) })
  await files.put(Buffer.from('put again'))
  await sweepUnused(testApp.services)
  expect([await files.read(orphan), await files.read(again)]).toEqual([null, Buffer.from('put again')])
  const named = await namesAfter(db, '', 100)
  const kept = (await db.select({ sha256: storedFiles.sha256 }).from(storedFiles)).map(({ sha256 }) => sha256)
  expect(kept.toSorted()).toEqual([...named, again].toSorted())
})

test('accepts no name but a hash', async () => {
  for (const name of ['', '../secret', 'avatar_male_1'])
    expect([await files.read(name), await files.has(name), await files.remove(name)]).toEqual([null, false, false])
})
