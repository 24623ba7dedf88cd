import type { Part, Report } from './part.ts'
import { unkept } from './progress.ts'
import type { Progress, ProgressFile } from './progress.ts'

/** After so many failures a part ends: more of the same tell nothing new. */
const FAILURES_MAX = 20
/** Quick rounds write their progress this often; a failure is written at once. */
const WRITTEN_EVERY_MS = 1_000

export type Asked = {
  readonly seed: number
  readonly from?: number
  readonly dose: number
  readonly kept?: ProgressFile
  /** The commit of the tree, noted with what was done under it. */
  readonly commit?: string
  /** True when no further round is to begin. */
  readonly isOver?: () => boolean
  /** After so many failures the part ends. */
  readonly failuresMax?: number
  readonly onProgress?: (progress: Progress) => void
}

export type Outcome = Progress & {
  readonly part: Pick<Part, 'name' | 'unit' | 'full'>
  readonly seed: number
  readonly from: number
  readonly asked: number
  /** Why it could not run, in one line. */
  readonly hindrance: string | null
  /** Counts that should be above zero after so many units, and are not. */
  readonly unreached: readonly string[]
}

/** Runs what is left of a part's dose. Never throws: what went wrong is in the outcome. */
export async function runPart(part: Part, asked: Asked): Promise<Outcome> {
  const { seed, from = 0, dose, kept = unkept, commit, isOver = () => false, onProgress = () => {} } = asked
  const { failuresMax = FAILURES_MAX } = asked
  const progress = kept.read()
  const msBefore = progress.ms
  const began = performance.now()
  let writtenAt = began
  const write = () => {
    progress.ms = msBefore + performance.now() - began
    writtenAt = performance.now()
    kept.write(progress)
  }
  const report: Report = {
    done(units = 1) {
      progress.done += units
      if (performance.now() - writtenAt > WRITTEN_EVERY_MS) write()
      onProgress(progress)
    },
    failed(index, error) {
      progress.failures.push({
        index,
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      })
      write()
      onProgress(progress)
    },
    count: (what, by = 1) => void (progress.counts[what] = (progress.counts[what] ?? 0) + by),
    most: (what, value) => void (progress.most[what] = Math.max(progress.most[what] ?? value, value)),
    get isOver() {
      return isOver() || progress.failures.length >= failuresMax
    },
  }
  let hindrance: string | null = null
  const left = dose - progress.done
  if (left > 0) {
    if (commit !== undefined && progress.commits.at(-1) !== commit) progress.commits.push(commit)
    try {
      await part.run({ seed, from: from + progress.done, dose: left, report })
    } catch (error) {
      hindrance = error instanceof Error ? error.message : String(error)
    }
    write()
  }
  const { name, unit, full } = part
  return {
    ...progress,
    part: { name, unit, full },
    seed,
    from,
    asked: dose,
    hindrance,
    unreached: unreachedBy(part, progress),
  }
}

function unreachedBy({ reaches }: Part, { done, counts }: Progress): readonly string[] {
  if (!reaches || done < reaches.after) return []
  return reaches.counts.filter((what) => !counts[what])
}

export const isHeld = ({ failures, hindrance, unreached }: Outcome): boolean =>
  failures.length === 0 && hindrance === null && unreached.length === 0
