import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

// Plants known defects, one at a time, in a temporary copy of the tree, and asks whether the named test notices.

const root = path.dirname(import.meta.dirname)

/** A defect: `from`, which stands exactly once in `file`, becomes `to`; `test` of `testFile` must then fail. */
export type Mutant = {
  readonly file: string
  readonly from: string
  readonly to: string
  readonly testFile: string
  readonly test: string
}

/** A list of mutants, `<room>/testing/mutants.json`, with the folders that its tests need. */
type MutantList = { readonly folders: readonly string[]; readonly mutants: readonly Mutant[] }

/**
 * `killed`: an expectation of the named test failed. Everything else is a survivor: the test passed, it hung or ran out
 * of time, it threw something that is no failed expectation, it did not run at all, `from` was not there once, or the
 * test is missing or fails without any defect too, so that its failure proves nothing.
 */
export type Fate = 'killed' | 'SURVIVED' | 'HUNG' | 'THREW' | 'NOT RUN' | 'MISPLACED' | 'NO PROOF'

export type Outcome = Mutant & { readonly fate: Fate; readonly ms: number }

/** A run that takes longer noticed nothing: the guarantee must be said by an expectation. */
const HUNG_AFTER_MS = 150_000

/** The mutants of every list, or of those given. */
export function readMutants(lists = findLists()): Mutant[] {
  return lists.flatMap((list) => readList(list).mutants)
}

function findLists(): string[] {
  return globSync('*/testing/mutants.json', { cwd: root }).toSorted()
}

function readList(list: string): MutantList {
  return JSON.parse(readFileSync(path.join(root, list), 'utf8')) as MutantList
}

/** So many of the mutants; the same seed chooses the same. */
export function sample<T extends object>(mutants: readonly T[], count: number, seed: string): T[] {
  const rank = (mutant: T) =>
    createHash('sha256')
      .update(`${seed}${JSON.stringify(mutant)}`)
      .digest('hex')
  const ranked = mutants.map((mutant) => ({ mutant, rank: rank(mutant) }))
  return ranked
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, count)
    .map(({ mutant }) => mutant)
}

/** Plants each mutant in a copy of the tree, `atOnce` of them at a time, and runs its test. */
export async function plantAll(
  mutants: readonly Mutant[],
  {
    atOnce,
    hungAfterMs = HUNG_AFTER_MS,
    onOutcome = () => {},
  }: { atOnce: number; hungAfterMs?: number; onOutcome?: (outcome: Outcome) => void },
): Promise<Outcome[]> {
  if (mutants.length === 0) return []
  const folders = [...new Set(findLists().flatMap((list) => readList(list).folders))]
  const server = mutants.some(needsServer) ? await startSharedServer() : null
  const copies = Array.from({ length: Math.min(atOnce, mutants.length) }, () => copyOf(folders))
  try {
    const outcomes: Outcome[] = []
    // Asked when the first mutant of a test comes up, so that a long run has outcomes from its beginning.
    const companies = new Map<string, Promise<Company | null>>()
    const companyOf = (copy: string, mutant: Mutant) => {
      const known = companies.get(nameOf(mutant)) ?? findCompany(copy, mutant, server?.env)
      companies.set(nameOf(mutant), known)
      return known
    }
    const queue = [...mutants]
    const plantNext = async (copy: string, mutant: Mutant) => {
      // The code that makes a database needs templates of its own.
      const env = /^server\/(?:migrations|database)\//.test(mutant.file) ? {} : server?.env
      const company = await companyOf(copy, mutant)
      const began = performance.now()
      const fate = company ? await plant(copy, mutant, { company, env, hungAfterMs }) : 'NO PROOF'
      const outcome = { ...mutant, fate, ms: performance.now() - began }
      outcomes.push(outcome)
      onOutcome(outcome)
    }
    await Promise.all(copies.map((copy) => workThrough(queue, (mutant) => plantNext(copy, mutant))))
    return outcomes
  } finally {
    for (const copy of copies) rmSync(copy, { recursive: true, force: true })
    await server?.stop()
  }
}

/** One table of all mutants, those that live first. */
export function describe(outcomes: readonly Outcome[]): string {
  const rows = outcomes
    .toSorted((a, b) => Number(a.fate === 'killed') - Number(b.fate === 'killed') || (a.file < b.file ? -1 : 1))
    .map(({ fate, ms, file, from, to, test }) => [
      fate,
      `${(ms / 1000).toFixed(0)} s`,
      file,
      `${oneLine(from)} → ${oneLine(to)}`,
      test,
    ])
  const table = [['fate', 'time', 'file', 'mutant', 'named test'], ...rows]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]!.length)))
  return table.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n')
}

const nameOf = ({ testFile, test }: Mutant) => `${testFile} ${test}`

const needsServer = ({ testFile }: Mutant) => /^(?:server|soak)\//.test(testFile)

type Environment = Readonly<Record<string, string>>

/** One PostgreSQL with its templates for all runs; making them takes longer than most tests. */
async function startSharedServer(): Promise<{ env: Environment; stop(): Promise<void> }> {
  const { startTestServer } = await import('#server/testing/postgres-server.ts')
  const { postgres, people, stop } = await startTestServer()
  return { env: { TEST_SERVER: JSON.stringify({ postgres, people }) }, stop }
}

/** The folders and the files of the root, with the installed packages linked in. */
function copyOf(folders: readonly string[]): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'ciranda-mutants-'))
  copies.add(copy)
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    const wanted = entry.isDirectory() ? folders.includes(entry.name) : entry.isFile() && !entry.name.startsWith('.')
    if (wanted) cpSync(path.join(root, entry.name), path.join(copy, entry.name), { recursive: true })
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  return copy
}

async function workThrough<T>(queue: T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
}

/** How a test is run: without the others of its file, or after them where it goes on from what they left. */
type Company = 'alone' | 'in its file'

/** How a mutant's test is to be run so that it passes without any defect; null when it never does. */
async function findCompany(copy: string, { testFile, test }: Mutant, env?: Environment): Promise<Company | null> {
  for (const company of ['alone', 'in its file'] as const) {
    const { results } = await runTests(copy, testFile, company === 'alone' ? test : null, env)
    const found = named(results, test)
    if (found.length > 0 && found.every(({ status }) => status === 'passed')) return company
  }
  return null
}

async function plant(
  copy: string,
  { file, from, to, testFile, test }: Mutant,
  { company, env, hungAfterMs }: { company: Company; env: Environment | undefined; hungAfterMs: number },
): Promise<Fate> {
  const target = path.join(copy, file)
  const source = readFileSync(target, 'utf8')
  if (source.split(from).length !== 2) return 'MISPLACED'
  writeFileSync(
    target,
    source.replace(from, () => to),
  )
  try {
    const { hung, results } = await runTests(copy, testFile, company === 'alone' ? test : null, env, hungAfterMs)
    return hung ? 'HUNG' : fateOf(named(results, test))
  } finally {
    writeFileSync(target, source)
  }
}

/** A failed expectation, in whatever way vitest's library throws it, a failed property, or a broken invariant of the rules. */
const EXPECTATION =
  /AssertionError|node_modules[\\/]chai[\\/]|__VITEST_POLL_CHAIN__|^Error: (Property failed after \d|Broken: )/

function fateOf(results: readonly TestResult[]): Fate {
  if (results.length === 0) return 'NOT RUN'
  const messages = results.filter(({ status }) => status === 'failed').flatMap((result) => result.failureMessages)
  if (messages.some((message) => EXPECTATION.test(message))) return 'killed'
  if (messages.some((message) => /timed out in \d+ ?ms/.test(message))) return 'HUNG'
  return messages.length > 0 ? 'THREW' : 'SURVIVED'
}

type TestResult = { readonly title: string; readonly status: string; readonly failureMessages: readonly string[] }

function named(results: readonly TestResult[], test: string): TestResult[] {
  return results.filter(({ title, status }) => title === test && status !== 'skipped' && status !== 'pending')
}

const running = new Set<ChildProcess>()
const copies = new Set<string>()
process.on('exit', () => {
  running.forEach(end)
  for (const copy of copies) rmSync(copy, { recursive: true, force: true })
})

/** Runs one test of a file, or all of them, and answers what vitest reports of each. */
function runTests(
  copy: string,
  testFile: string,
  test: string | null,
  env: Environment = {},
  hungAfterMs = HUNG_AFTER_MS,
): Promise<{ hung: boolean; results: TestResult[] }> {
  const report = path.join(copy, 'report.json')
  rmSync(report, { force: true })
  const only = test === null ? [] : ['-t', test.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)]
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const child = spawn(
    process.execPath,
    [vitest, 'run', testFile, ...only, '--reporter=json', `--outputFile=${report}`],
    // A group of its own, so that one that hangs is ended with its workers.
    { cwd: copy, stdio: 'ignore', env: { ...outerEnvironment(), ...env }, detached: process.platform !== 'win32' },
  )
  running.add(child)
  return new Promise((resolve) => {
    let hung = false
    const alarm = setTimeout(() => {
      hung = true
      end(child)
    }, hungAfterMs)
    child.on('exit', () => {
      clearTimeout(alarm)
      running.delete(child)
      resolve({ hung, results: existsSync(report) ? readReport(report) : [] })
    })
  })
}

/** Without what the vitest that runs this file tells its workers. */
function outerEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITE|VITEST|TEST$|NODE_ENV)/.test(name)))
}

function readReport(report: string): TestResult[] {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { assertionResults: TestResult[] }[]
  }
  return testResults.flatMap(({ assertionResults }) => assertionResults)
}

function end(child: ChildProcess): void {
  try {
    if (process.platform === 'win32' || child.pid === undefined) child.kill('SIGKILL')
    else process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It ended by itself in the meantime.
  }
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > 44 ? `${line.slice(0, 43)}…` : line || '(nothing)'
}
