import type { ArchiveFault } from '#contracts/backups.ts'
import { BackupFault } from '../faults.ts'

export type ArchiveState = {
  /** Everything committed until then is in the archive; epoch ms, null before the first segment, or while that is unknown. */
  readonly lastAt: number | null
  /** The first moment that can be reached; null before the first base. */
  readonly firstAt: number | null
  readonly fault: ArchiveFault | null
  /** Bytes that wait in the data folder to be archived. */
  readonly waitingBytes: number
}

/** The fault that a failed pass leaves in the state of the archive. */
export function faultOf(error: unknown): ArchiveFault {
  if (error instanceof BackupFault && error.code === 'archive_gone') return 'gone'
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT' ? 'full' : 'failed'
}
