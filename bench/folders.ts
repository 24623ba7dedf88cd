import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runFolder } from '#e2e/helpers/data-folders.ts'

/** A temporary folder, on a disk; within a run it is tidied up also when the run is killed, with the database in it. */
export function makeFolder(what: string): string {
  return mkdtempSync(path.join(runFolder() ?? tmpdir(), `ciranda-bench-${what}-`))
}
