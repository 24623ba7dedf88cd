import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { beginRun, RUN_FOLDER } from '#e2e/helpers/data-folders.ts'
import { startServer } from '#e2e/helpers/server.ts'
import { processesIn } from '#server/testing/processes.ts'

test('a run that ends before its stories stop their servers leaves no server, no database and no folder', async () => {
  // The stories after this one go on in their own run.
  vi.stubEnv(RUN_FOLDER, '')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { run, end } = beginRun()
  const dataDir = path.join(run, 'story')
  const { url } = await startServer({ DATA_DIR: dataDir })
  const databases = () => processesIn(path.join(dataDir, 'database', 'cluster'))
  expect(databases()).not.toEqual([])
  await end()
  await expect.poll(databases).toEqual([])
  await expect(fetch(`${url}/api/health`)).rejects.toThrow('fetch failed')
  expect(existsSync(run)).toBe(false)
})
