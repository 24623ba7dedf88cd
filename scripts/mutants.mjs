// Plants known defects, one at a time, in a temporary copy of the tree, and asks whether the named test notices.
//   node scripts/mutants.mjs                      every list (<folder>/testing/mutants.json)
//   node scripts/mutants.mjs circle/testing/mutants.json [words of a mutant's file or test]
// A list: { "folders": [what its tests need], "mutants": [{ file, from, to, testFile, test }] };
// `from` stands exactly once in `file`, `test` is the name of the test in `testFile` that must fail.
import { spawn } from 'node:child_process'
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
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const packagedNode = path.join(root, 'node_modules', '.bin', 'node')
const node = existsSync(packagedNode) ? packagedNode : process.execPath
const HUNG_AFTER_MS = 90_000

const [listArgument, ...words] = process.argv.slice(2)
const lists = listArgument ? [listArgument] : globSync('*/testing/mutants.json', { cwd: root }).sort()
const outcomes = []
for (const list of lists) await runList(list)
const killed = outcomes.filter(({ fate }) => fate === 'killed').length
printTable()
process.exitCode = killed === outcomes.length && killed > 0 ? 0 : 1

async function runList(list) {
  const { folders, mutants } = JSON.parse(readFileSync(path.join(root, list), 'utf8'))
  const chosen = mutants.filter((mutant) => words.every((word) => `${mutant.file} ${mutant.test}`.includes(word)))
  const jobs = Math.min(availableParallelism(), 2, chosen.length)
  const copies = Array.from({ length: jobs }, () => copyOf(folders))
  try {
    await ensureGreen(copies[0], chosen)
    const queue = [...chosen]
    await Promise.all(copies.map((copy) => workThrough(copy, queue)))
  } finally {
    for (const copy of copies) rmSync(copy, { recursive: true, force: true })
  }
}

/** The named folders and the files of the root, with the installed packages linked in. */
function copyOf(folders) {
  const copy = mkdtempSync(path.join(tmpdir(), 'mutants-'))
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    const wanted = entry.isDirectory() ? folders.includes(entry.name) : entry.isFile() && !entry.name.startsWith('.')
    if (wanted) cpSync(path.join(root, entry.name), path.join(copy, entry.name), { recursive: true })
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  return copy
}

/** A test that fails, or is missing, without any defect proves nothing when it fails with one. */
async function ensureGreen(copy, mutants) {
  for (const testFile of new Set(mutants.map((mutant) => mutant.testFile))) {
    const { results } = await runTests(copy, testFile)
    for (const { test } of mutants.filter((mutant) => mutant.testFile === testFile)) {
      const found = named(results, test)
      if (found.length === 0 || found.some((result) => result.status !== 'passed')) {
        throw new Error(`${testFile}: '${test}' ${found.length === 0 ? 'is not there' : 'fails without any defect'}`)
      }
    }
  }
}

async function workThrough(copy, queue) {
  for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
    outcomes.push({ fate: await plant(copy, mutant), ...mutant })
    process.stderr.write('.')
  }
}

/** One table of all mutants, those that live first. */
function printTable() {
  const rows = outcomes
    .toSorted((a, b) => (a.fate === 'killed') - (b.fate === 'killed') || (a.file < b.file ? -1 : 1))
    .map(({ fate, file, from, to, test }) => [fate, file, `${oneLine(from)} → ${oneLine(to)}`, test])
  const table = [['fate', 'file', 'mutant', 'named test'], ...rows]
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column].length)))
  console.log('')
  for (const row of table) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
  console.log(`\n${killed} of ${outcomes.length} mutants killed`)
}

async function plant(copy, { file, from, to, testFile, test }) {
  const target = path.join(copy, file)
  const source = readFileSync(target, 'utf8')
  if (source.split(from).length !== 2) return 'MISPLACED'
  writeFileSync(
    target,
    source.replace(from, () => to),
  )
  try {
    const { hung, results } = await runTests(copy, testFile, test)
    // A test that never ends has noticed nothing: the guarantee must be said by an expectation.
    if (hung) return 'HUNG'
    const found = named(results, test)
    if (found.length === 0) return 'BROKEN'
    return found.some((result) => result.status === 'failed') ? 'killed' : 'SURVIVED'
  } finally {
    writeFileSync(target, source)
  }
}

function named(results, test) {
  return results.filter((result) => result.title === test && result.status !== 'skipped' && result.status !== 'pending')
}

/** Runs one test file, or one test of it, and answers what vitest reports of each test. */
function runTests(copy, testFile, test) {
  const report = path.join(copy, 'report.json')
  rmSync(report, { force: true })
  const only = test ? ['-t', test.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')] : []
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const child = spawn(node, [vitest, 'run', testFile, ...only, '--reporter=json', `--outputFile=${report}`], {
    cwd: copy,
    stdio: 'ignore',
  })
  return new Promise((resolve) => {
    let hung = false
    const alarm = setTimeout(() => {
      hung = true
      child.kill('SIGKILL')
    }, HUNG_AFTER_MS)
    child.on('exit', () => {
      clearTimeout(alarm)
      const results = existsSync(report)
        ? JSON.parse(readFileSync(report, 'utf8')).testResults.flatMap((file) => file.assertionResults)
        : []
      resolve({ hung, results })
    })
  })
}

function oneLine(text) {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 44 ? `${line.slice(0, 43)}…` : line || '(nothing)'
}
