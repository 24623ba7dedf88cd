import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
const MEMORY_BYTES_MIN = 512 * 1024 * 1024

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
