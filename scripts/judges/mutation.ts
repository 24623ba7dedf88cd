import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { FOLDER, runTool } from './tools.ts'

/** Files that are judged together, with what their tests need, and how many of a hundred changes these have to notice. */
type Room = {
  readonly folders: readonly string[]
  readonly mutate: readonly string[]
  readonly noticedMin: number
  /** The settings of the tests, as they stand in their file. */
  readonly suite: string
  readonly isWholeFiles?: true
}

/** Random lives and chi-squares notice much, and take seconds each: the named examples are to notice it too. */
const SLOW =
  'ends each rotation with everybody|of anybody, at any time|over random lives|gives back exactly the state|gives each of the orders|favours nobody'

const RULES = {
  folders: ['circle', 'contracts'],
  noticedMin: 90,
  suite: `include: ['circle/*.test.ts'], exclude: ['**/*.property.test.ts'], testNamePattern: /^(?!.*(${SLOW}))/`,
}

/**
 * A folder of the server, held by the tests in it: those of all other folders, which notice more, would take days. Or some files of one,
 * even some lines of a file: by the tests of their own names alone, where each has one or `others` are named. Those named, from whichever
 * folder, are asked too.
 */
function roomOf(asked: readonly string[], others: readonly string[]): Room {
  const [folder, isFolder] = asked[0]!.includes('.ts') ? [path.dirname(asked[0]!), false] : [asked[0]!, true]
  const own = asked.map((file) => file.replace(/\.ts(:.*)?$/, '.test.ts'))
  const near = own.filter((file) => existsSync(file))
  const isNear = !isFolder && (others.length > 0 || near.length === own.length)
  const tests = [...(isNear ? near : [`${folder}/*.test.ts`]), ...others]
  return {
    folders: ['circle', 'contracts', 'server', 'web', 'scripts', 'soak'],
    mutate: isFolder ? [`${folder}/*.ts`, `!${folder}/*.test.ts`] : asked,
    noticedMin: 80,
    suite: `include: ${JSON.stringify(tests)}, globalSetup: 'server/testing/postgres-server.ts',
      setupFiles: ['circle/testing/same-draws.ts', 'server/testing/close-opened.ts']`,
    isWholeFiles: true,
  }
}

const PLANTED: Room = { folders: [], mutate: ['sum.ts'], noticedMin: 90, suite: "include: ['*.test.ts']" }

/** A worker loads the modules once for all files of tests, as in `npm test`: in a third of the time. */
const settingsOf = (suite: string) => `import { defineConfig } from 'vitest/config'
export default defineConfig({ test: { ${suite},
  isolate: false, testTimeout: 600_000, hookTimeout: 600_000 } })
`

const RUNNER = path.join(FOLDER, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')

/**
 * Stryker's runner asks of each change those tests alone that come by it. Where a file of the server's makes its app once, its tests go
 * on from what came before, and alone they fail without any change: such a file of which one test comes by is asked whole, in its order,
 * until one fails. And a process loads the server's modules for four seconds, its tests take half a one: it stands for many changes, but
 * for those of what is done while a file is loaded.
 */
const SERVER_RUNNER = `import { readFileSync } from 'node:fs'
import { ForksPoolWorker } from 'vitest/node'
import { strykerPlugins as plugins } from '${RUNNER}'
const fileOf = (test) => test.slice(0, test.indexOf('#'))
const isGoingOn = (file) => readFileSync(file, 'utf8').includes('beforeAll(')
function wholeFiles({ perTest, ...others }) {
  const files = new Map()
  for (const [test, hits] of Object.entries(perTest))
    files.set(fileOf(test), Object.assign(files.get(fileOf(test)) ?? {}, hits))
  const whole = new Set([...files.keys()].filter(isGoingOn))
  const hitsOf = ([test, hits]) => [test, whole.has(fileOf(test)) ? files.get(fileOf(test)) : hits]
  return { ...others, perTest: Object.fromEntries(Object.entries(perTest).map(hitsOf)) }
}
const RUNS_MAX = 50
let standing, runs = 0, isAnew = true
class StandingWorker extends ForksPoolWorker {
  name = 'standing'
  async start() {
    if (isAnew || runs >= RUNS_MAX || standing?.exitCode !== null) {
      standing?.kill()
      standing = undefined
      runs = 0
    }
    runs += 1
    this._fork = standing
    await super.start()
    standing = this._fork.setMaxListeners(0)
  }
  on(event, callback) {
    if (event === 'message') this.tell = callback
    super.on(event, callback)
  }
  send(message) {
    if (message.type !== 'stop') super.send(message)
    else setImmediate(() => this.tell({ type: 'stopped', __vitest_worker_response__: true }))
  }
  async stop() {
    this._fork.removeAllListeners()
    for (const stream of ['stdout', 'stderr']) this._fork[stream].unpipe(this[stream])
  }
}
export const strykerPlugins = plugins.map(({ factory, ...plugin }) => {
  const made = (...given) => {
    const runner = factory(...given)
    const [init, dryRun, mutantRun] = ['init', 'dryRun', 'mutantRun'].map((name) => runner[name].bind(runner))
    runner.init = async () => {
      await init()
      const poolRunner = { name: 'standing', createPoolWorker: (options) => new StandingWorker(options) }
      for (const { config } of runner.ctx.projects) Object.assign(config, { pool: 'standing', poolRunner })
    }
    runner.dryRun = async (options) => {
      const { mutantCoverage, ...ran } = await dryRun(options)
      return { ...ran, mutantCoverage: mutantCoverage && wholeFiles(mutantCoverage) }
    }
    runner.mutantRun = (options) => {
      isAnew = options.mutantActivation === 'static'
      return mutantRun(options)
    }
    return runner
  }
  return { ...plugin, factory: Object.assign(made, { inject: factory.inject }) }
})
`

type Report = { readonly files: Readonly<Record<string, { readonly mutants: readonly Mutant[] }>> }
type Mutant = {
  readonly status: string
  readonly mutatorName: string
  readonly replacement?: string
  readonly location: { readonly start: { readonly line: number; readonly column: number } }
}

/**
 * Has Stryker change the product, one place at a time, and asks whether a test notices: the files in which too few in a hundred
 * are noticed, after all that none noticed, line by line, and how many of each file are. Hours for all of `circle/`; `MUTATE` names some
 * of its files, or a folder of the server or some files of one, and `TESTS` the files of tests elsewhere that are to notice, too.
 */
export function mutationSays(planted: boolean): readonly string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'ciranda-mutation-'))
  const room = planted ? PLANTED : roomAsked(process.env['MUTATE'])
  try {
    if (planted) plant(folder)
    else
      for (const part of [...room.folders, 'package.json'])
        cpSync(part, path.join(folder, part), { recursive: true, filter: (from) => from !== path.join('web', 'dist') })
    symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'))
    return run(folder, room).flatMap(([file, { mutants }]) => weakness(file, mutants, room.noticedMin))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function roomAsked(asked: string | undefined): Room {
  const files = asked?.split(',')
  if (files?.[0]?.startsWith('server/')) return roomOf(files, process.env['TESTS']?.split(',') ?? [])
  return { ...RULES, mutate: files ?? ['circle/*.ts', '!circle/*.test.ts'] }
}

/** Runs in a copy, whose files it changes where they stand: it cannot read the settings of this TypeScript. */
function run(folder: string, { mutate, suite, isWholeFiles }: Room) {
  writeFileSync(path.join(folder, 'vitest.config.mjs'), settingsOf(suite))
  writeFileSync(path.join(folder, 'server-runner.mjs'), SERVER_RUNNER)
  const settings = {
    plugins: [isWholeFiles ? path.join(folder, 'server-runner.mjs') : RUNNER],
    testRunner: 'vitest',
    vitest: { configFile: 'vitest.config.mjs', related: false },
    mutate,
    inPlace: true,
    coverageAnalysis: 'perTest',
    // Code that runs once, as a file is loaded, would need every test of it anew.
    ignoreStatic: !isWholeFiles,
    // A change is noticed by a test, and not by a machine that was busy meanwhile: a server's tests wait for their database.
    timeoutMS: isWholeFiles ? 120_000 : 5_000,
    reporters: ['json'],
    jsonReporter: { fileName: 'report.json' },
    allowConsoleColors: false,
  }
  writeFileSync(path.join(folder, 'stryker.json'), JSON.stringify(settings))
  const { status, said } = runTool('stryker', ['run', 'stryker.json'], folder)
  if (status !== 0) throw new Error(`Stryker did not end: ${said.slice(-2_000)}`)
  const { files } = JSON.parse(readFileSync(path.join(folder, 'report.json'), 'utf8')) as Report
  return Object.entries(files)
}

function weakness(file: string, mutants: readonly Mutant[], noticedMin: number): readonly string[] {
  const judged = mutants.filter(({ status }) => !['Ignored', 'CompileError', 'RuntimeError'].includes(status))
  const missed = judged.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
  for (const { location, mutatorName, replacement = '' } of missed)
    console.log(
      `    ${file}:${location.start.line}:${location.start.column} ${mutatorName} ${replacement.slice(0, 80)}`,
    )
  const noticed = judged.length === 0 ? 100 : (100 * (judged.length - missed.length)) / judged.length
  const share = `${file}: ${noticed.toFixed(1)} of a hundred changes are noticed`
  console.log(`    ${share}, of ${judged.length}`)
  return noticed < noticedMin ? [share] : []
}

/** A function, and a test of it that looks at nothing. */
function plant(folder: string): void {
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module","private":true}')
  writeFileSync(path.join(folder, 'sum.ts'), 'export function sum(a: number, b: number) {\n  return a + b\n}\n')
  writeFileSync(
    path.join(folder, 'sum.test.ts'),
    "import { test } from 'vitest'\nimport { sum } from './sum.ts'\ntest('adds', () => void sum(1, 2))\n",
  )
}
