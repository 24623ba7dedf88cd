import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

// The tiers of checks and tests, cheapest first. Each answers how much passed and failed; nothing here ends the
// process.

export type Outcome = { readonly tier: string; readonly passed: number; readonly failed: number; readonly ms: number }

/** A part of the tests, by files and by a test's name. Without either: all of them. */
export type Selection = { readonly files?: readonly string[]; readonly testName?: string }

/** Tests of scripts and of the bench that start processes of their own, and so take seconds: not for `npm run test:fast`. */
export const START_PROCESSES = '{bench/bench,scripts/{backup,doctor,move,mutants,run,simulate,start,witness}}.test.ts'

/** The project of `vitest.config.ts` that a test file belongs to. */
export function tierOf(file: string): string {
  const [room, ...rest] = file.split(path.sep)
  if (rest.length === 0) return 'tidy'
  if (file.endsWith('.browser.ts')) return 'browsers'
  if (room === 'e2e' || file.includes('.pages.test.')) return 'stories'
  return room === 'server' || room === 'soak' || path.matchesGlob(file, START_PROCESSES) ? 'server' : 'rules'
}

/** The compiler remembers what it found, which makes all but the first check of types quick. */
const INCREMENTAL = ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.json']

/** Formatting, lint, types, unused code and the habits of `tidy.test.ts`, all at once. */
export async function runCheck(): Promise<Outcome> {
  const began = performance.now()
  const steps = await Promise.all([
    runStep('format', binary('oxfmt'), '--check'),
    runStep('lint', binary('oxlint'), '--quiet'),
    runStep('types', binary('typescript', 'tsc'), '--noEmit', '-p', '.', ...INCREMENTAL),
    runStep('unused', binary('knip')),
    runTests('tidy', {}, { output: 'quiet' }),
  ])
  return sum('check', steps, began)
}

/** Builds the pages if they are stale. */
export async function runBuild(): Promise<Outcome> {
  return runStep('build', path.join(import.meta.dirname, 'build.ts'))
}

/**
 * The projects of `vitest.config.ts` whose names begin with a tier's, or with one of several joined by '+'. No tests at all
 * is a failure, unless only some were asked for. `timesFile` gets the time of each file (`scripts/test-times.ts`).
 */
export async function runTests(
  tier: string,
  { files = [], testName }: Selection = {},
  { output = 'live', timesFile }: { output?: 'live' | 'quiet'; timesFile?: string } = {},
): Promise<Outcome> {
  const began = performance.now()
  const isPartial = files.length > 0 || testName !== undefined
  const folder = mkdtempSync(path.join(tmpdir(), 'ciranda-tests-'))
  const report = path.join(folder, 'report.json')
  const reporters = ['--reporter=json', `--outputFile.json=${report}`, '--reporter=default']
  if (timesFile !== undefined) reporters.push('--reporter=./scripts/test-times.ts')
  const options = [...(testName ? ['-t', testName] : []), ...(isPartial ? ['--passWithNoTests'] : [])]
  const projects = tier.split('+').flatMap((each) => ['--project', `${each}*`])
  const status = await runScript(binary('vitest'), ['run', ...projects, ...reporters, ...options, ...files], output, {
    TEST_TIMES: timesFile,
  })
  const { met, ...counted } = readCounts(report, testName !== undefined)
  rmSync(folder, { recursive: true, force: true })
  const lacks = !isPartial && tier.split('+').some((each) => !met.has(each))
  const isSilentFailure = (status !== 0 || lacks) && counted.failed === 0
  return { tier, ...counted, failed: counted.failed + (isSilentFailure ? 1 : 0), ms: performance.now() - began }
}

/** Adds up outcomes as one tier that began at `began` (`performance.now()`). */
function sum(tier: string, outcomes: readonly Outcome[], began: number): Outcome {
  const add = (what: 'passed' | 'failed') => outcomes.reduce((total, outcome) => total + outcome[what], 0)
  return { tier, passed: add('passed'), failed: add('failed'), ms: performance.now() - began }
}

/** Prints how long each tier took and ends with 'N passed, N failed'; the exit code says the same. */
export function conclude(outcomes: readonly Outcome[], began: number): void {
  const line = ({ tier, passed, failed, ms }: Outcome) =>
    `${tier.padEnd(15)}${`${passed} passed`.padStart(12)}${`${failed} failed`.padStart(11)}${seconds(ms).padStart(10)}`
  const all = sum('total', outcomes, began)
  console.log(`\n${[...outcomes, all].map(line).join('\n')}`)
  console.log(`\n${all.passed} passed, ${all.failed} failed`)
  process.exitCode = all.failed === 0 && all.passed > 0 ? 0 : 1
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** A command that either succeeds or not, silent while it succeeds. */
async function runStep(tier: string, script: string, ...args: string[]): Promise<Outcome> {
  const began = performance.now()
  const status = await runScript(script, args, 'quiet')
  const ms = performance.now() - began
  console.log(`${status === 0 ? '✓' : '✗'} ${tier} (${seconds(ms)})`)
  return { tier, passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, ms }
}

/** Runs a script under this Node. Quiet: what it said is printed whole, and only when it failed. */
function runScript(
  script: string,
  args: readonly string[],
  output: 'live' | 'quiet',
  environment: NodeJS.ProcessEnv = {},
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...args], {
      env: { ...process.env, ...environment },
      stdio: output === 'live' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    })
    const said: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => said.push(chunk))
    child.on('error', () => resolve(1))
    child.on('close', (code) => {
      if (code !== 0) process.stdout.write(Buffer.concat(said))
      resolve(code ?? 1)
    })
  })
}

/** The script behind a package's command: the links in `.bin` are shell scripts on Windows, which cannot be spawned. */
function binary(name: string, command = name): string {
  const file = path.join('node_modules', name, 'package.json')
  const { bin } = JSON.parse(readFileSync(file, 'utf8')) as { bin: string | Record<string, string> }
  return path.join(path.dirname(file), typeof bin === 'string' ? bin : bin[command]!)
}

type Report = {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults: readonly { readonly name: string }[]
}

/**
 * The tests that vitest counted, and the tiers that it met; a run that ended before it could count has passed nothing.
 * Skipped tests count as failed, except where a name was asked for: then all others are skipped.
 */
function readCounts(report: string, isNamed: boolean): { passed: number; failed: number; met: ReadonlySet<string> } {
  try {
    const counts = JSON.parse(readFileSync(report, 'utf8')) as Report
    const skipped = isNamed ? 0 : counts.numPendingTests + counts.numTodoTests
    const met = new Set(counts.testResults.map(({ name }) => tierOf(path.relative(process.cwd(), name))))
    return { passed: counts.numPassedTests, failed: counts.numFailedTests + skipped, met }
  } catch {
    return { passed: 0, failed: 0, met: new Set() }
  }
}
