import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

// A first start makes a database, migrates it and seeds it. A run of the stories does that once for each way of
// starting, and every server begins with a copy of the data folder that came of it.

const TEMPLATES = 'CIRANDA_STORY_TEMPLATES'
const MADE_WITHIN_MS = 150_000

/** The settings that decide what a first start writes. */
const DECISIVE = ['SEED', 'ADMIN_EMAIL', 'ADMIN_PASSWORD', 'CLOCK', 'JWT_SECRET', 'DATABASE_URL', 'NODE_ENV'] as const

/** Vitest's global setup of the stories: the templates live as long as the run. */
export default function setup(): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), 'ciranda-templates-'))
  process.env[TEMPLATES] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

/**
 * A data folder of one's own for a server with this environment. `firstStart` starts a server on a folder and stops
 * it again.
 */
export async function createDataFolder(
  environment: NodeJS.ProcessEnv,
  firstStart: (dataDir: string) => Promise<void>,
): Promise<string> {
  const own = mkdtempSync(path.join(tmpdir(), 'ciranda-story-'))
  const templates = process.env[TEMPLATES]
  if (templates !== undefined) copyFolder(await template(templates, environment, firstStart), own)
  return own
}

async function template(
  templates: string,
  environment: NodeJS.ProcessEnv,
  firstStart: (dataDir: string) => Promise<void>,
): Promise<string> {
  const decisive = JSON.stringify(DECISIVE.map((name) => environment[name] ?? null))
  const folder = path.join(templates, createHash('sha256').update(decisive).digest('hex').slice(0, 12))
  const deadline = performance.now() + MADE_WITHIN_MS
  while (!existsSync(folder)) {
    if (isFirst(`${folder}.making`)) {
      // Stories run in several processes: the others wait, and one of them tries again where this one fails.
      try {
        await firstStart(`${folder}.draft`)
        renameSync(`${folder}.draft`, folder)
      } finally {
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
