export type DeepLink = { readonly pathname: string; readonly search: object; readonly hash: string }

/**
 * Where a link led before somebody was signed in, or where somebody was whose session ended under them: that place is theirs alone.
 * It lives with the page: nobody finds another person's on this device.
 */
let target: DeepLink | null = null
let ownerId: string | null = null
let arrivedId: string | null = null

/** Somebody who is signed in gets to see a page: where they are sent from now on is no link's doing. */
export function noteArrived(userId: string): void {
  arrivedId = userId
  target = null
}

/** Keeps the place that a link led to, or at which a session ended, while its reader signs in; none of whoever signed out. */
export function keepDeepLink(place: DeepLink | undefined, hasEnded: boolean): void {
  if ((arrivedId !== null && !hasEnded) || !place || place.pathname === '/') return
  target = place
  ownerId = arrivedId
}

/** The place that was kept for this person; null for none. A way there that is asked for twice leads there twice. */
export function keptDeepLink(userId: string): DeepLink | null {
  return ownerId === null || ownerId === userId ? target : null
}
