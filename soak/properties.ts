import { globSync, readFileSync } from 'node:fs'
import { runTests, tierOf } from '../scripts/tiers.ts'
import { eachRound } from './frame/each-round.ts'
import type { Part } from './frame/part.ts'

/** The test files with a dose of their own (`circle/testing/dose.ts`), which is a hundred times as large here. */
export const filesWithDose = (): string[] =>
  globSync('{circle,contracts,server,web,scripts}/**/*.test.{ts,tsx}')
    .filter((file) => /\bdose\(/.test(readFileSync(file, 'utf8')))
    .sort()

/**
 * The random walks, kills and tamperings that stand as tests beside what they test. A round is one file; its seeds
 * are its own, and it prints the one that failed. The small dose is `npm test` itself.
 */
export const properties: Part = {
  name: 'properties',
  unit: 'test files',
  full: filesWithDose().length,
  small: 0,
  run: (course) =>
    eachRound(course, async ({ index }) => {
      const file = filesWithDose()[index]
      if (file === undefined) throw new Error(`There are ${filesWithDose().length} files with a dose.`)
      process.env['FULL'] = '1'
      const { passed, failed } = await runTests(tierOf(file), { files: [file] })
      course.report.count('tests passed', passed)
      if (failed > 0 || passed === 0) throw new Error(`${file}: ${passed} passed, ${failed} failed (see above)`)
    }),
}
