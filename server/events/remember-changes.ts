import type { CircleChanged, SessionsEnded } from './publish.ts'

/** The changes that are remembered, so that a page which opens a stream learns whether it missed one. */
const REMEMBERED_MAX = 1_000

/** The recipient of a stream: administrators hear of the whole circle, members only of what concerns them. */
export type Audience = {
  readonly id: string
  readonly administers: boolean
  readonly circleId: string
  readonly sessionId: string
}

/** A stream that was ended may be opened again by the same reader, in another circle. */
type Change = CircleChanged | SessionsEnded

/** The latest changes of all circles, and the streams that were ended, oldest first. */
export function rememberChanges() {
  let changes: { readonly at: number; readonly change: Change }[] = []
  let completeSince = performance.now()
  return {
    add: (change: Change): void => {
      changes.push({ at: performance.now(), change })
      if (changes.length > REMEMBERED_MAX) completeSince = changes.shift()!.at
    },
    forget: (): void => {
      changes = []
      completeSince = performance.now()
    },
    /** For how long nothing of this person's changed, in ms, as far as is remembered. */
    quietMs: (actor: Audience): number => {
      const last = changes.findLast(({ change }) =>
        'circleId' in change ? concerns(change, actor) : isEnded(change, actor),
      )
      return Math.floor(performance.now() - (last?.at ?? completeSince))
    },
  }
}

/** Whether a reader's stream is among those that were ended. */
export function isEnded(ended: SessionsEnded, { id, sessionId }: Audience): boolean {
  return 'sessionId' in ended ? ended.sessionId === sessionId : ended.userId === id && ended.keep !== sessionId
}

/** Administrators are notified of everything in their circle, members of what concerns them. */
export function concerns({ circleId, memberIds }: CircleChanged, actor: Audience): boolean {
  if (circleId !== actor.circleId) return false
  return actor.administers || memberIds === 'all' || memberIds.includes(actor.id)
}
