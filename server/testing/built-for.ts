import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { beforeAll } from 'vitest'
import { buildFile } from '../../scripts/build-server.ts'
import { quickFolder } from './quick-folder.ts'

/** A program that tests start: from its source, and in one built file for the test files that ask for it. */
export type Program = {
  readonly file: string
  /** A file that starts it often says so first: from its source each start loads hundreds of modules, some half a second's work. */
  build(): void
}

export function builtFor(source: string): Program {
  const program = {
    file: source,
    build: () =>
      beforeAll(async () => {
        const folder = mkdtempSync(path.join(quickFolder(), 'ciranda-built-'))
        // It may be started as another user.
        chmodSync(folder, 0o755)
        program.file = path.join(folder, 'program', 'program.js')
        await buildFile(source, program.file)
        return () => {
          program.file = source
          rmSync(folder, { recursive: true, force: true })
        }
      }),
  }
  return program
}
