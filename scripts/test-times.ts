import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { SLOW_TESTS } from './test-order.ts'

/** Where the time of a test file went, in ms of its worker. */
export type FileTime = {
  readonly file: string
  readonly tests: number
  /** Loading the file and what it imports. */
  readonly loading: number
  /** The tests themselves. */
  readonly testing: number
  /** Hooks around them: servers started, people registered. */
  readonly around: number
}

const ROWS = 30
const SLOW_S = 5

/** A reporter of vitest that writes the time of each file into the file that `TEST_TIMES` names. */
export default class TestTimes implements Reporter {
  private readonly times: FileTime[] = []

  onTestModuleEnd(module: TestModule): void {
    const { collectDuration, environmentSetupDuration, prepareDuration, setupDuration, duration } = module.diagnostic()
    const tests = [...module.children.allTests()]
    const testing = tests.reduce((total, test) => total + (test.diagnostic()?.duration ?? 0), 0)
    this.times.push({
      file: module.relativeModuleId,
      tests: tests.length,
      loading: collectDuration + environmentSetupDuration + prepareDuration + setupDuration,
      testing,
      around: Math.max(0, duration - testing),
    })
  }

  onTestRunEnd(): void {
    writeFileSync(process.env['TEST_TIMES']!, JSON.stringify(this.times))
  }
}

/** Prints the slowest files, and keeps their seconds: the next run begins with them. */
export function tellTimes(reports: readonly string[]): void {
  const times = reports.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as FileTime[])
  const whole = ({ loading, testing, around }: FileTime) => loading + testing + around
  const slowest = times.toSorted((a, b) => whole(b) - whole(a))
  const row = (cells: readonly string[], name: string) => `${cells.map((cell) => cell.padStart(9)).join('')}  ${name}`
  const inSeconds = (ms: number) => (ms / 1000).toFixed(1)
  const rowOf = (time: FileTime) =>
    row([whole(time), time.loading, time.around, time.testing].map(inSeconds).concat(String(time.tests)), time.file)
  console.log(`\n${row(['seconds', 'loading', 'around', 'testing', 'tests'], 'file')}`)
  for (const time of slowest.slice(0, ROWS)) console.log(rowOf(time))
  const sum = (what: (time: FileTime) => number) => times.reduce((total, time) => total + what(time), 0)
  const total = { file: `all ${times.length} files`, tests: sum(({ tests }) => tests) }
  const parts = {
    loading: sum(({ loading }) => loading),
    around: sum(({ around }) => around),
    testing: sum(({ testing }) => testing),
  }
  console.log(rowOf({ ...total, ...parts }))
  keep(
    slowest.filter((time) => whole(time) >= SLOW_S * 1000).map((time) => [time.file, Math.round(whole(time) / 1000)]),
  )
}

function keep(slow: readonly (readonly [string, number])[]): void {
  const sorted = slow.map(([file, seconds]) => [file.split(path.sep).join('/'), seconds] as const)
  writeFileSync(SLOW_TESTS, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}
