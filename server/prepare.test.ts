import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './lib/config.ts'
import { prepare } from './prepare.ts'
import { users } from './tables/users.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'

/** A start in a folder, and its end: who administers, and the logins that it has to show. */
async function start(dataDir: string) {
  const { services, logins } = await prepare(readConfig({ DATA_DIR: dataDir, SEED: 'none' }))
  const people = await services.db.select({ id: users.id }).from(users)
  await services.events.close()
  await services.database.close()
  return { people, passwords: logins.map(({ password }) => password) }
}

test('a folder that was moved goes on, and without its database it never begins anew', async () => {
  const house = temporaryFolder({ quick: true })
  const [old, moved] = ['velha', 'nova'].map((name) => path.join(house, name)) as [string, string]
  const before = await start(old)
  execFileSync('mv', [old, moved])
  // The logins that nobody has read yet are shown again, and nobody is made.
  expect(await start(moved)).toEqual(before)
  rmSync(path.join(moved, 'database'), { recursive: true })
  const names = readdirSync(moved)
  await expect(start(moved)).rejects.toThrow(/^Nesta pasta já houve uma Ciranda, e o banco dela não está mais aqui: /)
  expect(readdirSync(moved)).toEqual(names)
})
