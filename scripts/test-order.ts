import { readFileSync } from 'node:fs'
import path from 'node:path'
import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

/** Seconds of the slowest test files, by path: written by `npm test -- --times`. */
export const SLOW_TESTS = path.join(import.meta.dirname, 'slow-tests.json')

const seconds = JSON.parse(readFileSync(SLOW_TESTS, 'utf8')) as Record<string, number>

/**
 * Within a project the slowest files come first, so that no long one is left alone at the end while the other core has
 * nothing to do. Projects stay together: a worker keeps its modules as long as the next file is of the same project.
 */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const known = (spec: TestSpecification) =>
      seconds[path.relative(spec.project.config.root, spec.moduleId).split(path.sep).join('/')] ?? 0
    const byDefault = await super.sort(files)
    return byDefault.toSorted((a, b) => (a.project === b.project ? known(b) - known(a) : 0))
  }
}
