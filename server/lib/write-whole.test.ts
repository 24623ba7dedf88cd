import { chownSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'
import { writeWhole } from './write-whole.ts'

test('a file is replaced whole, by one writer of several at once, and nobody else may read it', async () => {
  const file = join(temporaryFolder(), 'a', 'b')
  const texts = ['one', 'two', 'three'].map((text) => `${text} `.repeat(10_000))
  await Promise.all(texts.map((text) => writeWhole(file, text)))
  expect(texts).toContain(readFileSync(file, 'utf8'))
  expect(statSync(file).mode & 0o077).toBe(0)
  expect(readdirSync(join(file, '..'))).toEqual(['b'])
})

test('a file that cannot be replaced leaves nothing beside it', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'taken', 'inside'), { recursive: true })
  await expect(writeWhole(join(folder, 'taken'), 'text')).rejects.toThrow(/EISDIR|ENOTEMPTY/)
  expect(readdirSync(folder)).toEqual(['taken'])
})

// Only root can write for somebody else.
if (process.getuid?.() === 0)
  test('a file that root writes in somebody’s folder is theirs, so that the service reads it', async () => {
    const folder = temporaryFolder()
    chownSync(folder, 4_242, 4_243)
    await writeWhole(join(folder, 'secret'), 'text')
    const { uid, gid, mode } = statSync(join(folder, 'secret'))
    expect([uid, gid, mode & 0o777]).toEqual([4_242, 4_243, 0o600])
  })
