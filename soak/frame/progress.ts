import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export type Failure = { readonly index: number; readonly message: string }

/** The state of one part under one seed. */
export type Progress = {
  done: number
  ms: number
  failures: Failure[]
  /** Numbers that were added up, and the largest of others, by what they are. */
  counts: Record<string, number>
  most: Record<string, number>
  /** The commits it was done under, oldest first; a `+` says that the tree had changes of its own. */
  commits: string[]
}

export const noProgress = (): Progress => ({ done: 0, ms: 0, failures: [], counts: {}, most: {}, commits: [] })

/** Keeps a part's progress in a file, written aside and renamed: a soak may be killed at any moment. */
export type ProgressFile = { read(): Progress; write(progress: Progress): void }

export function progressFile(folder: string, name: string, seed: number): ProgressFile {
  const file = path.join(folder, `${name}-${seed}.json`)
  return {
    read: () => {
      try {
        return { ...noProgress(), ...(JSON.parse(readFileSync(file, 'utf8')) as Partial<Progress>) }
      } catch {
        return noProgress()
      }
    },
    write: (progress) => {
      mkdirSync(folder, { recursive: true })
      writeFileSync(`${file}.new`, JSON.stringify(progress, null, 1))
      renameSync(`${file}.new`, file)
    },
  }
}

/** For a single round that is repeated, and for tests: nothing is kept. */
export const unkept: ProgressFile = { read: noProgress, write: () => {} }
