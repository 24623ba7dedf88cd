import { afterAll, beforeAll, expect, test } from 'vitest'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { keptWorker } from './run-worker.ts'

let folder: string
let module: URL

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'worker-'))
  const file = path.join(folder, 'worker.mjs')
  writeFileSync(
    file,
    `import { parentPort, threadId } from 'node:worker_threads'
    parentPort.on('message', (asked) => {
      if (asked === 'throws') throw new Error('no futures')
      if (asked !== 'hangs') parentPort.postMessage(threadId)
    })`,
  )
  module = pathToFileURL(file)
})
afterAll(() => rmSync(folder, { recursive: true }))

test('a kept thread does one piece of work after another; one that threw or took too long is told, and followed by a new one', async () => {
  const work = keptWorker<number>(module, { memoryMb: 32, longestMs: 5_000 })
  const first = await work('works')
  expect(await work('works')).toBe(first)
  await expect(work('throws')).rejects.toThrow('no futures')
  const second = await work('works')
  expect(second).not.toBe(first)
  await expect(work('hangs')).rejects.toThrow('ended without a result')
  expect(await work('works')).not.toBe(second)
})
