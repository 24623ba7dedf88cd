import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'vite'
import type { Plugin } from 'vite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildsToKeep, compileWhole, keepPreviousAssets, serveVerifier } from './vite-plugins.ts'

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

test('a file of the version before is still there after a build, and gone a week after; a build that fails changes nothing', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'ciranda-build-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  writeFileSync(path.join(root, 'index.html'), '<script type="module" src="/page.js"></script>')
  const filesAfter = async (text: string, day: number) => {
    writeFileSync(path.join(root, 'page.js'), `document.title = '${text}'`)
    await build({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [keepPreviousAssets(() => day * 86_400_000)],
      build: { emptyOutDir: false },
    })
    return readdirSync(path.join(root, 'dist', 'assets')).filter((name) => name.endsWith('.js'))
  }
  const [first] = await filesAfter('one', 0)
  const afterSecond = await filesAfter('two', 30)
  expect(afterSecond).toHaveLength(2)
  expect(afterSecond).toContain(first)
  expect(await filesAfter('three', 36)).toHaveLength(3)
  expect(await filesAfter('four', 37.5)).not.toContain(first)
  writeFileSync(path.join(root, 'dist', 'old.html'), '')
  await expect(filesAfter("' is not a script", 38)).rejects.toThrow()
  expect(readdirSync(path.join(root, 'dist'))).toEqual(['.builds.json', 'assets', 'index.html', 'old.html'])
  await filesAfter('five', 38)
  expect(readdirSync(path.join(root, 'dist'))).toEqual(['.builds.json', 'assets', 'index.html'])
})

describe('versions of the pages that are kept for open tabs', () => {
  const DAY_MS = 86_400_000
  const built = (...daysAgo: number[]) => daysAgo.map((days) => ({ builtAt: 100 * DAY_MS - days * DAY_MS, files: [] }))

  test('one that was replaced less than seven days ago, however long ago it was built', () => {
    expect(buildsToKeep(built(0, 300), 100 * DAY_MS)).toHaveLength(2)
    expect(buildsToKeep(built(6, 300), 100 * DAY_MS)).toHaveLength(2)
    expect(buildsToKeep(built(7, 300), 100 * DAY_MS)).toHaveLength(1)
    expect(buildsToKeep(built(0, 6, 8, 300), 100 * DAY_MS)).toHaveLength(3)
  })

  test('the newest always, and ten more at most', () => {
    expect(buildsToKeep(built(50), 100 * DAY_MS)).toHaveLength(1)
    expect(buildsToKeep(built(...Array.from({ length: 20 }, () => 0)), 100 * DAY_MS)).toHaveLength(11)
  })
})

test('a file is compiled whole from its very first line on, but for those that are rarely called', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'ciranda-build-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  writeFileSync(path.join(root, 'index.html'), '<script type="module" src="/page.js"></script>')
  writeFileSync(path.join(root, 'page.css'), 'p { color: red }')
  // A file that fetches others with their styles: the bundler writes a list of them before everything else.
  writeFileSync(path.join(root, 'page.js'), `document.onclick = () => import('./later.js')`)
  writeFileSync(path.join(root, 'later.js'), `import './page.css'; document.onkeyup = () => import('./pdf.js')`)
  writeFileSync(path.join(root, 'pdf.js'), `document.title = 'pdf'`)
  await build({ root, configFile: false, logLevel: 'silent', plugins: [compileWhole()] })
  const assets = path.join(root, 'dist', 'assets')
  const beginnings = readdirSync(assets)
    .filter((name) => name.endsWith('.js'))
    .map((name) => [name.split('-')[0], readFileSync(path.join(assets, name), 'utf8').split('\n')[0]])
  const compiled = beginnings.filter(([, line]) => line === '//# allFunctionsCalledOnLoad').map(([name]) => name)
  expect(compiled.toSorted()).toEqual(['index', 'later'])
  expect(beginnings).toHaveLength(3)
})
