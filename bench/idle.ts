import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { noteServer } from '#e2e/helpers/data-folders.ts'
import { lockedBy } from '#server/database/cluster.ts'
import { makeFolder } from './folders.ts'
import type { Part } from './part.ts'
import { parentOf, pssOfTree } from './resident.ts'
import { freePort } from './servers.ts'

const IDLE_AFTER_MS = 20_000
const IDLE_MAX = 200

/** The memory of all processes of `npm start` in a checkout that was never built or started, and of the start after it. */
export const idle: Part = {
  name: 'idle',
  rows: [],
  async run({ rounds }) {
    const starts: Megabytes[][] = []
    for (let round = 0; round < rounds; round += 1) {
      const checkout = newCheckout()
      try {
        starts.push([await start(checkout), await start(checkout)])
      } finally {
        rmSync(checkout, { recursive: true, force: true })
      }
    }
    const row = (at: number) => {
      const of = (value: (megabytes: Megabytes) => number) => median(starts.map((both) => value(both[at]!))).toFixed(0)
      const own = of(({ server, database }) => server + database)
      const all = of(({ npm, server, database }) => npm + server + database)
      return [of(({ server }) => server), of(({ database }) => database), own, String(IDLE_MAX), of((m) => m.npm), all]
    }
    return {
      title: 'Memory of an idle installation, in MB',
      columns: ['`npm start` of a checkout', 'server', 'PostgreSQL', 'both', 'goal', 'npm and the starter', 'all'],
      rows: [
        ['for the first time: built, the demonstration made', ...row(0)],
        ['again', ...row(1)],
      ],
      notes: [
        `Proportional set size from /proc (Linux), ${IDLE_AFTER_MS / 1000} s after it answers; medians of ${rounds} checkouts. Each has a Node of its own, since what a program shares with others that run at the same time, such as the bench, would not be counted. A service that is started without npm has neither npm nor the starter.`,
      ],
    }
  },
}

type Megabytes = { readonly npm: number; readonly server: number; readonly database: number }

const median = (figures: readonly number[]) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)]!

const ROOT = path.dirname(import.meta.dirname)
const NEVER_COPIED = ['.git', 'node_modules', 'build', 'data', '.soak', 'screenshots'].map((name) =>
  path.join(ROOT, name),
)

/** The tree as it stands, not built, with its packages. */
function newCheckout(): string {
  const folder = makeFolder('checkout')
  const isCopied = (from: string) =>
    !NEVER_COPIED.includes(from) && from !== path.join(ROOT, 'web', 'dist') && path.basename(from) !== 'node_modules'
  for (const name of readdirSync(ROOT)) {
    const from = path.join(ROOT, name)
    if (isCopied(from)) cpSync(from, path.join(folder, name), { recursive: true, filter: isCopied })
  }
  const packages = path.join(folder, 'node_modules')
  mkdirSync(packages)
  for (const name of readdirSync(path.join(ROOT, 'node_modules'))) {
    if (name.startsWith('.cache') || name === '.vite') continue
    const [from, to] = [path.join(ROOT, 'node_modules', name), path.join(packages, name)]
    if (/^node-(bin-)?(linux|darwin|win)/.test(name)) cpSync(from, to, { recursive: true })
    else symlinkSync(from, to)
  }
  return folder
}

async function start(checkout: string): Promise<Megabytes> {
  const port = await freePort()
  const dataDir = path.join(checkout, 'data')
  const { NODE_OPTIONS: _, ...inherited } = process.env
  const child = spawn('npm', ['start'], {
    cwd: checkout,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...inherited,
      DATA_DIR: dataDir,
      NODE_COMPILE_CACHE: path.join(checkout, 'compiled'),
      PORT: String(port),
      DATABASE_URL: '',
      NODE_ENV: '',
    },
    // A group of its own, so that the server below npm is ended and not npm alone.
    detached: true,
  })
  noteServer(child, dataDir, { isGroup: true })
  const ended = once(child, 'exit')
  try {
    while (!(await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null))?.ok) {
      if (child.exitCode !== null) throw new Error('Ciranda did not start')
      await wait(100)
    }
    await wait(IDLE_AFTER_MS)
    const postgres = lockedBy({ data: path.join(dataDir, 'database', 'cluster') })!
    const server = parentOf(postgres)
    return {
      npm: pssOfTree(child.pid!, [server]),
      server: pssOfTree(server, [postgres]),
      database: pssOfTree(postgres, []),
    }
  } finally {
    if (child.exitCode === null && process.kill(-child.pid!, 'SIGTERM')) await ended
  }
}
