import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administratorToken, callsOf } from '#e2e/helpers/calls.ts'
import { startServer } from '#e2e/helpers/server.ts'

const root = path.join(import.meta.dirname, '..')
const START = ['scripts/run.mjs', 'scripts/start.ts']
const folder = mkdtempSync(path.join(tmpdir(), 'ciranda-production-'))

type Lock = { readonly packages: Readonly<Record<string, { readonly dev?: boolean }>> }

/**
 * Every package that `npm ci --omit=dev --ignore-scripts` installs from the lock file, without asking the network for
 * it.
 */
function installForProduction(): void {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as Lock
  for (const [place, { dev }] of Object.entries(packages)) {
    if (place !== '' && !dev && existsSync(path.join(root, place))) linkFolder(place)
  }
  cpSync(path.join(root, 'node_modules/.package-lock.json'), path.join(folder, 'node_modules/.package-lock.json'))
}

/** A package's own files as hard links; packages inside it stand in the lock file themselves. */
function linkFolder(place: string): void {
  mkdirSync(path.join(folder, place), { recursive: true })
  for (const entry of readdirSync(path.join(root, place), { withFileTypes: true })) {
    const inside = path.join(place, entry.name)
    if (entry.isDirectory()) {
      if (entry.name !== 'node_modules') linkFolder(inside)
    } else linkOrCopy(path.join(root, inside), path.join(folder, inside))
  }
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    cpSync(from, to)
  }
}

beforeAll(() => {
  for (const part of ['circle', 'contracts', 'server', 'scripts', 'package.json', 'package-lock.json'])
    cpSync(path.join(root, part), path.join(folder, part), { recursive: true })
  installForProduction()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('an installation without the development packages', () => {
  const startsAndEnds = () =>
    spawnSync(process.execPath, START, {
      cwd: folder,
      encoding: 'utf8',
      // A stale build starts the server for good.
      timeout: 60_000,
      env: { ...process.env, NODE_ENV: 'production', DATA_DIR: path.join(folder, 'data') },
    })

  test('without built pages, the start ends with one line that says what to do', () => {
    const { status, stdout, stderr } = startsAndEnds()
    expect({ status, stdout, lines: stderr.trim().split('\n').length }).toEqual({ status: 1, stdout: '', lines: 1 })
    expect(stderr).toContain('npm run build')
  })

  test('every file that a page names ahead is there, so that no request is in vain', () => {
    const named = Object.values(JSON.parse(readFileSync('web/dist/preloads.json', 'utf8')) as Record<string, string[]>)
    const texts = ['index.html', 'sw.js'].map((name) => readFileSync(`web/dist/${name}`, 'utf8')).join()
    const files = [
      ...named.flat().map((listed) => listed.split(' ')[0]!),
      ...[...texts.matchAll(/"(\/assets\/[^"\\]+)/g)].map(([, file]) => file!),
    ]
    expect(files.length).toBeGreaterThan(100)
    expect(files.filter((file) => !existsSync(`web/dist${file}`))).toEqual([])
  })

  test('with the pages built beforehand, it starts and answers calls and pages', async () => {
    expect(existsSync(path.join(folder, 'node_modules/vite'))).toBe(false)
    for (const built of ['web/dist', 'build'])
      cpSync(path.join(root, built), path.join(folder, built), { recursive: true })
    const server = await startServer(
      { NODE_ENV: 'production', SEED: '', CLOCK: '', DATA_DIR: path.join(folder, 'data') },
      { folder, command: START },
    )
    try {
      expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
      const page = await fetch(`${server.url}/`)
      expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')])
      expect(await page.text()).toContain('<title>')
      const call = callsOf(server)
      expect(await call('GET /admin/names', await administratorToken(call))).toMatchObject([{ role: 'ADMIN' }])
    } finally {
      await server.stop()
    }
  })

  test('the built server is the one that starts, and no longer once its sources changed', () => {
    const ends = (file: string, line: string) =>
      writeFileSync(path.join(folder, file), `console.error('${line}'); process.exit(3)`)
    ends('build/server.js', 'the built one')
    expect(startsAndEnds()).toMatchObject({ status: 3, stderr: 'the built one\n' })
    ends('server/main.ts', 'the sources')
    expect(startsAndEnds()).toMatchObject({ status: 3, stderr: 'the sources\n' })
  })
})
