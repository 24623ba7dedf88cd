import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Services } from '#server/context.ts'
import { completeOutside, readOutside } from '#server/lib/outside-list.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'
import { rememberErased } from './erased-list.ts'

test('a line that a power cut tore swallows nobody who is erased after it', async () => {
  const dataDir = temporaryFolder()
  const file = path.join(dataDir, 'erased')
  writeFileSync(file, '019a0000-0000-7000-8000-0000000000')
  const services = { config: { dataDir, backupDir: undefined } } as unknown as Services
  const erased = '019a0000-0000-7000-8000-000000000002'
  await rememberErased(services, erased)
  expect(await readOutside(dataDir, 'erased')).toEqual([erased])
})

test('nor does one in the list beside the backups', async () => {
  const [dataDir, backupDir] = [temporaryFolder(), temporaryFolder()]
  const erased = '019a0000-0000-7000-8000-000000000002'
  writeFileSync(path.join(dataDir, 'erased'), `${erased}\n`)
  writeFileSync(path.join(backupDir, 'erased'), '019a0000-0000-7000-8000-0000000000')
  await completeOutside(dataDir, backupDir)
  expect(await readOutside(backupDir, 'erased')).toEqual([erased])
})
