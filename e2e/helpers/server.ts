import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import path from 'node:path'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { STORY_BEGINS } from '#e2e/helpers/browser.ts'
import { SERVER } from '../../scripts/built.ts'
import { createDataFolder, noteServer, removeDataFolder } from '#e2e/helpers/data-folders.ts'

/** Far longer than it takes, for machines that are busy with others. */
const STARTS_WITHIN_MS = 400_000

/** The cache that `npm start` fills too (`scripts/run.mjs`). */
const COMPILE_CACHE = path.join(process.cwd(), 'node_modules', '.cache', 'node')

export const ADMINISTRATOR = { email: 'admin@ciranda.local', password: 'senha-da-administracao' }

export type Server = {
  readonly url: string
  /** Its data folder: a copy of one in which a first start is over, unless the story gave its own. */
  readonly dataDir: string
  /** Moves the server's clock to an instant and waits until what is then due is done. */
  moveClockTo(instant: string): Promise<void>
  /** Stops it as a power cut would, with no chance to tidy up. */
  kill(): Promise<void>
  /** Starts it again on the same data folder. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** The folder of the server and its packages and the script that starts it; this tree's own, built, by default. */
type Installation = { readonly folder: string; readonly command: readonly string[] }
const THIS_TREE: Installation = { folder: process.cwd(), command: [SERVER.file] }

/** A real server process with a data folder of its own, as `npm start` runs it. */
export async function startServer(
  settings: Record<string, string> = {},
  installation: Installation = THIS_TREE,
): Promise<Server> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const environment = {
    ...process.env,
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? COMPILE_CACHE,
    PORT: String(port),
    DATA_DIR: '',
    SEED: 'empty',
    ADMIN_PASSWORD: ADMINISTRATOR.password,
    LOG_LEVEL: 'warn',
    CLOCK: STORY_BEGINS,
    NODE_ENV: 'test',
    // All people of a story share one address, and a quick machine asks more a minute than people do.
    RATE_LIMIT: 'off',
    ...settings,
  }
  const start = (changed: NodeJS.ProcessEnv) => launch({ ...environment, ...changed }, url, installation)
  const dataDir =
    environment.DATA_DIR ||
    (await createDataFolder(environment, async (folder) => end(await start({ DATA_DIR: folder }), 'SIGTERM')))
  environment.DATA_DIR = dataDir
  let now = environment.CLOCK
  let child = await start({})
  return {
    url,
    dataDir,
    moveClockTo: async (instant) => {
      now = instant
      const answer = await fetch(`${url}/api/test/clock`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ now }),
      })
      if (!answer.ok) throw new Error(`The clock did not move: ${answer.status} ${await answer.text()}`)
    },
    kill: () => end(child, 'SIGKILL'),
    restart: async () => {
      child = await start({ CLOCK: now })
    },
    stop: async () => {
      await end(child, 'SIGTERM')
      removeDataFolder(dataDir)
    },
  }
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

async function launch(
  environment: NodeJS.ProcessEnv,
  url: string,
  { folder, command }: Installation,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, command, { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  noteServer(child, environment['DATA_DIR']!)
  let said = ''
  child.stdout!.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr!.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const deadline = Date.now() + STARTS_WITHIN_MS
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server ended at its start:\n${said}`)
    const answer = await fetch(`${url}/api/health`).catch(() => null)
    if (answer?.ok) return child
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  child.kill('SIGKILL')
  throw new Error(`The server did not answer in time:\n${said}`)
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}
