import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { browserProgram } from '#e2e/helpers/browser.ts'
import { processesIn } from '#server/testing/processes.ts'
import { quickFolder } from '#server/testing/quick-folder.ts'

// A first start makes a database, migrates it and seeds it. A run of the stories does that once for each way of
// starting, and every server begins with a copy of the data folder that came of it.

/** The variable that names the folder of the run, also to its workers. */
export const RUN_FOLDER = 'CIRANDA_STORIES_FOLDER'
/** One file for each running server, named by its process id, with its data folder in it. */
const NOTES = 'servers'
const MADE_WITHIN_MS = 500_000

/** The settings that decide what a first start writes. */
const DECISIVE = ['SEED', 'ADMIN_EMAIL', 'ADMIN_PASSWORD', 'CLOCK', 'JWT_SECRET', 'DATABASE_URL', 'NODE_ENV'] as const

/** Vitest's global setup of the stories: the data folders live as long as the run, and the browser is unpacked before it. */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.platform === 'linux') await browserProgram()
  return beginRun().end
}

/** Makes the folder of a run, and starts what will tidy it up; `end` has it do so now. */
export function beginRun(within = quickFolder()): { run: string; end: () => Promise<void> } {
  const run = mkdtempSync(path.join(within, 'ciranda-stories-'))
  mkdirSync(path.join(run, NOTES))
  process.env[RUN_FOLDER] = run
  const guard = spawn(process.execPath, [path.join(import.meta.dirname, 'end-run.ts'), run], {
    stdio: ['pipe', 'inherit', 'inherit'],
    // A signal from the terminal ends the run, not what tidies up after it.
    detached: true,
  })
  const end = async () => {
    guard.stdin.end()
    await once(guard, 'exit')
  }
  return { run, end }
}

/** Ends the servers and databases that nobody stopped in a run, and removes its folder. */
export function endRun(run: string): void {
  for (const pid of readdirSync(path.join(run, NOTES))) {
    const dataDir = readFileSync(path.join(run, NOTES, pid), 'utf8')
    kill(Number(pid))
    removeDataFolder(dataDir)
  }
  for (const name of readdirSync(run)) removeDataFolder(path.join(run, name))
  rmSync(run, { recursive: true, force: true })
}

/** The folder of the run that this process belongs to. */
export function runFolder(): string | undefined {
  return process.env[RUN_FOLDER]
}

/** Notes a server for the end of the run, in case that nobody stops it. `isGroup`: with all that it started. */
export function noteServer(server: ChildProcess, dataDir: string, { isGroup = false } = {}): void {
  const run = runFolder()
  if (run === undefined || server.pid === undefined) return
  const note = path.join(run, NOTES, String(isGroup ? -server.pid : server.pid))
  writeFileSync(note, dataDir)
  server.on('exit', () => rmSync(note, { force: true }))
}

/** Ends the database of a data folder, and removes the folder: its server may have been killed before it. */
export function removeDataFolder(dataDir: string): void {
  for (const { pid } of processesIn(path.join(dataDir, 'database', 'cluster'))) kill(pid)
  // Its processes may write until they are gone.
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/**
 * A data folder of one's own for a server with this environment. `firstStart` starts a server on a folder and stops
 * it again.
 */
export async function createDataFolder(
  environment: NodeJS.ProcessEnv,
  firstStart: (dataDir: string) => Promise<void>,
): Promise<string> {
  const run = process.env[RUN_FOLDER]
  const own = mkdtempSync(path.join(run ?? quickFolder(), 'story-'))
  if (run !== undefined) copyFolder(await template(run, environment, firstStart), own)
  return own
}

async function template(
  run: string,
  environment: NodeJS.ProcessEnv,
  firstStart: (dataDir: string) => Promise<void>,
): Promise<string> {
  const decisive = JSON.stringify(DECISIVE.map((name) => environment[name] ?? null))
  const folder = path.join(run, `template-${createHash('sha256').update(decisive).digest('hex').slice(0, 12)}`)
  const deadline = performance.now() + MADE_WITHIN_MS
  while (!existsSync(folder)) {
    if (isFirst(`${folder}.making`)) {
      // Stories run in several processes: the others wait, and one of them tries again where this one fails.
      try {
        await firstStart(`${folder}.draft`)
        renameSync(`${folder}.draft`, folder)
      } finally {
        removeDataFolder(`${folder}.draft`)
        rmSync(`${folder}.making`, { recursive: true })
      }
    } else if (performance.now() > deadline) throw new Error('The data folder for the stories was not made in time')
    else await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return folder
}

function isFirst(lock: string): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch {
    return false
  }
}

/**
 * With owners and modes: the database may belong to another user, and refuses to start on a folder that others can
 * read.
 */
function copyFolder(from: string, to: string): void {
  if (process.platform === 'win32') return cpSync(from, to, { recursive: true })
  const { status, stderr } = spawnSync('cp', ['-a', `${from}/.`, to], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The data folder could not be copied: ${stderr}`)
}
