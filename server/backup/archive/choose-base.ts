import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { namesIn } from '#server/lib/absent.ts'
import { writeWhole } from '#server/lib/write-whole.ts'
import { BackupFault } from '../faults.ts'
import { ensureKnown } from '../load-tables.ts'
import { listBases } from './base.ts'
import { findLines } from './line.ts'
import type { Line } from './line.ts'
import { isSegment, SEGMENT_BYTES, unbroken } from './segments.ts'
import { readSealed } from './sealed-file.ts'

/** The base to begin from and the segments to apply, without anything written. */
export async function chooseBase({
  folder,
  passphrases,
  at,
}: {
  readonly folder: string
  readonly passphrases: readonly string[]
  readonly at: Date | null
}) {
  const lines = await findLines(folder, passphrases)
  const systems = new Set(lines.map(({ system }) => system))
  if (systems.size > 1) throw new BackupFault('archive_two', lines.map(({ id }) => id).join(', '))
  let first: string | null = null
  for (const line of lines.toReversed()) {
    const names = (await namesIn(path.join(line.folder, 'log'))).filter((name) => isSegment(name, line.timeline))
    const { bases } = await listBases(line)
    const usable = bases.filter(({ from, to }) => unbroken(names, from).includes(to))
    const base = usable.findLast(({ endedAt }) => at === null || Date.parse(endedAt) <= at.getTime())
    if (base) {
      ensureKnown(base.migrations)
      return { line, base, segments: unbroken(names, base.from) }
    }
    first = usable[0]?.endedAt ?? first
  }
  if (first === null) throw new BackupFault('archive_empty')
  throw new BackupFault('archive_before', instantText(new Date(first)))
}

export async function unpackSegments(line: Line, names: readonly string[], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of names) {
    const bytes = await readSealed(line, `log/${name}`, path.join(line.folder, 'log', name))
    if (bytes.length !== SEGMENT_BYTES) throw new BackupFault('damaged')
    await writeWhole(path.join(folder, name), bytes)
  }
}

/** An instant of São Paulo as it may be given to `--at`. */
export function instantText(at: Date): string {
  const there = new Date(at.getTime() - 3 * 3_600_000).toISOString()
  return `${there.slice(0, 23)}-03:00`
}
