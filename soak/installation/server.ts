import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { processesIn } from '#server/testing/processes.ts'
import { serverFile } from '../../scripts/built.ts'

/** Far longer than it takes to read what a process said last. */
const SAID_MS_MAX = 2_000
/** Far longer than a start takes, for machines that are busy with others. */
const READY_MS_MAX = 120_000

export const ADMINISTRATOR = { email: 'admin@ciranda.local', password: 'senha-da-administracao' }

/** Everything an installation is started with, beside its folder. */
export const SETTINGS: Readonly<Record<string, string>> = {
  PORT: '0',
  SEED: 'empty',
  ADMIN_PASSWORD: ADMINISTRATOR.password,
  LOG_LEVEL: 'error',
  NODE_ENV: 'test',
  // Everybody of a soak shares one address.
  RATE_LIMIT: 'off',
  WEB_DIR: path.join(import.meta.dirname, 'pages'),
}

export type Target = 'server' | 'engine' | 'both'

/** One process of the server with its embedded PostgreSQL. */
export type Server = {
  readonly dataDir: string
  /** Its address, once it says it; rejects with what it said when it ends before. */
  ready(): Promise<string>
  said(): string
  hasEnded(): boolean
  /** SIGKILL, and waits until they are gone; `engine` is every process of PostgreSQL. */
  kill(target: Target): Promise<void>
  /** Asks it to end in order; answers its exit code, or null when it was killed meanwhile. */
  stop(): Promise<number | null>
  signal(name: NodeJS.Signals): void
}

export type StartOptions = {
  readonly settings?: Readonly<Record<string, string>>
  /** A module that is loaded before it, to take something away from it. */
  readonly preload?: string
}

let program: string | undefined

/** The built server where it is what the sources make, as `npm start` does: it is there in a third of the time. */
export function startServer(dataDir: string, { settings = {}, preload }: StartOptions = {}): Server {
  program ??= serverFile()
  const child = spawn(process.execPath, preload === undefined ? [program] : ['--import', preload, program], {
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: path.join(process.cwd(), 'node_modules', '.cache', 'node'),
      ...SETTINGS,
      DATA_DIR: dataDir,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let ended: { code: number | null } | null = null
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  // Its last words may still be in the pipe when it is gone; an engine that outlives it may hold the pipe open.
  const closed = once(child, 'close')
  const over = once(child, 'exit').then(async ([code]) => {
    await Promise.race([closed, wait(SAID_MS_MAX, null, { ref: false })])
    ended = { code: code as number | null }
    return ended.code
  })
  const hasEnded = () => ended !== null
  return {
    dataDir,
    said: () => output,
    hasEnded,
    signal: (name) => void child.kill(name),
    async ready() {
      const end = performance.now() + READY_MS_MAX
      for (;;) {
        const url = /Ciranda em (http:\S+)/.exec(output)?.[1]
        if (url !== undefined) return url
        if (hasEnded()) throw new Error(`It ended at its start: ${output.trim()}`)
        if (performance.now() > end) throw new Error(`It did not start: ${output.trim()}`)
        await wait(10)
      }
    },
    async kill(target) {
      // The server first: one that misses its engine starts another, which would outlive it.
      if (target !== 'engine') child.kill('SIGKILL')
      if (target !== 'server') killEngine(dataDir)
      if (target !== 'engine') await over
      // A server that died takes nothing along: the engine may have started a process between two looks.
      if (target !== 'both') return
      while (engineOf(dataDir).length > 0) {
        killEngine(dataDir)
        await wait(5)
      }
    },
    async stop() {
      child.kill('SIGTERM')
      return over
    },
  }
}

/** The processes of a folder's PostgreSQL. */
export function engineOf(dataDir: string, { database = 'database' } = {}) {
  const folder = path.join(dataDir, database, 'cluster')
  return existsSync(folder) ? processesIn(realpathSync(folder)) : []
}

/** SIGKILL for each of them, and for the server itself first. */
export function killEngine(dataDir: string, where: { database?: string } = {}): void {
  for (const { pid } of engineOf(dataDir, where).sort((a, b) => Number(b.isServer) - Number(a.isServer))) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}
