import { constants } from 'node:fs'
import type * as FileCalls from 'node:fs/promises'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'
import { DiskFull } from './file-store.ts'
import { folderStore } from './folder-store.ts'

// On Linux /dev/full is always full, so every file that the store opens for writing is redirected there.
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof FileCalls>()
  return {
    ...real,
    open: (file: string, flags: string, mode?: number) =>
      flags === 'wx'
        ? real.writeFile(file, '').then(() => real.open('/dev/full', constants.O_WRONLY))
        : real.open(file, flags, mode),
  }
})

test('a full disk is reported as such, and nothing is left behind', async () => {
  const dataDir = temporaryFolder()
  const store = await folderStore({ dataDir })
  const refused = store.put(Buffer.alloc(100_000, 1))
  await expect(refused).rejects.toBeInstanceOf(DiskFull)
  await expect(refused).rejects.toMatchObject({ code: 'file.disk_full' })
  expect(await readdir(path.join(dataDir, 'files', 'tmp'))).toEqual([])
})
