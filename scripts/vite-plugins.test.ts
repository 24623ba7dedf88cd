import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { expect, test } from 'vitest'
import { serveVerifier } from './vite-plugins.ts'

test('the verifier is built beside the pages byte for byte, under the name that the ledger’s page links to', async () => {
  const emitted: { fileName: string; source: Uint8Array }[] = []
  const { generateBundle } = serveVerifier() as Plugin & {
    generateBundle: (this: { emitFile(file: { fileName: string; source: Uint8Array }): void }) => Promise<void>
  }
  await generateBundle.call({ emitFile: (file) => emitted.push(file) })
  expect(emitted.map(({ fileName }) => fileName)).toEqual(['verify-ledger.mjs'])
  expect(
    Buffer.from(emitted[0]!.source).equals(readFileSync(path.join(import.meta.dirname, 'verify-ledger.mjs'))),
  ).toBe(true)
  expect(readFileSync(path.join(import.meta.dirname, '../web/features/ledger/Downloads.tsx'), 'utf8')).toContain(
    'href="/verify-ledger.mjs"',
  )
})
