import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { tellTimes } from './test-times.ts'
import { conclude, runBuild, runCheck, runTests, tierOf } from './tiers.ts'
import type { Outcome, Selection } from './tiers.ts'

// `npm test`             everything
// `npm test -- --times`  everything; then where the time went, which the next run begins with
// `npm test -- queue`    the test files whose path contains a word, else the tests whose name contains the phrase
// `npm run test:browsers`  the main stories in Firefox and WebKit, which the machine has to have
// `npm run test:fast`    the check and every test of the rules, the contracts and the pages' own functions

const words = process.argv.slice(2).filter((word) => !['--fast', '--browsers', '--times'].includes(word))
const began = performance.now()

if (process.argv.includes('--browsers')) conclude([await runBuild(), await runTests('browsers')], began)
else if (process.argv.includes('--fast')) conclude([await runCheck(), await runTests('rules')], began)
else if (words.length > 0) conclude(await runMatching(words), began)
else conclude(await runEverything(), began)

/**
 * The stories need the built pages. The rules run beside the others, which begin by making databases: both cores have
 * work from the first second to the last.
 */
async function runEverything(): Promise<Outcome[]> {
  const first = await Promise.all([runCheck(), runBuild()])
  const folder = mkdtempSync(path.join(tmpdir(), 'ciranda-times-'))
  const [rules, others] = [path.join(folder, 'rules'), path.join(folder, 'others')]
  const then = await Promise.all([
    runTests('rules', {}, { output: 'quiet', timesFile: rules }),
    runTests('server+stories', {}, { timesFile: others }),
  ])
  if (process.argv.includes('--times')) tellTimes([rules, others])
  rmSync(folder, { recursive: true, force: true })
  return [...first, ...then]
}

/** Every tier runs what matches the words; the pages are built only for a story. */
async function runMatching(wanted: readonly string[]): Promise<Outcome[]> {
  const { selection, files } = select(wanted)
  if (files.length === 0) console.error(`Nothing matches ${wanted.join(' ')}.`)
  const outcomes: Outcome[] = []
  const tiers = new Set(files.map(tierOf))
  for (const tier of ['tidy', 'rules', 'server', 'stories'].filter((each) => tiers.has(each))) {
    if (tier === 'stories') outcomes.push(await runBuild())
    outcomes.push(await runTests(tier, selection))
  }
  return outcomes
}

function select(wanted: readonly string[]): { selection: Selection; files: readonly string[] } {
  const all = allTests()
  const byPath = all.filter((file) => wanted.some((word) => file.includes(word)))
  if (byPath.length > 0) return { selection: { files: byPath }, files: byPath }
  const testName = wanted.join(' ')
  const byName = all.filter((file) => readFileSync(file, 'utf8').includes(testName))
  return { selection: { files: byName, testName: escape(testName) }, files: byName }
}

function allTests(): string[] {
  return globSync('{*,{circle,contracts,server,web,scripts,bench,e2e,soak}/**/*}.{test,story}.{ts,tsx}')
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
