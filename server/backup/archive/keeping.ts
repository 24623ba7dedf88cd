import { rm } from 'node:fs/promises'
import path from 'node:path'
import { namesIn } from '#server/lib/absent.ts'
import { baseName, endName, type Base } from './base.ts'
import { readLine, type Line } from './line.ts'
import { headOf } from './sealed-file.ts'
import { isSegment } from './segments.ts'

// Finds and removes files in the folder of the archive.

/** The folder of the pictures that came since a base was begun. */
export const epochName = (epoch: number): string => String(epoch).padStart(6, '0')

/** The segments of the log that are in the archive, in order. */
export async function segmentsOf(line: Line): Promise<string[]> {
  return (await namesIn(path.join(line.folder, 'log'))).filter((name) => isSegment(name, line.timeline)).toSorted()
}

/** Removes bases, and the segments and pictures that none of those kept needs. The end of a base goes before the base. */
export async function removeUnneeded(
  line: Line,
  { kept, dropped }: { kept: readonly Base[]; dropped: readonly Base[] },
): Promise<void> {
  const oldest = kept[0]
  if (!oldest) return
  for (const { number } of dropped)
    for (const name of [endName(number), baseName(number)]) await rm(path.join(line.folder, name), { force: true })
  for (const name of await segmentsOf(line))
    if (name < oldest.from) await rm(path.join(line.folder, 'log', name), { force: true })
  const needed = new Set(kept.flatMap(({ files }) => files))
  for (const epoch of (await namesIn(path.join(line.folder, 'files'))).filter((name) => Number(name) < oldest.number)) {
    const folder = path.join(line.folder, 'files', epoch)
    const names = await namesIn(folder)
    for (const name of names.filter((one) => !needed.has(one))) await rm(path.join(folder, name), { force: true })
  }
}

/** Removes files that a write which was cut short left aside, and bases without their end. */
export async function removeLeftOver({ folder }: Line): Promise<void> {
  const epochs = (await namesIn(path.join(folder, 'files'))).map((name) => path.join('files', name))
  for (const below of ['', 'log', 'bases', ...epochs])
    for (const name of await namesIn(path.join(folder, below)))
      if (/\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name)) await rm(path.join(folder, below, name))
  const bases = await namesIn(path.join(folder, 'bases'))
  for (const name of bases.filter((one) => one.endsWith('.base')))
    if (!bases.includes(name.replace('.base', '.end'))) await rm(path.join(folder, 'bases', name))
}

/** Removes earlier lives of the same database, once their last moment is past its days too. Those of others are not ours. */
export async function removeFormerLines(line: Line, since: number): Promise<void> {
  const archive = path.dirname(line.folder)
  for (const name of (await namesIn(archive)).filter((one) => one !== line.id)) {
    const former = await readLine(path.join(archive, name))
    if (former?.system !== line.system || former.id !== name) continue
    const last = (await namesIn(path.join(archive, name, 'log'))).toSorted().at(-1)
    const at = last ? (await headOf(path.join(archive, name, 'log', last))).at : former.startedAt
    if (Date.parse(at) < since) await rm(path.join(archive, name), { recursive: true, force: true })
  }
}
