import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { noteServer } from '#e2e/helpers/data-folders.ts'
import { serverFile } from '../scripts/built.ts'
import { makeFolder } from './folders.ts'

/** `limit`: written by hand with the same duties. `nest`: plain NestJS and TypeORM. */
export type Server = {
  readonly name: 'ciranda' | 'limit' | 'nest'
  readonly pid: number
  readonly port: number
  /**
   * How long the server's loop was kept from its next turn since this was last asked, in ms at the 99th percentile; null
   * before the first time, and where it was started without the probe.
   */
  loopDelay(): Promise<number | null>
  stop(): Promise<void>
}

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const NEST = path.join(root, 'bench', 'nest')
const START_MS_MAX = 180_000

const programs: Readonly<Record<Server['name'], readonly string[]>> = {
  ciranda: [serverFile()],
  limit: ['bench/limit-server.ts'],
  nest: ['bench/nest/built/server.js'],
}

/** Starts a server of the measured three on a free port, and waits until it listens. `isProbed`: with its loop watched. */
export async function startServer(
  name: Server['name'],
  environment: Readonly<Record<string, string>>,
  { isProbed = false } = {},
): Promise<Server> {
  if (name === 'nest') installNest()
  const dataDir = makeFolder('server')
  const port = await freePort()
  const options = [
    ...(process.env['BENCH_NODE_OPTIONS']?.split(' ') ?? []),
    ...(isProbed ? ['--import', './bench/loop-probe.ts'] : []),
  ]
  const child = spawn(process.execPath, [...options, ...programs[name]], {
    cwd: root,
    stdio: [
      'ignore',
      process.env['BENCH_VERBOSE'] ? 'inherit' : 'ignore',
      'inherit',
      ...(isProbed ? (['ipc'] as const) : []),
    ],
    env: { ...process.env, ...environment, DATA_DIR: dataDir, PORT: String(port), NODE_ENV: '' },
  })
  noteServer(child, dataDir)
  const stop = async () => {
    const ended = once(child, 'exit')
    if (child.exitCode === null && child.kill('SIGTERM')) await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
  const end = performance.now() + START_MS_MAX
  while (!(await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null))) {
    if (child.exitCode !== null || performance.now() > end) {
      await stop()
      throw new Error(`The server '${name}' did not start.`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const loopDelay = async () => {
    if (!isProbed) return null
    child.send('loop delay')
    const [ms] = (await once(child, 'message')) as [number | null]
    return ms
  }
  return { name, pid: child.pid!, port, loopDelay, stop }
}

/**
 * The packages of the server that only the bench runs stand in a package of their own, so that installing Ciranda never
 * brings them. They are installed once, when they are first needed, and its TypeScript is compiled then, since its
 * decorators are no syntax that Node runs.
 */
function installNest(): void {
  const lockFile = path.join(NEST, 'package-lock.json')
  const installed = path.join(NEST, 'node_modules', '.package-lock.json')
  if (!existsSync(installed)) {
    console.log('Instalando NestJS e TypeORM em bench/nest, só para esta medição (uma vez)…')
    run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
  }
  if (!existsSync(lockFile)) throw new Error('bench/nest/package-lock.json is missing')
  run(process.execPath, [path.join(NEST, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', '.'])
}

function run(command: string, args: readonly string[]): void {
  const { status } = spawnSync(command, args, { cwd: NEST, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed in bench/nest`)
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

/** The version of a package as it is installed for the bench's own server. */
export function nestVersion(name: string): string {
  const file = path.join(NEST, 'node_modules', name, 'package.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version : '–'
}
