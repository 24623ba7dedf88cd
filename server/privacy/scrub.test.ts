import { Client } from 'pg'
import { expect, test } from 'vitest'
import { migrateDatabase } from '#server/database/migrate.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import { opened } from '#server/testing/after-file.ts'
import '#server/testing/databases.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'
import { registrationOf } from '#server/seed/people.ts'
import { openDatabase } from '#server/database/database.ts'
import { everyFile } from './testing/search.ts'

test('the embedded database’s own files hold nothing of erased people: no page, statistic or log', async () => {
  const folder = temporaryFolder({ quick: true })
  const database = await openDatabase({ dataDir: folder })
  await migrateDatabase(database)
  opened.push(database)
  const testApp = await createTestApp(database)
  const { id } = await testApp.registers(1)
  await testApp.call('PATCH /users/{id}', await testApp.administrator(), {
    params: { id },
    body: { firstName: 'Zulmiralda', lastName: 'Quixabeirense' },
  })
  // Somebody's words about her stand in her notices and in the record of her standing.
  for (const what of ['suspend', 'reinstate'] as const)
    expect(
      (
        await testApp.call(`POST /users/{id}/${what}`, await testApp.administrator(), {
          params: { id },
          body: { reason: 'Zulmiralda viajou por um tempo' },
        })
      ).status,
    ).toBe(200)
  const superuser = new Client({ connectionString: `postgres://postgres@localhost/ciranda?host=${folder}` })
  await superuser.connect()
  await superuser.query('analyze users')
  await superuser.query('checkpoint')
  await superuser.end()
  const holding = () =>
    everyFile(folder)
      .filter(({ bytes }) => bytes.includes('Zulmiralda') || bytes.includes('Quixabeirense'))
      .map(({ name }) => name)
  expect(holding().length).toBeGreaterThan(1)
  const { email } = registrationOf({ firstName: 'PessoaBA', lastName: 'de Teste', number: 1 })
  const again = (await testApp.call('POST /auth/login', null, { body: { email, password: PASSWORD } })).body
  expect((await testApp.call('DELETE /me', again.access_token, { body: { password: PASSWORD } })).status).toBe(200)
  expect(holding()).toEqual([])
})
