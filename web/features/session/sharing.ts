// Somebody who shares a receipt while they are signed out signs in first, and is then led to where they were going.

export const SHARE_ADDRESS = '/compartilhar'

let isWaiting = globalThis.location?.pathname === SHARE_ADDRESS

/** Whether this page was opened with a receipt that nobody has been asked about yet. */
export function isSharing(): boolean {
  return isWaiting
}

/** They have arrived: from now on, home is home. */
export function hasArrived(): void {
  isWaiting = false
}
