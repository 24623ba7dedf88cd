import type * as FileCalls from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'
import { folderStore } from './folder-store.ts'
import { loadSecrets } from '#server/lib/secrets.ts'

// A lost sync shows only after a power cut, so the calls themselves are watched.
const done = vi.hoisted(() => [] as string[])
/** Happens when a file was found to be there. */
let whenFound = () => Promise.resolve()
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof FileCalls>()
  return {
    ...real,
    open: async (file: string, ...how: [string, number?]) => {
      const handle = await real.open(file, ...how)
      const sync = handle.sync.bind(handle)
      handle.sync = () => {
        done.push(`sync ${file}`)
        return sync()
      }
      return handle
    },
    access: (file: string) => real.access(file).then(whenFound),
    rename: (from: string, to: string) => {
      done.push(`rename ${from} ${to}`)
      return real.rename(from, to)
    },
  }
})

beforeEach(() => {
  done.length = 0
})

test('a file is synced before it gets its name, and its folder after', async () => {
  const root = path.join(temporaryFolder(), 'files')
  const store = await folderStore({ dataDir: path.dirname(root) })
  const sha256 = await store.put(Buffer.from('a receipt'))
  const folder = path.join(root, sha256.slice(0, 2))
  const temporary = done[1]!.replace('sync ', '')
  expect(path.dirname(temporary)).toBe(path.join(root, 'tmp'))
  expect(done).toEqual([
    `sync ${root}`,
    `sync ${temporary}`,
    `rename ${temporary} ${path.join(folder, sha256)}`,
    `sync ${folder}`,
  ])
  done.length = 0
  await store.put(Buffer.from('a receipt'))
  expect(done).toEqual([`sync ${folder}`])
})

test('a picture that another process removes at this very moment is stored all the same', async () => {
  const store = await folderStore({ dataDir: temporaryFolder() })
  const bytes = Buffer.from('a receipt')
  const sha256 = await store.put(bytes)
  whenFound = async () => {
    whenFound = () => Promise.resolve()
    await store.remove(sha256)
  }
  await store.put(bytes)
  expect(await store.read(sha256)).toEqual(bytes)
  // Whether or not the store asked before.
  await Promise.all(Array.from({ length: 40 }, (_, n) => (n % 2 ? store.put(bytes) : store.remove(sha256))))
  expect(await store.put(bytes)).toBe(sha256)
})

test('the secret is synced before it gets its name, and the data folder after', async () => {
  const dataDir = temporaryFolder()
  await loadSecrets({ dataDir, jwtSecret: undefined }, { fingerprint: null, isNew: true })
  const temporary = done[0]!.replace('sync ', '')
  expect(path.dirname(temporary)).toBe(dataDir)
  const file = path.join(dataDir, 'secret')
  expect(done).toEqual([`sync ${temporary}`, `rename ${temporary} ${file}`, `sync ${dataDir}`])
})
