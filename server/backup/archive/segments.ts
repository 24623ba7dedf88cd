/** PostgreSQL's log is cut into files of this size (`--wal-segsize=4`). */
export const SEGMENT_BYTES = 4 * 1024 * 1024
const IN_ONE_LOG = 0x1_0000_0000 / SEGMENT_BYTES

/** Whether a name is that of a segment of this timeline, and not of a note or of a part. */
export function isSegment(name: string, timeline: number): boolean {
  return /^[0-9A-F]{24}$/.test(name) && Number.parseInt(name.slice(0, 8), 16) === timeline
}

function numberOf(name: string): number {
  return Number.parseInt(name.slice(8, 16), 16) * IN_ONE_LOG + Number.parseInt(name.slice(16), 16)
}

/** Those of the segments from one on, until the first that is missing. Empty when that one is not there. */
export function unbroken(names: readonly string[], from: string): string[] {
  const later = names.filter((name) => name >= from).toSorted()
  const first = numberOf(from)
  return later.filter((name, index) => numberOf(name) === first + index)
}
