import { spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { findBinaries } from '#server/database/binaries.ts'
import { chooseUser } from '#server/database/run-as.ts'
import { quickFolder } from './quick-folder.ts'

/** `socket` is the folder of its local socket, half the work of a connection through the network's layers; null on Windows. */
export type PostgresProcess = { url: string; socket: string | null; stop(): Promise<void> }

const START_MS_MAX = 300_000

const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off']

// Ends the server, and its folder, when the process that started it is gone in whatever way.
const WATCHED = 'folder="$0"; "$@" & pid=$!; cat >/dev/null; kill -INT $pid; wait $pid; rm -rf "$folder"'

/** A PostgreSQL server of the tests in a temporary folder, on a free port of 127.0.0.1; quick, and not durable. */
export async function startPostgres(): Promise<PostgresProcess> {
  const runAs = chooseUser()
  const { uid, gid } = runAs
  const folder = mkdtempSync(join(quickFolder(), 'ciranda-postgres-'))
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
  const binaries = findBinaries({ runAs, scratch: folder })
  const data = join(folder, 'data')
  const init = [
    '-D',
    data,
    '--auth=trust',
    '--username=postgres',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-sync',
    '--wal-segsize=4',
  ]
  const [initdb, ...initArgs] = [...runAs.prefix, binaries.initdb, ...init]
  const env = { ...process.env, LC_ALL: 'C' }
  const made = spawnSync(initdb!, initArgs, { uid, gid, cwd: '/', encoding: 'utf8', env })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`)

  const port = await freePort()
  const socket = process.platform === 'win32' ? null : folder
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${socket ?? ''}`,
    'max_connections=300',
    'shared_buffers=64MB',
    ...FAST,
  ]
  const args = [...runAs.prefix, binaries.postgres, '-D', data, ...settings.flatMap((setting) => ['-c', setting])]
  const child = spawn('/bin/sh', ['-c', WATCHED, folder, ...args], {
    uid,
    gid,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let log = ''
  child.stderr.on('data', (chunk: Buffer) => (log = (log + chunk.toString()).slice(-4000)))
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))

  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const stop = async () => {
    child.ref()
    child.stdin.end()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  if (!(await answers(url, () => child.exitCode === null))) {
    await stop()
    throw new Error(`The PostgreSQL for the tests did not start:\n${log}`)
  }
  child.unref()
  return { url, socket, stop }
}

async function answers(url: string, alive: () => boolean): Promise<boolean> {
  const end = performance.now() + START_MS_MAX
  while (alive() && performance.now() < end) {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      return true
    } catch {
      await wait(50)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  return false
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
