import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const MEMORY = '/dev/shm'
const MEMORY_BYTES_MIN = 512 * 1024 * 1024

/** A folder that is removed after the test that asks for it; `quick` ones are in memory where there is room. */
export function temporaryFolder({ quick = false } = {}): string {
  const folder = mkdtempSync(join(quick ? quickFolder() : tmpdir(), 'ciranda-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The folder for temporary folders that is in memory where there is room. */
export function quickFolder(): string {
  return hasRoomInMemory() ? MEMORY : tmpdir()
}

function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > MEMORY_BYTES_MIN
  } catch {
    return false
  }
}
