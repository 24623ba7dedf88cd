import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { quickFolder } from './quick-folder.ts'

/** A folder that is removed after the test that asks for it; `quick` ones are in memory where there is room. */
export function temporaryFolder({ quick = false } = {}): string {
  const folder = mkdtempSync(join(quick ? quickFolder() : tmpdir(), 'ciranda-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
