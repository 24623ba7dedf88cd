import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const PACKAGES = {
  '': { name: 'a project' },
  'node_modules/used': { version: '1.0.0' },
  'node_modules/for-tests': { version: '1.0.0', dev: true },
  'node_modules/for-another-platform': { version: '1.0.0', optional: true },
}
const INSTALLED = { 'node_modules/used': { version: '1.0.0' }, 'node_modules/for-tests': { version: '1.0.0' } }

/**
 * Stands in for npm: notes its arguments and, like npm, notes what is installed as its last step, unless it is
 * interrupted.
 */
const NPM = `#!/usr/bin/env node
const fs = require('node:fs')
fs.appendFileSync('npm-calls', process.argv.slice(2).join(' ') + '\\n')
fs.mkdirSync('node_modules', { recursive: true })
if (process.env.INTERRUPTED) process.exit(1)
fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: ${JSON.stringify(INSTALLED)} }))
`

type Run = { status: number | null; stdout: string; stderr: string; installs: string[] }

/** A project with one script that says so when it runs. */
function project(installed?: object): (environment?: Record<string, string>, script?: string) => Run {
  const folder = mkdtempSync(path.join(tmpdir(), 'ciranda-run-'))
  folders.push(folder)
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
  mkdirSync(path.join(folder, 'scripts'))
  cpSync(path.join(import.meta.dirname, 'run.mjs'), path.join(folder, 'scripts/run.mjs'))
  write('package-lock.json', JSON.stringify({ packages: PACKAGES }))
  for (const script of ['scripts/hello.ts', 'scripts/start.ts', 'scripts/backup.ts'])
    write(script, `const args: string[] = process.argv.slice(2)\nconsole.log('ran', ...args)`)
  write('bin/npm', NPM)
  write('bin/npm.cmd', '@node "%~dp0npm" %*')
  chmodSync(path.join(folder, 'bin/npm'), 0o755)
  if (installed) write('node_modules/.package-lock.json', JSON.stringify({ packages: installed }))
  return (environment = {}, script = 'scripts/hello.ts') => {
    const { NODE_ENV: _, ...inherited } = process.env
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/run.mjs', script, 'one', 'two'], {
      cwd: folder,
      encoding: 'utf8',
      env: {
        ...inherited,
        PATH: [path.join(folder, 'bin'), path.dirname(process.execPath), process.env['PATH']].join(path.delimiter),
        ...environment,
      },
    })
    const calls = path.join(folder, 'npm-calls')
    return { status, stdout, stderr, installs: existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : [] }
  }
}

describe('a command of the project', () => {
  test('installs what the lock file names, without running scripts of packages, and then runs with its arguments', () => {
    const { status, stdout, installs } = project()()
    expect({ status, last: stdout.trim().split('\n').at(-1) }).toEqual({ status: 0, last: 'ran one two' })
    expect(installs).toEqual([expect.stringMatching(/^ci --include=dev .*--ignore-scripts/)])
  })

  test('does not install again, also when somebody else installed, or only packages for other platforms are missing', () => {
    const run = project(INSTALLED)
    expect([run().installs, run().stdout]).toEqual([[], 'ran one two\n'])
  })

  test('installs again when a package is missing or of another version than the lock file names', () => {
    expect(project({ 'node_modules/used': { version: '1.0.0' } })().installs).toHaveLength(1)
    expect(project({ ...INSTALLED, 'node_modules/used': { version: '0.9.0' } })().installs).toHaveLength(1)
  })

  test('an interrupted installation is told, runs nothing, and is begun again by the next command', () => {
    const run = project({ 'node_modules/used': { version: '0.9.0' } })
    const { status, stderr, stdout } = run({ INTERRUPTED: 'yes' })
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'A instalação falhou. Verifique a rede e tente de novo.\n',
    })
    expect(stdout).not.toContain('ran')
    const next = run()
    expect([next.status, next.installs.length]).toEqual([0, 2])
  })

  test('a production start, and what its operator calls, asks for no development packages; every other command does', () => {
    const run = project({ 'node_modules/used': { version: '1.0.0' } })
    expect(run({ NODE_ENV: 'production' }, 'scripts/start.ts').installs).toEqual([])
    expect(run({}, 'scripts/backup.ts').installs).toEqual([])
    expect(run({ NODE_ENV: 'production' }, 'scripts/hello.ts').installs).toEqual([
      expect.stringContaining('--include=dev'),
    ])
    expect(project()({ NODE_ENV: 'production' }, 'scripts/start.ts').installs).toEqual([
      expect.stringContaining('--omit=dev'),
    ])
  })

  test('ends as its script ends', () => {
    const run = project(INSTALLED)
    expect(run({}, 'scripts/nothing.ts').status).toBe(1)
  })
})
