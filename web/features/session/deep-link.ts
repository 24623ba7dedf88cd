export type DeepLink = { readonly pathname: string; readonly search: object; readonly hash: string }

/** Where a link led before somebody was signed in. It lives with the page: nobody finds another person's on this device. */
let target: DeepLink | null = null
let wasSignedIn = false

/** Somebody who is signed in gets to see a page: what sends them to the login from now on is no link's doing. */
export function noteArrived(): void {
  wasSignedIn = true
  target = null
}

/** Keeps the place that a link led to, while its reader signs in. */
export function keepDeepLink(place: DeepLink | undefined): void {
  if (!wasSignedIn && place && place.pathname !== '/') target = place
}

/** The place that was kept; null for none. A way there that is asked for twice leads there twice. */
export function keptDeepLink(): DeepLink | null {
  return target
}
