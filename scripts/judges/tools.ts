import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/** Tools of other people, in these versions. They are not packages of the product: nothing of it needs them. */
const TOOLS = {
  '@pa11y/html_codesniffer': '2.6.0',
  '@redocly/cli': '2.77.0',
  '@salesforce/code-analyzer-retirejs-engine': '0.32.0',
  '@stoplight/prism-cli': '5.16.0',
  '@stryker-mutator/core': '10.1.1',
  '@stryker-mutator/vitest-runner': '10.1.1',
  'accessibility-checker-engine': '4.0.34',
  csp_evaluator: '1.1.8',
  'html-validate': '11.21.1',
  lighthouse: '13.5.0',
  'lockfile-lint': '5.0.1',
  'oxc-parser': '0.154.0',
  recheck: '4.5.0',
  retire: '5.7.0',
  'vnu-jar': '26.9.27',
}

/** Where a build of the product, which empties its folder, leaves them. */
export const FOLDER = path.resolve('node_modules', '.cache', 'judges')

/** Fetches the tools from the registry, unless they are there. */
export function fetchTools(): void {
  const manifest = `${JSON.stringify({ private: true, dependencies: TOOLS }, null, 2)}\n`
  const file = path.join(FOLDER, 'package.json')
  if (existsSync(file) && readFileSync(file, 'utf8') === manifest && existsSync(path.join(FOLDER, 'node_modules')))
    return
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(file, manifest)
  const { status, stderr } = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: FOLDER,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The tools could not be fetched: ${stderr}`)
}

/** Runs a tool's program, and answers what it said and how it ended. */
export function runTool(name: string, args: readonly string[], cwd = process.cwd()) {
  const program = path.join(FOLDER, 'node_modules', '.bin', name)
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64e6,
  })
  return { status: status ?? 1, said: `${stdout}${stderr}` }
}

/** A tool as a library. */
export function loadTool<T>(name: string): T {
  return createRequire(path.join(FOLDER, 'package.json'))(name) as T
}
