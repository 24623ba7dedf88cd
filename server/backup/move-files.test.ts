import { rmSync } from 'node:fs'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { tableStore } from '#server/file-store/table-store.ts'
import { namesAfter } from '#server/files/references.ts'
import type { FileStore } from '#server/file-store/file-store.ts'
import { storedFiles } from '#server/tables/stored-files.ts'
import { users } from '#server/tables/users.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'
import { ensureFilesAtHome, ensureStopped, moveFiles } from './move-files.ts'

let testApp: TestApp
let folder: FileStore
let table: FileStore

beforeEach(async () => {
  testApp = await createTestApp(await openTestDatabase({ placed: 4 }))
  folder = testApp.services.files
  table = tableStore(testApp.services)
})

const names = () => namesAfter(testApp.services.db, '', 100)
const there = async (files: FileStore) => {
  const found: string[] = []
  for (const name of await names()) if (await files.has(name)) found.push(name)
  return found
}
const startsWith = (files: 'folder' | 'database') =>
  ensureFilesAtHome({
    ...testApp.services,
    config: { ...testApp.services.config, files },
    files: files === 'folder' ? folder : table,
  })

test('pictures come into the database whole, however often that was cut short, and back', async () => {
  const { db } = testApp.services
  const all = await names()
  expect(all.length).toBeGreaterThan(2)
  await folder.put(Buffer.from('nobody’s'))
  const read = new Map(await Promise.all(all.map(async (name) => [name, await folder.read(name)] as const)))
  for (const left of [1, 2]) {
    let calls = 0
    const put: FileStore['put'] = (...args) => {
      if (++calls > left) throw new Error('killed')
      return table.put(...args)
    }
    await expect(moveFiles({ db, from: folder, to: { ...table, put } })).rejects.toThrow('killed')
    expect(await there(folder)).toEqual(all)
  }
  expect(await moveFiles({ db, from: folder, to: table })).toBe(all.length - 3)
  for (const name of all) expect(await table.read(name)).toEqual(read.get(name))
  expect([await there(folder), await db.$count(storedFiles)]).toEqual([[], all.length])
  expect(await moveFiles({ db, from: folder, to: table })).toBe(0)
  expect(await moveFiles({ db, from: table, to: folder })).toBe(all.length)
  expect([await there(folder), await db.$count(storedFiles)]).toEqual([all, 0])
})

test('nothing is written where a picture is missing or was altered, and the one is named', async () => {
  const { db, config } = testApp.services
  const [first] = await names()
  const altered: FileStore = { ...folder, read: async () => Buffer.from('other bytes') }
  await expect(moveFiles({ db, from: altered, to: table })).rejects.toThrow(`altered ${first}`)
  rmSync(path.join(config.dataDir, 'files', first!.slice(0, 2), first!))
  await expect(moveFiles({ db, from: folder, to: table })).rejects.toMatchObject({ code: 'files_missing' })
  expect(await db.$count(storedFiles)).toBe(0)
})

test('no picture leaves its home before all of them are in the other one', async () => {
  const { db } = testApp.services
  const [all, losing] = [await names(), { ...table, put: async () => 'nothing stored' }]
  await expect(moveFiles({ db, from: folder, to: losing })).rejects.toMatchObject({ code: 'files_missing' })
  expect(await there(folder)).toEqual(all)
})

test('a start refuses where only the other home has a picture that a row names', async () => {
  const { db } = testApp.services
  await startsWith('folder')
  await expect(startsWith('database')).rejects.toMatchObject({ code: 'files_in_folder' })
  await expect(startsWith('database')).rejects.toThrow('npm run move -- --files')
  await moveFiles({ db, from: folder, to: table }, { keep: true })
  expect(await there(folder)).toEqual(await names())
  await startsWith('database')
  const own = await table.put(Buffer.from('of the database alone'))
  await startsWith('folder')
  await db
    .update(users)
    .set({ avatar: own })
    .where(eq(users.id, (await testApp.placed(1))[0]!.id))
  await expect(startsWith('folder')).rejects.toMatchObject({ code: 'files_in_database' })
})

test('pictures are moved by one process, while no other is connected', async () => {
  const { db } = testApp.services
  await ensureStopped(db)
  await testApp.services.database.asOwner(async (client) => {
    await client.query(`SET application_name = 'ciranda, process 1'`)
    await expect(ensureStopped(db)).rejects.toThrow('(processo 1)')
  })
})
