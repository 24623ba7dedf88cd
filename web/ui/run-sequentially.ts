/** The pause between two calls of bulk work: specification sections 7 and 9. */
export const PAUSE_MS = 100

export type Failure<T> = { readonly item: T; readonly error: unknown }

export type Outcome<T> = {
  readonly total: number
  readonly done: number
  /** How many of the calls done were only proposed: a second person or 72 hours decide them. */
  readonly proposed: number
  readonly failures: readonly Failure<T>[]
  /** Somebody asked to stop before the end. */
  readonly wasStopped: boolean
}

type Work<T> = {
  readonly items: readonly T[]
  readonly act: (item: T) => Promise<unknown>
  readonly onFailure: 'stop' | 'go on'
  /** Called before each request with the item to be worked on and the outcome so far. */
  readonly onProgress: (outcome: Outcome<T>, next: T) => void
  readonly isStopped: () => boolean
  readonly pause?: (ms: number) => Promise<void>
}

/**
 * Does bulk work one call at a time, with a pause between calls; stops when asked to, never in the middle of a call.
 */
export async function runSequentially<T>({
  items,
  act,
  onFailure,
  onProgress,
  isStopped,
  pause = wait,
}: Work<T>): Promise<Outcome<T>> {
  let [done, proposed] = [0, 0]
  const failures: Failure<T>[] = []
  const outcome = (wasStopped: boolean): Outcome<T> => ({
    total: items.length,
    done,
    proposed,
    failures: [...failures],
    wasStopped,
  })
  for (const [index, item] of items.entries()) {
    if (index > 0) await pause(PAUSE_MS)
    if (isStopped()) return outcome(true)
    onProgress(outcome(false), item)
    try {
      const answer = await act(item)
      done += 1
      if (isProposed(answer)) proposed += 1
    } catch (error) {
      failures.push({ item, error })
      if (onFailure === 'stop') return outcome(false)
    }
  }
  return outcome(false)
}

function isProposed(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'approval' in answer && answer.approval !== undefined
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
