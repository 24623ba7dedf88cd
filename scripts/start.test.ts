import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, test } from 'vitest'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** Stands in for the builder: makes a server that says which process it is, and fails or waits where it is told to. */
const BUILDER = `
import { mkdirSync, writeFileSync } from 'node:fs'
import { buildWhenStale, PAGES, SERVER } from './built.ts'
console.log('built by ' + process.pid)
if (process.env.BUILDER === 'fails') {
  console.error('a fault in a page')
  process.exit(3)
}
if (process.env.BUILDER === 'waits') {
  process.on('SIGTERM', () => {
    console.log('the builder was told')
    process.exit(0)
  })
  console.log('it builds')
  setInterval(() => {}, 1_000)
} else {
  mkdirSync('web/dist', { recursive: true })
  mkdirSync('build', { recursive: true })
  await buildWhenStale(PAGES, async () => {})
  await buildWhenStale(SERVER, async () => writeFileSync(SERVER.file, "console.log('served by ' + process.pid)"))
}
`

/** A checkout of nothing but what a start needs, not built yet. */
function checkout(): { folder: string; start: string[] } {
  const folder = mkdtempSync(path.join(tmpdir(), 'ciranda-start-'))
  folders.push(folder)
  for (const part of ['scripts', 'node_modules/vite']) mkdirSync(path.join(folder, part), { recursive: true })
  for (const script of ['start.ts', 'built.ts'])
    cpSync(path.join(import.meta.dirname, script), path.join(folder, 'scripts', script))
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(path.join(folder, 'package-lock.json'), '{}')
  writeFileSync(path.join(folder, 'scripts', 'build.ts'), BUILDER)
  return { folder, start: [path.join(folder, 'scripts', 'start.ts')] }
}

const environment = (builder = '') => ({ ...process.env, WEB_DIR: '', BUILDER: builder })

function startIn({ folder, start }: ReturnType<typeof checkout>, builder?: string) {
  const options = { cwd: folder, encoding: 'utf8', env: environment(builder) } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, start, options)
  const by = (what: string) => new RegExp(`^${what} by (\\d+)$`, 'm').exec(stdout)?.[1]
  return { status, stderr, built: by('built'), served: by('served') }
}

describe('a start', () => {
  test('serves from a process that built nothing, whose memory the builder never had', () => {
    const place = checkout()
    const first = startIn(place)
    expect(first).toMatchObject({ status: 0, stderr: '', built: expect.any(String), served: expect.any(String) })
    expect(first.served).not.toBe(first.built)
    const second = startIn(place)
    expect(second).toMatchObject({ status: 0, built: undefined, served: expect.any(String) })
    writeFileSync(path.join(place.folder, 'package-lock.json'), '{ "changed": true }')
    expect(startIn(place).built).toEqual(expect.any(String))
  })

  test('whose build fails says what the builder said, ends as it ended, and serves nothing', () => {
    expect(startIn(checkout(), 'fails')).toMatchObject({ status: 3, stderr: 'a fault in a page\n', served: undefined })
  })

  test('that is told to end while it builds ends the builder, and serves nothing', async () => {
    const { folder, start } = checkout()
    const child = spawn(process.execPath, start, {
      cwd: folder,
      env: environment('waits'),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'close')
    const lines: string[] = []
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line)
      if (line === 'it builds') child.kill('SIGTERM')
    }
    const [code, signal] = (await ended) as [number | null, string | null]
    expect({ code, signal, lines: lines.slice(1) }).toEqual({
      code: null,
      signal: 'SIGTERM',
      lines: ['it builds', 'the builder was told'],
    })
  })
})
