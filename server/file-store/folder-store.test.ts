import { createHash } from 'node:crypto'
import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'
import { folderStore } from './folder-store.ts'

const bytes = Buffer.from('um comprovante')
const sha256 = createHash('sha256').update(bytes).digest('hex')

async function filesIn(dataDir: string): Promise<string[]> {
  const found = await readdir(path.join(dataDir, 'files'), { recursive: true, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dataDir, path.join(entry.parentPath, entry.name)))
}

describe('the file store', () => {
  test('stores bytes under their own hash, readable by the owner only', async () => {
    const dataDir = temporaryFolder()
    const store = await folderStore({ dataDir })
    expect(await store.put(bytes)).toBe(sha256)
    expect(await filesIn(dataDir)).toEqual([path.join('files', sha256.slice(0, 2), sha256)])
    expect((await stat(path.join(dataDir, 'files', sha256.slice(0, 2), sha256))).mode & 0o077).toBe(0)
    expect(await store.read(sha256)).toEqual(bytes)
    expect(await (await folderStore({ dataDir })).read(sha256)).toEqual(bytes)
  })

  test('stores identical bytes once, even thirty times at once', async () => {
    const dataDir = temporaryFolder()
    const store = await folderStore({ dataDir })
    await Promise.all(Array.from({ length: 30 }, () => store.put(bytes)))
    expect(await filesIn(dataDir)).toHaveLength(1)
  })

  test('a removed file stays for the archive, where there is one', async () => {
    const dataDir = temporaryFolder()
    for (const isArchived of [false, true]) {
      const store = await folderStore({ dataDir, isArchived })
      await store.put(bytes)
      await store.remove(sha256)
      expect(await store.has(sha256)).toBe(false)
      const held = await readFile(path.join(dataDir, 'archive', 'removed', sha256)).catch(() => null)
      expect(held).toEqual(isArchived ? bytes : null)
    }
  })

  test('removes a file, and returns whether it existed', async () => {
    const store = await folderStore({ dataDir: temporaryFolder() })
    await store.put(bytes)
    expect(await store.remove(sha256)).toBe(true)
    expect(await store.remove(sha256)).toBe(false)
    expect(await store.read(sha256)).toBeNull()
  })

  test('accepts no name but a hash', async () => {
    const dataDir = temporaryFolder()
    const store = await folderStore({ dataDir })
    await writeFile(path.join(dataDir, 'secret'), 'x')
    for (const name of [
      '../secret',
      '../../etc/passwd',
      'secret',
      '',
      'tmp',
      '/etc/passwd',
      sha256.toUpperCase(),
      `${sha256}/..`,
      `${sha256}\0`,
    ]) {
      expect(await store.read(name)).toBeNull()
      expect(await store.remove(name)).toBe(false)
    }
    expect(await readFile(path.join(dataDir, 'secret'), 'utf8')).toBe('x')
  })

  test('deletes what a crash left behind, but not what another process is writing', async () => {
    const dataDir = temporaryFolder()
    await folderStore({ dataDir })
    const [old, recent] = ['old', 'recent'].map((name) => path.join(dataDir, 'files', 'tmp', name)) as [string, string]
    await writeFile(old, 'half')
    await writeFile(recent, 'half')
    await utimes(old, new Date(0), new Date(0))
    await folderStore({ dataDir })
    expect(await readdir(path.join(dataDir, 'files', 'tmp'))).toEqual(['recent'])
  })
})
