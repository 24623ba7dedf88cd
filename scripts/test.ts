import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

// Everything that must hold, in the order in which a failure is cheapest to learn of. Ends with 'N passed, N failed'.

const report = path.join(tmpdir(), `ciranda-tests-${process.pid}.json`)
const bin = (name: string) => path.join('node_modules', '.bin', name)

const steps: [string, string, string[]][] = [
  ['lint', bin('oxlint'), ['--quiet']],
  ['types', bin('tsc'), ['--noEmit', '-p', '.']],
  ['unused', bin('knip'), []],
  ['build', process.execPath, ['scripts/build.ts']],
]

let passed = 0
let failed = 0
for (const [name, command, args] of steps) {
  console.log(`\n— ${name}`)
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status === 0) passed += 1
  else failed += 1
}

console.log('\n— tests')
const { status } = spawnSync(
  bin('vitest'),
  ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  { stdio: 'inherit' },
)
const counted = readCounts()
passed += counted.passed
failed += counted.failed
if (status !== 0 && counted.failed === 0) failed += 1
if (counted.passed === 0) failed += 1
rmSync(report, { force: true })

console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

/** What vitest counted; a run that ended before it could count has passed nothing. Skipped tests count as failed: none may be. */
function readCounts(): { passed: number; failed: number } {
  try {
    const result = JSON.parse(readFileSync(report, 'utf8')) as {
      numPassedTests: number
      numFailedTests: number
      numPendingTests: number
      numTodoTests: number
    }
    return {
      passed: result.numPassedTests,
      failed: result.numFailedTests + result.numPendingTests + result.numTodoTests,
    }
  } catch {
    return { passed: 0, failed: 1 }
  }
}
